//! Doubles, alone and in runs, against `ryu`: its digits, put in ECMAScript form by a short function.
#![no_main]

use std::num::NonZeroUsize;

use fast_safe_json::number::{push_f64, push_i32, push_run, push_tuples};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // The first byte says how the others become doubles: as bits, or as decimals of few digits.
    let Some((&kind, data)) = data.split_first() else { return };
    let values: Vec<f64> = data
        .as_chunks::<8>()
        .0
        .iter()
        .map(|&bytes| match kind % 4 {
            0 | 1 => f64::from_le_bytes(bytes),
            2 => f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
            _ => {
                let digits = i64::from_le_bytes(bytes) >> (bytes[0] % 64);
                format!("{digits}e-{}", bytes[1] % 28).parse().unwrap_or(0.0)
            }
        })
        .collect();
    let expected: Vec<String> = values.iter().map(|&value| expected(value)).collect();
    let mut out = Vec::<u8>::new();
    for (&value, expected) in values.iter().zip(&expected) {
        out.clear();
        push_f64(&mut out, value);
        assert_eq!(out, expected.as_bytes());
        out.clear();
        push_i32(&mut out, value as i32);
        assert_eq!(out, (value as i32).to_string().as_bytes());
    }
    let separator = [",", ", ", ",\n                      "][usize::from(kind / 4 % 3)];
    let width = NonZeroUsize::new(usize::from(kind / 12) + 1).unwrap();
    let tuples = &values[..values.len() / width * width.get()];
    out.clear();
    push_tuples(&mut out, tuples, width);
    let arrays: Vec<String> =
        expected[..tuples.len()].chunks(width.get()).map(|texts| texts.join(",")).collect();
    assert_eq!(out, arrays.join("],[").as_bytes());
    let expected = expected.join(separator);
    out.clear();
    push_run(&mut out, &values, separator.as_bytes());
    assert_eq!(out, expected.as_bytes());
    let mut wide = Vec::<u16>::new();
    push_run(&mut wide, &values, separator.as_bytes());
    assert!(wide.iter().copied().eq(expected.encode_utf16()));
});

/// ECMA-262, 6.1.6.1.20.
fn expected(value: f64) -> String {
    if !value.is_finite() {
        return "null".to_string();
    }
    if value == 0.0 {
        return "0".to_string();
    }
    let mut buffer = ryu::Buffer::new();
    let text = buffer.format_finite(value.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_start_matches('0');
    let n = exponent.parse::<i32>().unwrap() + whole.len() as i32 - (all.len() - digits.len()) as i32;
    let digits = digits.trim_end_matches('0');
    let k = digits.len() as i32;
    let text = if k <= n && n <= 21 {
        format!("{digits}{}", "0".repeat((n - k) as usize))
    } else if 0 < n && n <= 21 {
        format!("{}.{}", &digits[..n as usize], &digits[n as usize..])
    } else if -6 < n && n <= 0 {
        format!("0.{}{digits}", "0".repeat(-n as usize))
    } else if k == 1 {
        format!("{digits}e{:+}", n - 1)
    } else {
        format!("{}.{}e{:+}", &digits[..1], &digits[1..], n - 1)
    };
    if value < 0.0 {
        format!("-{text}")
    } else {
        text
    }
}
