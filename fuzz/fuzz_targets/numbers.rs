//! Doubles, alone and in runs, against `ryu`: its digits, put in ECMAScript form by a short function.
#![no_main]

use std::num::NonZeroUsize;

use fast_safe_json::number::{push_f64, push_i32, push_run, push_tuples};
use libfuzzer_sys::fuzz_target;

#[path = "../../tests/support/number.rs"]
mod oracle;
use oracle::expected;

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
