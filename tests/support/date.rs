//! The text of a date by a naive calendar, for the tests and the fuzz targets.

/// Has the year a 29th of February?
pub fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// The text of a valid time value: the year by whole cycles of 400 and then one by one.
pub fn expected(epoch_ms: i64) -> String {
    const DAYS_OF_400_YEARS: i64 = 146_097;
    let (mut days, mut ms) = (epoch_ms.div_euclid(86_400_000), epoch_ms.rem_euclid(86_400_000));
    let mut year = 1970 + 400 * days.div_euclid(DAYS_OF_400_YEARS);
    days = days.rem_euclid(DAYS_OF_400_YEARS);
    while days >= 365 + i64::from(is_leap(year)) {
        days -= 365 + i64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + i64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    let mut parts = [3_600_000, 60_000, 1000];
    for part in &mut parts {
        (*part, ms) = (ms / *part, ms % *part);
    }
    let year = match year {
        0..=9999 => format!("{year:04}"),
        _ => format!("{year:+07}"),
    };
    let [hour, minute, second] = parts;
    let (month, day) = (month + 1, days + 1);
    format!("\"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z\"")
}
