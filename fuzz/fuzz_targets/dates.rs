//! Dates against a calendar that counts year by year.
#![no_main]

use fast_safe_json::date::push_date;
use libfuzzer_sys::fuzz_target;

#[path = "../../tests/support/date.rs"]
mod oracle;

fuzz_target!(|data: &[u8]| {
    for &bytes in data.as_chunks::<8>().0 {
        let bits = i64::from_le_bytes(bytes);
        // Within the range of dates, close to midnights, and any double.
        let within = bits % 8_640_000_000_000_001;
        for value in
            [within as f64, (within / 86_400_000 * 86_400_000 + bits % 3) as f64, f64::from_bits(bits as u64)]
        {
            let mut out = Vec::<u8>::new();
            push_date(&mut out, value);
            assert_eq!(out, expected(value).as_bytes());
            let mut wide = Vec::<u16>::new();
            push_date(&mut wide, value);
            assert!(wide.iter().map(|&unit| unit as u8).eq(out));
        }
    }
});

fn expected(value: f64) -> String {
    if value.is_nan() || value.abs() > 8.64e15 || value.trunc() != value {
        return "null".to_string();
    }
    oracle::expected(value as i64)
}
