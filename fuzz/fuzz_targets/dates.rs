//! Dates against a calendar that counts year by year.
#![no_main]

use fast_safe_json::date::push_date;
use libfuzzer_sys::fuzz_target;

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
    let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let epoch_ms = value as i64;
    let (mut days, ms) = (epoch_ms.div_euclid(86_400_000), epoch_ms.rem_euclid(86_400_000));
    let mut year = 1970 + 400 * days.div_euclid(146_097);
    days = days.rem_euclid(146_097);
    while days >= 365 + i64::from(is_leap(year)) {
        days -= 365 + i64::from(is_leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + i64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let year = if (0..=9999).contains(&year) { format!("{year:04}") } else { format!("{year:+07}") };
    let (hour, minute, second, ms) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60, ms % 1000);
    format!("\"{year}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z\"", days + 1)
}
