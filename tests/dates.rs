//! Dates against a naive calendar that counts year by year and month by month.

use fast_safe_json::date::push_date;

#[path = "support/date.rs"]
mod oracle;
use oracle::{expected, is_leap};

fn printed(epoch_ms: f64) -> String {
    let mut out = Vec::<u8>::new();
    push_date(&mut out, epoch_ms);
    let mut wide = Vec::<u16>::new();
    push_date(&mut wide, epoch_ms);
    let text = String::from_utf8(out).unwrap();
    assert!(wide.iter().copied().eq(text.encode_utf16()));
    text
}

#[test]
fn known_texts() {
    let table = [
        (0.0, "\"1970-01-01T00:00:00.000Z\""),
        (-0.0, "\"1970-01-01T00:00:00.000Z\""),
        (-1.0, "\"1969-12-31T23:59:59.999Z\""),
        (1_704_164_645_678.0, "\"2024-01-02T03:04:05.678Z\""),
        (951_782_400_000.0, "\"2000-02-29T00:00:00.000Z\""),
        (253_402_300_799_999.0, "\"9999-12-31T23:59:59.999Z\""),
        (253_402_300_800_000.0, "\"+010000-01-01T00:00:00.000Z\""),
        (-62_167_219_200_000.0, "\"0000-01-01T00:00:00.000Z\""),
        (-62_167_219_200_001.0, "\"-000001-12-31T23:59:59.999Z\""),
        (8.64e15, "\"+275760-09-13T00:00:00.000Z\""),
        (-8.64e15, "\"-271821-04-20T00:00:00.000Z\""),
        (8.64e15 + 1.0, "null"),
        (-8.64e15 - 1.0, "null"),
        (0.5, "null"),
        (1e300, "null"),
        (5e-324, "null"),
        (f64::NAN, "null"),
        (f64::INFINITY, "null"),
        (f64::NEG_INFINITY, "null"),
    ];
    for (epoch_ms, text) in table {
        assert_eq!(printed(epoch_ms), text, "{epoch_ms}");
    }
}

#[test]
fn against_the_naive_calendar() {
    // Every day from 1600 to 2400, then the whole range in steps that share no factor with day, year or cycle.
    let near = (-135_140i64..157_000).map(|day| day * 86_400_000 + (day * 7_919).rem_euclid(86_400_000));
    let wide = (-8_640_000_000_000_000..=8_640_000_000_000_000).step_by(86_400_000_001 * 3);
    let ends =
        (0..3000).flat_map(|step| [step, -step, 8_640_000_000_000_000 - step, step - 8_640_000_000_000_000]);
    for epoch_ms in near.chain(wide).chain(ends) {
        assert_eq!(printed(epoch_ms as f64), expected(epoch_ms));
    }
}

#[test]
fn the_ends_of_every_year() {
    let mut first = -62_167_219_200_000i64; // of year 0
    for year in 0..275_760 {
        for epoch_ms in [first - 1, first, first + 59 * 86_400_000] {
            assert_eq!(printed(epoch_ms as f64), expected(epoch_ms));
        }
        first += 86_400_000 * (365 + i64::from(is_leap(year)));
    }
}
