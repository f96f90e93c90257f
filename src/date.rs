//! Dates as ECMAScript `Date.prototype.toISOString` prints them (ECMA-262, 21.4.1.32), as JSON strings.

use crate::number::digits8_twice;
use crate::output::{append_with, push_bytes, Append};

/// The largest time value (ECMA-262, 21.4.1.1): 100,000,000 days from 1970, in milliseconds.
const LAST: f64 = 8.64e15;
const DAY: i64 = 86_400_000;

/// Where the digits of a date go. A year outside of 0 to 9999 has a sign and six digits: `"+27` comes first then, and
/// its last digit replaces the quote.
const TEXT: [u8; 26] = *b"\"0000-00-00T00:00:00.000Z\"";
const BEFORE: usize = 3;
const ROOM: usize = BEFORE + TEXT.len();

/// Appends the time as ISO 8601 text in quotes, or `null` when it is not a valid time value: beyond ±8.64e15, NaN or
/// with a fraction.
#[inline(always)]
pub fn push_date<A: Append>(out: &mut A, epoch_ms: f64) {
    let time = epoch_ms as i64;
    if epoch_ms.abs() > LAST || time as f64 != epoch_ms {
        return push_bytes(out, b"null");
    }
    let (year, month, day) = date_of(time.div_euclid(DAY));
    let (age, time) = (year.unsigned_abs(), time.rem_euclid(DAY) as u64);
    let (hour, minute) = (time / 3_600_000, time / 60_000 % 60);
    let (second, ms) = (time / 1000 % 60, time % 1000);
    let [date, clock] = digits8_twice(
        u64::from(age % 10_000 * 10_000 + month * 100 + day),
        hour * 1_000_000 + minute * 10_000 + second * 100 + ms / 10,
    );
    let (date, clock) = (ascii(date), ascii(clock));

    let long = !(0..=9999).contains(&year);
    let write = |to: *mut u8| {
        let before = if long { BEFORE } else { 0 };
        // SAFETY: `to` has room for what precedes the year and for the text.
        let text = unsafe {
            let text = to.add(before).cast::<[u8; 26]>();
            text.write(TEXT);
            &mut *text
        };
        text[1..5].copy_from_slice(&date[..4]);
        text[6..8].copy_from_slice(&date[4..6]);
        text[9..11].copy_from_slice(&date[6..]);
        text[12..14].copy_from_slice(&clock[..2]);
        text[15..17].copy_from_slice(&clock[2..4]);
        text[18..20].copy_from_slice(&clock[4..6]);
        text[21..23].copy_from_slice(&clock[6..]);
        text[23] = b'0' + (ms % 10) as u8;
        if long {
            let sign = if year < 0 { b'-' } else { b'+' };
            let century = (age / 10_000) as u8;
            // SAFETY: the four bytes before the second digit of the year; the text is not borrowed any more.
            unsafe { to.cast::<[u8; 4]>().write([b'"', sign, b'0' + century / 10, b'0' + century % 10]) };
        }
        before + TEXT.len()
    };
    // SAFETY: `write` fills all bytes up to the length it returns, at most `ROOM`.
    unsafe { append_with::<ROOM, _>(out, write) }
}

/// The ASCII text of eight digits.
#[inline(always)]
fn ascii(digits: u64) -> [u8; 8] {
    (digits | u64::from_le_bytes(*b"00000000")).to_le_bytes()
}

/// Year, month from 1 and day from 1 of a day counted from 1970-01-01, in the proleptic Gregorian calendar.
///
/// Neri and Schneider, "Euclidean affine functions and their application to calendar algorithms", 2022: divisions of
/// a year that starts in March, each by one multiplication.
#[inline(always)]
fn date_of(days: i64) -> (i32, u32, u32) {
    /// 400-year cycles added to keep all counts positive, and the days from March of year 0 to 1970.
    const CYCLES: i32 = 700;
    const SHIFT: i64 = CYCLES as i64 * 146_097 + 719_468;
    debug_assert!(days.abs() <= 100_000_000);
    let n = 4 * (days + SHIFT) as u32 + 3;
    let (century, day_of_century) = (n / 146_097, n % 146_097 / 4);
    let product = 2_939_745 * u64::from(4 * day_of_century + 3);
    let year = 100 * century + (product >> 32) as u32;
    let day_of_year = product as u32 / 2_939_745 / 4;
    let n = 2_141 * day_of_year + 197_913;
    let (month, day) = (n >> 16, (n & 0xFFFF) / 2_141 + 1);
    // January and February belong to the next year.
    let next = day_of_year >= 306;
    (year as i32 - 400 * CYCLES + i32::from(next), if next { month - 12 } else { month }, day)
}
