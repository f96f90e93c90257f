//! Numbers against tables and against `ryu`, whose digits a short independent function puts in ECMAScript form.
//! `EVERY_F32=1 cargo test --release --no-default-features --test numbers singles` goes through all of `f32`, and
//! `EVERY_F32=16` through every sixteenth.

use std::num::NonZeroUsize;

use fast_safe_json::number::{push_f64, push_i32, push_run, push_tuples};

#[path = "support/number.rs"]
mod oracle;
use oracle::expected;

#[path = "support/random.rs"]
mod random;
use random::Random;

fn printed(value: f64) -> String {
    let mut out = Vec::<u8>::new();
    push_f64(&mut out, value);
    String::from_utf8(out).unwrap()
}

/// Prints the values one by one and in runs, in both units, and compares.
fn check(values: &[f64]) {
    let mut out = Vec::<u8>::new();
    let mut wide = Vec::<u16>::new();
    for &value in values {
        let expected = expected(value);
        out.clear();
        push_f64(&mut out, value);
        assert_eq!(
            out,
            expected.as_bytes(),
            "{value:e} {:#x}: {}",
            value.to_bits(),
            String::from_utf8_lossy(&out)
        );
        wide.clear();
        push_f64(&mut wide, value);
        assert!(wide.iter().copied().eq(expected.encode_utf16()), "{value:e}");
    }
    check_run(values, ",");
    for width in [1, 2, 3, 16] {
        check_tuples(&values[..values.len() / width * width], width);
    }
}

/// Arrays of `width` numbers each, against their values' texts.
fn check_tuples(values: &[f64], width: usize) {
    let texts: Vec<String> = values.iter().map(|&value| expected(value)).collect();
    let expected = texts.chunks(width).map(|texts| texts.join(",")).collect::<Vec<_>>().join("],[");
    let width = NonZeroUsize::new(width).unwrap();
    let mut out = b"[".to_vec();
    push_tuples(&mut out, values, width);
    assert_eq!(std::str::from_utf8(&out[1..]).unwrap(), expected);
    let mut wide = vec![0x4E00];
    push_tuples(&mut wide, values, width);
    assert!(wide[1..].iter().copied().eq(expected.encode_utf16()));
}

fn check_run(values: &[f64], separator: &str) {
    let expected = values.iter().map(|&value| expected(value)).collect::<Vec<_>>().join(separator);
    let mut out = b"[".to_vec();
    push_run(&mut out, values, separator.as_bytes());
    assert_eq!(std::str::from_utf8(&out[1..]).unwrap(), expected);
    let mut wide = vec![0x4E00];
    push_run(&mut wide, values, separator.as_bytes());
    assert!(wide[1..].iter().copied().eq(expected.encode_utf16()));
}

fn check_both_signs(values: impl IntoIterator<Item = f64>) {
    let values: Vec<f64> = values.into_iter().flat_map(|value| [value, -value]).collect();
    values.chunks(1000).for_each(check);
}

fn neighbours(value: f64) -> impl Iterator<Item = f64> {
    (-3..=3).map(move |step| f64::from_bits(value.to_bits().wrapping_add_signed(step)))
}

#[test]
fn known_texts() {
    let table = [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.0, "-1"),
        (0.1, "0.1"),
        (-0.5, "-0.5"),
        (1.5, "1.5"),
        (100.0, "100"),
        (123.456, "123.456"),
        (-19.99, "-19.99"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1.0 / 3.0, "0.3333333333333333"),
        (2.0 / 3.0, "0.6666666666666666"),
        (1e-6, "0.000001"),
        (1.2e-6, "0.0000012"),
        (1.234_567_890_123_456_7e-6, "0.0000012345678901234567"),
        (9.999_999_999_999_997e-7, "9.999999999999997e-7"),
        (1e-7, "1e-7"),
        (1.5e-7, "1.5e-7"),
        (1e-8, "1e-8"),
        (2e-8, "2e-8"),
        (9_999_999.0, "9999999"),
        (9_999_999.999_999_99, "9999999.99999999"),
        (1e7, "10000000"),
        (10_000_000.5, "10000000.5"),
        (99_999_999.0, "99999999"),
        (1e8, "100000000"),
        (123_456_789.123, "123456789.123"),
        (4_503_599_627_370_495.5, "4503599627370495.5"),
        (4_503_599_627_370_496.0, "4503599627370496"),
        (9_007_199_254_740_991.0, "9007199254740991"),
        (9_007_199_254_740_992.0, "9007199254740992"),
        (9_007_199_254_740_994.0, "9007199254740994"),
        (1e15, "1000000000000000"),
        (1e16, "10000000000000000"),
        (12_345_678_901_234_567_890.0, "12345678901234567000"),
        (1e20, "100000000000000000000"),
        (-1.5e20, "-150000000000000000000"),
        (999_999_999_999_999_900_000.0, "999999999999999900000"),
        (1e21, "1e+21"),
        (1.5e21, "1.5e+21"),
        (1e22, "1e+22"),
        (1e23, "1e+23"),
        (5e-324, "5e-324"),
        (-5e-324, "-5e-324"),
        (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
        (f64::MAX, "1.7976931348623157e+308"),
        (f64::MIN, "-1.7976931348623157e+308"),
        (f64::EPSILON, "2.220446049250313e-16"),
        (f64::NAN, "null"),
        (-f64::NAN, "null"),
        (f64::INFINITY, "null"),
        (f64::NEG_INFINITY, "null"),
        (9.5367431640625e-7, "9.5367431640625e-7"),
        (0.000_001_907_348_632_812_5, "0.0000019073486328125"),
        (0.5, "0.5"),
        (0.000_030_517_578_125, "0.000030517578125"),
    ];
    for (value, text) in table {
        assert_eq!(printed(value), text);
        assert_eq!(expected(value), text, "the oracle");
    }
    check(&table.map(|(value, _)| value));
}

#[test]
fn integers() {
    check_both_signs((0..20_000).map(f64::from));
    check_both_signs(
        (0..=16).flat_map(|k| (-30..=30).map(move |step| 10u64.pow(k) as f64 + f64::from(step))),
    );
    check_both_signs((0..=70).flat_map(|k| (-5..=5).map(move |step| (1u128 << k) as f64 + f64::from(step))));
    let mut random = Random(1);
    check_both_signs((0..60_000).map(|step| random.below(1 << (step % 54)) as f64));
}

#[test]
fn i32s() {
    let edges = (0..10).flat_map(|k| [10i32.pow(k) - 1, 10i32.pow(k), -(10i32.pow(k)), 1 - 10i32.pow(k)]);
    let mut random = Random(2);
    let others: Vec<i32> = (0..20_000).map(|step| (random.next() as i32) >> (step % 32)).collect();
    for value in edges.chain(others).chain([i32::MIN, i32::MAX, i32::MIN + 1, 0, -1]) {
        let mut out = Vec::<u8>::new();
        push_i32(&mut out, value);
        assert_eq!(out, itoa::Buffer::new().format(value).as_bytes());
        let mut wide = Vec::<u16>::new();
        push_i32(&mut wide, value);
        assert!(wide.iter().copied().eq(value.to_string().encode_utf16()));
    }
}

#[test]
fn powers_and_their_neighbours() {
    check_both_signs((-1074..1024).flat_map(|k| neighbours(2f64.powi(k))));
    check_both_signs((-323..=308).flat_map(|k| neighbours(format!("1e{k}").parse().unwrap())));
    check_both_signs(
        (-323..=308).flat_map(|k| (2..10).map(move |digit| format!("{digit}e{k}").parse().unwrap())),
    );
}

#[test]
fn every_binade_and_its_ends() {
    let mut random = Random(3);
    check_both_signs((0..0x7FFu64).flat_map(|exponent| {
        let low = (0..4).chain((1 << 52) - 4..1 << 52);
        let values = low.chain((0..20).map(|_| random.below(1 << 52))).collect::<Vec<_>>();
        values.into_iter().map(move |mantissa| f64::from_bits(exponent << 52 | mantissa))
    }));
}

#[test]
fn decimals() {
    let mut random = Random(4);
    // One to seventeen digits with the point at every place.
    for digits in 1..=17 {
        check_both_signs((0..6_000).map(|step| {
            let exponent = step % 40 - 24;
            format!("{}e{exponent}", random.below(10u64.pow(digits))).parse().unwrap()
        }));
    }
    // All prices up to 100, and with three places up to 10.
    check_both_signs((0..10_000).map(|cents| f64::from(cents) / 100.0));
    check_both_signs((0..10_000).map(|thousandths| f64::from(thousandths) / 1000.0));
    // Halves, quarters and so on: ties between two texts.
    check_both_signs((0..40_000).map(|step| random.below(1 << 53) as f64 / 2f64.powi(step % 80)));
    check_both_signs(
        (0..20_000).map(|step| (random.below(1 << (step % 30)) as f64 + 0.5) / 2f64.powi(step % 10)),
    );
}

/// `DOUBLES=20 cargo test …` prints that many millions instead of a sample.
#[test]
fn random_doubles() {
    let millions = std::env::var("DOUBLES").ok().and_then(|text| text.parse::<i32>().ok());
    let count = millions.map_or(30_000, |millions| millions * 1_000_000 / 8);
    let mut random = Random(5);
    check_both_signs((0..count).map(|_| f64::from_bits(random.next())));
    check_both_signs((0..count).map(|_| random.unit()));
    check_both_signs((0..count).map(|step| random.unit() * 10f64.powi(step % 40 - 15)));
    check_both_signs((0..count).map(|_| f64::from_bits(random.below(1 << 52))));
    // subnormals
}

#[test]
fn singles() {
    const LAST: u32 = 0x7F80_0000; // infinity
    let Some(step) = std::env::var("EVERY_F32").ok().and_then(|text| text.parse::<u32>().ok()) else {
        return check_singles((0..=LAST).step_by(40_009));
    };
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u32);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || check_singles((thread * step..=LAST).step_by((threads * step) as usize)));
        }
    });
}

fn check_singles(bits: impl Iterator<Item = u32>) {
    let mut values = Vec::with_capacity(1000);
    for bits in bits {
        values.push(f64::from(f32::from_bits(bits)));
        if values.len() == 1000 {
            check_run(&values, ",");
            values.clear();
        }
    }
    check(&values);
}

#[test]
fn runs_of_any_length_and_mixture() {
    let mut random = Random(6);
    let mut any = |step: u64| match (step + random.below(3)) % 7 {
        0 => random.unit(),
        1 => random.below(100_000) as f64 / 100.0,
        2 => random.below(1000) as f64,
        3 => -(random.below(1 << 53) as f64),
        4 => f64::from_bits(random.next()),
        5 => [f64::NAN, -0.0, f64::INFINITY, 1e-7, 1e21, 1e-6, 9_999_999.5][random.below(7) as usize],
        _ => -random.unit() * 1e9,
    };
    for separator in ["", ",", ", ", ",\n    ", ",\n               ", ",\n               #", &" ".repeat(100)]
    {
        for length in (0..70).chain([200, 1000]) {
            let values: Vec<f64> = (0..length).map(&mut any).collect();
            check_run(&values, separator);
        }
    }
    for kind in 0..7 {
        let values: Vec<f64> = (0..500).map(|_| any(kind)).collect();
        check_run(&values, ",");
    }
}
