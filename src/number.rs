//! Numbers as ECMAScript `Number::toString` prints them (ECMA-262, 6.1.6.1.20), one by one and in runs.
//!
//! The text of a double is the shortest decimal that reads back as it; of several, the nearest to it. Four ways to find
//! it, tried in this order:
//!
//! **1. Integers** below 2^53 have their own digits.
//!
//! **2. At most eight places**, the decimals of real documents (prices, coordinates, percentages), for `|d| < 10^7`:
//!
//! ```text
//! m = round(|d| * 10^8)                                 in double arithmetic
//! if m / 10^8 == |d|:  the text is m with a point before its last eight digits, without zeros at the end
//! ```
//!
//! `m < 10^15` and `10^8` are exact, so the correctly rounded quotient is the double nearest to the decimal
//! `m * 10^-8`: that decimal reads back as `d`. Two different decimals of at most 15 significant digits never share a
//! double, so it is the only one of at most 15 digits, and without its zeros the shortest.
//!
//! **3. All others from 10^-6 to 2^52**, which are those without an exponent in their text, by exact arithmetic in 128
//! bits. A double of a binade is `s * 2^-q` with `2^52 < s < 2^53`. Take the largest `k` with `10^k < 2^q`:
//!
//! ```text
//! |d| * 10^k = s * 5^k / 2^(q-k)           exact: 53 bits by at most 49
//!            = c + below / 2^(q-k)         an integer and a fraction
//! ```
//!
//! Decimals that read back as `d` lie within half a unit of the last place of it, `10^k / 2^q / 2` in this scale, which
//! is at least 1/20 and less than 1/2. So at most one integer lies within: `c`, or `c + 1`, if `2 * below` or
//! `2 * (2^(q-k) - below)` is less than `5^k` (never equal, one being even and the other odd). If there is one, all
//! shorter decimals are integers in this scale as well, thus it is the shortest, zeros at the end left out. Otherwise
//! one more digit is needed, and the nearest one is near enough: `round(10 * below / 2^(q-k))`, to even at the tie.
//! This is the Schubfach algorithm (Giulietti; zmij) where its powers of ten are exact. At a power of two, where the
//! neighbour below is only half as far, it does not hold.
//!
//! **4. The rest** by `zmij`, whose text differs from ECMAScript's only below 10^-5 and from 2^53 to 10^21.
//!
//! In a run, two neighbours at a time go ways 1 and 2 side by side in a vector, and way 2 is not tried after a number
//! for which it failed.

use std::hint::select_unpredictable;
use std::num::NonZeroUsize;

use crate::output::{append_with, copy_short, push_bytes, Append, Unit};

mod digits;
pub(crate) use digits::digits8_twice;
use digits::*;

/// The longest text of a number: `-0.0000012345678901234567`.
const LONGEST: usize = 25;
/// Bytes one number may touch, as stores reach past the end of what they write.
const ROOM: usize = 48;

/// Appends the number, or `null` when it is not finite.
#[inline(always)]
pub fn push_f64<A: Append>(out: &mut A, value: f64) {
    // SAFETY: `write_f64` stays within `ROOM` bytes and returns how many it has written.
    unsafe { append_with::<ROOM, _>(out, |to| write_f64(to, value, Guess::Short).0) }
}

/// Appends the integer.
#[inline(always)]
pub fn push_i32<A: Append>(out: &mut A, value: i32) {
    // SAFETY: `write_integer` stays within `ROOM` bytes and returns how many it has written.
    unsafe { append_with::<ROOM, _>(out, |to| write_integer(to, value < 0, value.unsigned_abs().into())) }
}

/// Appends the values, each as [`push_f64`] does, with the separator between them.
pub fn push_run<U: Unit>(out: &mut Vec<U>, values: &[f64], separator: &[u8]) {
    let Some((&last, values)) = values.split_last() else { return };
    match *separator {
        [separator] => push_separated(out, values, [separator], 1),
        _ if separator.len() <= WIDE_SEPARATOR => {
            let mut padded = [0; WIDE_SEPARATOR];
            padded[..separator.len()].copy_from_slice(separator);
            push_separated(out, values, padded, separator.len());
        }
        _ => {
            for &value in values {
                push_f64(out, value);
                push_bytes(out, separator);
            }
        }
    }
    push_f64(out, last);
}

/// Appends the values as the elements of arrays of `width` numbers each, with a comma between two of one array and `],[`
/// between two arrays. The number of values is a multiple of `width`.
pub fn push_tuples<U: Unit>(out: &mut Vec<U>, values: &[f64], width: NonZeroUsize) {
    let Some((&last, values)) = values.split_last() else { return };
    let mut guesses = [Guess::Short; 2];
    let mut left = width.get();
    // An even number, so that a guess serves the same column of pairs.
    const { assert!(BATCH.is_multiple_of(2)) }
    for batch in values.chunks(BATCH) {
        // SAFETY: a batch has at most `BATCH` values, so there is the room that `write_tuples` asks for.
        unsafe {
            append_with::<BATCH_ROOM, _>(out, |to| {
                write_tuples(to, batch, &mut guesses, &mut left, width.get())
            });
        }
    }
    push_f64(out, last);
}

/// Separators up to this length are written with one store.
const WIDE_SEPARATOR: usize = 16;
/// Values printed between two looks at the capacity.
const BATCH: usize = 16;
/// Bytes a batch may touch: its texts, and what the last one may touch.
const BATCH_ROOM: usize = BATCH * (LONGEST + WIDE_SEPARATOR) + ROOM;

/// Appends each value and behind it the first `length` bytes of the separator.
#[inline(always)]
fn push_separated<U: Unit, const N: usize>(
    out: &mut Vec<U>,
    values: &[f64],
    separator: [u8; N],
    length: usize,
) {
    const { assert!(N <= WIDE_SEPARATOR && LONGEST + WIDE_SEPARATOR <= ROOM) }
    debug_assert!(length <= N);
    let mut guess = Guess::Short;
    for batch in values.chunks(BATCH) {
        // SAFETY: a batch has at most `BATCH` values, so there is the room that `write_batch` asks for.
        unsafe {
            append_with::<BATCH_ROOM, _>(out, |to| {
                let written;
                (written, guess) = write_batch(Series { to, separator, length }, batch, guess);
                written
            });
        }
    }
}

/// Where the texts of a batch go.
struct Series<const N: usize> {
    to: *mut u8,
    separator: [u8; N],
    length: usize,
}

impl<const N: usize> Series<N> {
    /// Has `write` put a text at the address it gets, and the separator behind.
    ///
    /// # Safety
    ///
    /// There is room for the text, of the length that `write` returns, and `N` bytes.
    #[inline(always)]
    unsafe fn add(&mut self, write: impl FnOnce(*mut u8) -> usize) {
        let text = write(self.to);
        // SAFETY: the caller's contract.
        unsafe {
            let end = self.to.add(text);
            end.cast::<[u8; N]>().write_unaligned(self.separator);
            self.to = end.add(self.length);
        }
    }
}

/// Writes the values with a separator behind each, and returns the length and the next guess.
///
/// # Safety
///
/// `series.to` is valid for writes of `BATCH_ROOM` bytes, and there are at most `BATCH` values.
#[inline(always)]
unsafe fn write_batch<const N: usize>(
    mut series: Series<N>,
    values: &[f64],
    mut guess: Guess,
) -> (usize, Guess) {
    debug_assert!(values.len() <= BATCH);
    let start = series.to;
    // Until neighbours differ in kind: then the rest of the batch goes one by one.
    let mut alike = true;
    let (fours, rest) = values.as_chunks::<4>();
    // SAFETY: a value adds at most `LONGEST` bytes and a separator, and may touch `ROOM`.
    unsafe {
        for four in fours {
            match if alike && guess == Guess::Short { integers(four) } else { None } {
                Some(Integers::Four(digits, signs)) => {
                    for (index, digits) in digits.into_iter().enumerate() {
                        series
                            .add(|to| write_signed(to, signs.negative(index), |to| store_whole4(to, digits)));
                    }
                    continue;
                }
                Some(Integers::Eight(digits, signs)) => {
                    for (index, digits) in digits.into_iter().enumerate() {
                        series
                            .add(|to| write_signed(to, signs.negative(index), |to| store_whole(to, digits)));
                    }
                    continue;
                }
                None => {}
            }
            for two in four.as_chunks::<2>().0 {
                let pair = match guess {
                    Guess::Short if alike => decimals(two),
                    Guess::Integer if alike => long_integers(two),
                    _ => None,
                };
                match pair {
                    Some(Pair { negative, first, second }) if guess == Guess::Short => {
                        series.add(|to| write_parts(to, negative[0], first[0], second[0]));
                        series.add(|to| write_parts(to, negative[1], first[1], second[1]));
                    }
                    Some(Pair { negative, first, second }) => {
                        series.add(|to| write_long(to, negative[0], first[0], second[0]));
                        series.add(|to| write_long(to, negative[1], first[1], second[1]));
                    }
                    None => {
                        alike = false;
                        for &value in two {
                            let length;
                            (length, guess) = write_f64(series.to, value, guess);
                            series.add(|_| length);
                        }
                    }
                }
            }
        }
        for &value in rest {
            let length;
            (length, guess) = write_f64(series.to, value, guess);
            series.add(|_| length);
        }
        (series.to.offset_from_unsigned(start), guess)
    }
}

/// Writes the values with `,` or `],[` behind each, and returns the length. `left` is the number of values left in the
/// running array.
///
/// # Safety
///
/// `to` is valid for writes of `BATCH_ROOM` bytes, and there are at most `BATCH` values.
#[inline(always)]
unsafe fn write_tuples(
    to: *mut u8,
    values: &[f64],
    guesses: &mut [Guess; 2],
    left: &mut usize,
    width: usize,
) -> usize {
    debug_assert!(values.len() <= BATCH);
    let mut series = Series { to, separator: *b",   ", length: 1 };
    let (pairs, rest) = values.as_chunks::<2>();
    // Until neighbours differ in kind: then the rest of the batch goes one by one.
    let mut alike = true;
    // SAFETY: a value adds at most `LONGEST` bytes and a separator, and may touch `ROOM`.
    unsafe {
        let mut between = |series: &mut Series<4>| {
            *left -= 1;
            if *left == 0 {
                *left = width;
                (series.separator, series.length) = (*b"],[ ", 3);
            } else {
                (series.separator, series.length) = (*b",   ", 1);
            }
        };
        for two in pairs {
            let pair = if alike && *guesses == [Guess::Short; 2] { decimals(two) } else { None };
            if let Some(Pair { negative, first, second }) = pair {
                for column in 0..2 {
                    between(&mut series);
                    series.add(|to| write_parts(to, negative[column], first[column], second[column]));
                }
                continue;
            }
            alike = false;
            for (&value, guess) in two.iter().zip(&mut *guesses) {
                let length;
                (length, *guess) = write_f64(series.to, value, *guess);
                between(&mut series);
                series.add(|_| length);
            }
        }
        for &value in rest {
            let length;
            (length, guesses[0]) = write_f64(series.to, value, guesses[0]);
            between(&mut series);
            series.add(|_| length);
        }
        series.to.offset_from_unsigned(to)
    }
}

/// What the last number of a run was. Only speed depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guess {
    /// An integer or decimal of at most eight places.
    Short,
    /// An integer that is too long for [`decimals`].
    Integer,
    /// A decimal with more places.
    Long,
}

/// 2^52: adding it to a smaller positive double rounds that to an integer, in the low bits of the sum.
const ROUNDER: f64 = (1u64 << 52) as f64;

/// Writes the number, and returns the length and the guess for the next.
///
/// # Safety
///
/// `to` is valid for writes of `ROOM` bytes.
#[inline(never)]
unsafe fn write_f64(to: *mut u8, value: f64, guess: Guess) -> (usize, Guess) {
    let magnitude = value.abs();
    // SAFETY: the caller's contract; each function's own demands are checked just before.
    unsafe {
        if magnitude < 2.0 * ROUNDER {
            let whole = magnitude.to_int_unchecked::<i64>();
            if whole as f64 == magnitude {
                let length = write_integer(to, value < 0.0, whole as u64);
                return (length, if whole < 100_000_000 { Guess::Short } else { Guess::Integer });
            }
            if magnitude >= 1e-6 {
                if guess != Guess::Long && magnitude < 1e7 {
                    let sum = magnitude * 1e8 + ROUNDER;
                    if (sum - ROUNDER) / 1e8 == magnitude {
                        let m = sum.to_bits() - ROUNDER.to_bits();
                        return (write_decimal8(to, value < 0.0, whole as u64, m), Guess::Short);
                    }
                }
                // Below a power of two the neighbour is half as far away: for `zmij`.
                if magnitude.to_bits() << 12 != 0 {
                    let (length, places) = write_decimal17(to, value, whole as u64);
                    return (length, if places > 8 { Guess::Long } else { Guess::Short });
                }
            }
        }
        write_rare(to, value)
    }
}

/// Writes an integer below 10^16.
///
/// # Safety
///
/// `to` is valid for writes of 17 bytes.
#[inline(always)]
unsafe fn write_integer(to: *mut u8, negative: bool, n: u64) -> usize {
    // SAFETY: the sign and at most sixteen digits.
    unsafe {
        *to = b'-';
        let at = usize::from(negative);
        at + store_integer(to.add(at), n)
    }
}

/// Writes the sign if there is one, and behind it what `store` puts there; returns the length of both.
///
/// # Safety
///
/// `to` is valid for writes of one byte more than `store` touches.
#[inline(always)]
unsafe fn write_signed(to: *mut u8, negative: bool, store: impl FnOnce(*mut u8) -> usize) -> usize {
    // SAFETY: the sign, and what the caller vouches for.
    unsafe {
        *to = b'-';
        let at = usize::from(negative);
        at + store(to.add(at))
    }
}

/// Writes eight digits without the zeros in front, and eight more.
///
/// # Safety
///
/// `to` is valid for writes of 17 bytes.
#[inline(always)]
unsafe fn write_long(to: *mut u8, negative: bool, first: u64, second: u64) -> usize {
    // SAFETY: the sign and sixteen digits.
    unsafe {
        *to = b'-';
        let mut at = usize::from(negative);
        at += store_whole(to.add(at), first);
        store8(to.add(at), second);
        at + 8
    }
}

/// Writes eight digits without the zeros in front, and behind a point eight without the zeros at the end.
///
/// # Safety
///
/// `to` is valid for writes of 18 bytes.
#[inline(always)]
unsafe fn write_parts(to: *mut u8, negative: bool, first: u64, second: u64) -> usize {
    // SAFETY: the sign, eight digits, the point and eight digits.
    unsafe {
        *to = b'-';
        let mut at = usize::from(negative);
        at += store_whole(to.add(at), first);
        *to.add(at) = b'.';
        store8(to.add(at + 1), second);
        let places = significant(second);
        at + places + usize::from(places > 0)
    }
}

/// Writes a decimal that is not an integer (way 2): `m * 10^-8`, whose integer part is `whole`.
///
/// # Safety
///
/// `to` is valid for writes of `ROOM` bytes; `m < 10^15`.
#[inline(always)]
unsafe fn write_decimal8(to: *mut u8, negative: bool, whole: u64, m: u64) -> usize {
    let fraction = digits8(m - whole * 100_000_000);
    debug_assert!(fraction != 0);
    // SAFETY: at most 1 + 7 + 1 + 8 bytes.
    unsafe {
        let at = write_integer(to, negative, whole);
        *to.add(at) = b'.';
        store8(to.add(at + 1), fraction);
        at + 1 + significant(fraction)
    }
}

/// Writes a number with a fraction by its shortest digits (way 3), and returns the length and the places behind
/// the point.
///
/// # Safety
///
/// `to` is valid for writes of `ROOM` bytes; `10^-6 <= |value| < 2^52`; `whole` is its integer part; value is neither an
/// integer nor a power of two.
#[inline(always)]
unsafe fn write_decimal17(to: *mut u8, value: f64, whole: u64) -> (usize, usize) {
    let bits = value.abs().to_bits();
    let exponent = (bits >> 52) as usize;
    debug_assert!((FIRST_BINADE..FIRST_BINADE + SCALES.len()).contains(&exponent));
    let Scale { power5, power10, filler, k, places, r } = SCALES[exponent - FIRST_BINADE];
    let s = bits & ((1 << 52) - 1) | 1 << 52;
    let scaled = u128::from(s) * u128::from(power5);
    let unit = 1u64 << r;
    let below = scaled as u64 & (unit - 1);
    let (down, up) = (2 * below < power5, 2 * (unit - below) < power5);
    let digit = if 4 * below == unit { 2 } else { (10 * below + unit / 2) >> r };
    // Shifted in two words, as the compiler does not know that r is from 1 to 51.
    let c = ((scaled >> 64) as u64) << (64 - r) | scaled as u64 >> r;
    let c = c + u64::from(up);

    // The decimal and the double have the same integer part: integers are doubles themselves.
    let fraction = (c - whole * power10) * filler;
    debug_assert!(fraction < 10u64.pow(16));
    // SAFETY: at most 1 + 16 + 1 bytes before the fraction, of which at most five zeros count, and 17 digits.
    unsafe {
        let mut at = if whole < 10 {
            *to = b'-';
            let at = usize::from(value < 0.0);
            *to.add(at) = b'0' + whole as u8;
            at + 1
        } else {
            write_integer(to, value < 0.0, whole)
        };
        *to.add(at) = b'.';
        store8(to.add(at + 1), 0);
        let (k, places) = (usize::from(k), usize::from(places));
        at += 1 + k - places;
        let count = store16(to.add(at), fraction);
        // Half of the doubles have the last digit and half do not: a branch would be mispredicted.
        *to.add(at + places) = select_unpredictable(down | up, b'0', b'0' + digit as u8);
        let count = select_unpredictable(down | up, count, places + 1);
        (at + count, count + k - places)
    }
}

/// How [`write_decimal17`] scales the doubles of a binade.
#[derive(Clone, Copy)]
struct Scale {
    /// 5^k
    power5: u64,
    /// 10^k, or 0 where the numbers are below 1.
    power10: u64,
    /// 10^(16 - places)
    filler: u64,
    k: u8,
    /// min(k, 16)
    places: u8,
    r: u8,
}

/// The biased exponent of 10^-6, the first of [`SCALES`].
const FIRST_BINADE: usize = 1023 - 20;

static SCALES: [Scale; 72] = {
    let mut table = [Scale { power5: 0, power10: 0, filler: 0, k: 0, places: 0, r: 0 }; 72];
    let mut index = 0;
    while index < table.len() {
        // A unit in the last place is 2^-q.
        let q = 52 - (FIRST_BINADE as i32 + index as i32 - 1023);
        // The largest k with 10^k < 2^q.
        let mut k = 0;
        while 10u128.pow(k + 1) < 1 << q {
            k += 1;
        }
        let places = if k < 16 { k } else { 16 };
        table[index] = Scale {
            power5: 5u64.pow(k),
            power10: if q > 52 { 0 } else { 10u64.pow(k) },
            filler: 10u64.pow(16 - places),
            k: k as u8,
            places: places as u8,
            r: (q - k as i32) as u8,
        };
        index += 1;
    }
    table
};
const _: () = {
    let mut index = 0;
    while index < SCALES.len() {
        let Scale { power5, k, r, .. } = SCALES[index];
        assert!(k <= 21 && r >= 1 && r <= 51 && power5 < 1 << 49);
        index += 1;
    }
};

/// Writes what is left: exponents, powers of two, integers from 2^53 on, and what is not finite as `null`.
///
/// # Safety
///
/// `to` is valid for writes of `ROOM` bytes.
#[inline(never)]
unsafe fn write_rare(to: *mut u8, value: f64) -> (usize, Guess) {
    const { assert!(size_of::<zmij::Buffer>() <= ROOM && align_of::<zmij::Buffer>() == 1) }
    let magnitude = value.abs();
    let length =
        if (1e-5..ROUNDER).contains(&magnitude) || magnitude < 1e-6 || magnitude >= 1e21 && value.is_finite()
        {
            // The buffer lies where the text is to be: to read from another what was just written to it in small pieces, in a
            // large one, stalls the processor (35 against 20 ns a number).
            let buffer = to.cast::<zmij::Buffer>();
            // SAFETY: `to` is valid for writes of a buffer, which can be anywhere.
            let text = unsafe {
                buffer.write(zmij::Buffer::new());
                (*buffer).format_finite(value)
            };
            let (from, length) = (text.as_ptr(), text.len());
            if from != to.cast_const() {
                // SAFETY: the text lies in the buffer, and it is not longer.
                unsafe { std::ptr::copy(from, to, length) };
            }
            length
        } else {
            let mut spare = [0; LONGEST];
            let text = rearranged(value, &mut spare);
            // SAFETY: a text is at most `LONGEST` bytes.
            unsafe { copy_short(text, to) };
            text.len()
        };
    debug_assert!(length <= LONGEST);
    (length, Guess::Long)
}

/// The text where zmij's differs: below 10^-5 (`1.2e-6`), from 2^52 (`4503599627370496.0`, `1.2e+20`), and what is
/// not finite.
#[cold]
fn rearranged(value: f64, text: &mut [u8; LONGEST]) -> &[u8] {
    if !value.is_finite() {
        return b"null";
    }
    let mut buffer = zmij::Buffer::new();
    let (mantissa, exponent) = {
        let text = buffer.format_finite(value.abs());
        text.split_once('e').unwrap_or((text.strip_suffix(".0").unwrap_or(text), ""))
    };
    let exponent = exponent.parse::<i32>().unwrap_or(0);
    let digits = mantissa.bytes().filter(u8::is_ascii_digit);
    let sign = value.is_sign_negative().then_some(b'-');
    // Zeros before the digits with a point behind the first, or digits and zeros up to the exponent's place.
    let zeros = if exponent < 0 { -exponent as usize } else { 0 };
    let width = if exponent > 0 { exponent as usize + 1 } else { 0 };
    let count = digits.clone().count();
    let padding = width.saturating_sub(count);
    let point = (zeros > 0).then_some(*b"0.").into_iter().flatten();
    let before = point.chain(std::iter::repeat_n(b'0', zeros.saturating_sub(1)));
    let bytes = sign.into_iter().chain(before).chain(digits).chain(std::iter::repeat_n(b'0', padding));
    let mut length = 0;
    for (to, byte) in text.iter_mut().zip(bytes) {
        *to = byte;
        length += 1;
    }
    &text[..length]
}
