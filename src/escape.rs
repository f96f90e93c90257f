//! JSON string escaping (ECMA-262, 25.5.2.2 QuoteJSONString): UTF-16 text into Latin-1 or UTF-16 output.
//!
//! ```text
//! repeat
//!     copy units up to the first that may not be copied as it is        (copy_clean: SIMD, a scalar twin)
//!     write what stands for that unit: an escape, a surrogate pair, or itself after all
//! until the text ends
//! ```
//!
//! Strings of 5 to 30 units are the commonest, so nothing is prepared per string, and the end of a text is not
//! walked unit by unit: a vector that covers the last units once more, in place, checks and copies them. Neither
//! reads nor writes leave the text and the room made for it.

use crate::output::{Append, NeedsWide, Unit};

/// Appends the text as a JSON string with its quotes. Lone surrogates become `\udXXX`. On [`NeedsWide`] the
/// output is left as it was.
#[inline]
pub fn push_quoted<U: Unit>(out: &mut Vec<U>, text: &[u16]) -> Result<(), NeedsWide> {
    push::<U, Native>(out, text, true)
}

/// Appends the first `length` units of the text as [`push_quoted`] does; of the whole text if it is shorter.
///
/// Where text follows, 16 or 32 units are looked at and written whatever the length: of the strings of one text only
/// the last few need a branch on their length, which the processor guesses wrong as often as not.
#[inline(always)]
pub fn push_quoted_head<A: Append>(out: &mut A, text: &[u16], length: usize) -> Result<(), NeedsWide> {
    #[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))]
    if !A::Unit::WIDE {
        if length <= 16 {
            if let Some(block) = text.first_chunk::<16>() {
                if push_block(out, block, length) {
                    return Ok(());
                }
            }
        } else if length <= 32 {
            if let Some(block) = text.first_chunk::<32>() {
                if push_block(out, block, length) {
                    return Ok(());
                }
            }
        }
    }
    out.with_vec(|vec| push_any(vec, text.get(..length).unwrap_or(text)))
}

/// [`push_quoted`], not in line: the printer's loop seldom comes here.
#[inline(never)]
fn push_any<U: Unit>(out: &mut Vec<U>, text: &[u16]) -> Result<(), NeedsWide> {
    push_quoted(out, text)
}

/// Appends the first `length` units of a block with their quotes, if none of them needs a look; says whether.
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))]
#[inline(always)]
fn push_block<const N: usize, A: Append>(out: &mut A, block: &[u16; N], length: usize) -> bool {
    use vector::{load8, narrow, store16};
    const { assert!(N == 16 || N == 32) };
    assert!(!A::Unit::WIDE);
    // SAFETY: `block` has N units, 16 or 32 of them, all of which are read; there is room for N bytes and two quotes, as
    // units are bytes. `length <= N` is seen to by the last comparison: lanes are numbered from 0 to 15.
    unsafe {
        let to: *mut u8 = out.room(N + 2).cast();
        to.write(b'"');
        let from = block.as_ptr();
        let (bytes, found) = narrow(load8(from), load8(from.add(8)));
        store16(bytes, to.add(1));
        let mut clean = if found.any() { found.first() } else { 16 };
        if N == 32 && clean == 16 {
            let (bytes, found) = narrow(load8(from.add(16)), load8(from.add(24)));
            store16(bytes, to.add(17));
            clean = if found.any() { 16 + found.first() } else { 32 };
        }
        if clean < length {
            return false;
        }
        to.add(1 + length).write(b'"');
        out.advance(length + 2);
    }
    true
}

/// Appends the text escaped as in a JSON string, without quotes. On [`NeedsWide`] the output is left as it was.
///
/// A part of a longer text must not end between the halves of a surrogate pair.
#[inline]
pub fn push_escaped<U: Unit>(out: &mut Vec<U>, text: &[u16]) -> Result<(), NeedsWide> {
    push::<U, Native>(out, text, false)
}

/// The longest escape, `\u001f`, is six units; it is stored as eight.
const ESCAPE_ROOM: usize = 8;

#[inline(always)]
fn push<U: Unit, S: Search>(out: &mut Vec<U>, text: &[u16], quoted: bool) -> Result<(), NeedsWide> {
    let start = out.len();
    // Enough for a text without escapes; each escape makes room anew for itself and what follows it.
    out.reserve(text.len() + 2);
    let quote = U::from_byte(b'"');
    // SAFETY: there is room for the text and both quotes; `copy_clean` writes at most `text.len()` units.
    let clean = unsafe {
        let mut to = out.as_mut_ptr().add(start);
        if quoted {
            to.write(quote);
            to = to.add(1);
        }
        let clean = S::copy_clean(text.as_ptr(), text.len(), to);
        if clean == text.len() && quoted {
            to.add(clean).write(quote);
        }
        out.set_len(start + clean + if !quoted { 0 } else { 1 + usize::from(clean == text.len()) });
        clean
    };
    if clean == text.len() {
        return Ok(());
    }
    let result = push_rest::<U, S>(out, text, clean, quoted);
    if result.is_err() {
        out.truncate(start);
    }
    result
}

/// Goes on at `text[at]`, which [`Search::copy_clean`] did not copy. What was appended stays on failure.
#[inline(never)]
fn push_rest<U: Unit, S: Search>(
    out: &mut Vec<U>,
    text: &[u16],
    mut at: usize,
    quoted: bool,
) -> Result<(), NeedsWide> {
    while let Some(&unit) = text.get(at) {
        at += 1;
        let mut pair = None;
        let escape = match unit {
            0..SHORT => ESCAPES[usize::from(unit)],
            0xD800..0xDC00 if matches!(text.get(at), Some(0xDC00..0xE000)) => {
                pair = text.get(at);
                NONE
            }
            0xD800..0xE000 => hexadecimal(unit),
            _ => NONE,
        };
        if escape != NONE {
            push_escape(out, escape);
        } else if unit > 0xFF && !U::WIDE {
            return Err(NeedsWide);
        } else {
            out.push(U::truncate(unit));
            if let Some(&low) = pair {
                out.push(U::truncate(low));
                at += 1;
            }
        }
        at = S::push_blocks(out, text, at);
        let rest = text.get(at..).unwrap_or_default();
        out.reserve(rest.len());
        // SAFETY: there is room for the rest of the text, and all units up to the returned count are written.
        unsafe {
            let end = out.len();
            let clean = S::copy_clean(rest.as_ptr(), rest.len(), out.as_mut_ptr().add(end));
            out.set_len(end + clean);
            at += clean;
        }
    }
    if quoted {
        out.push(U::from_byte(b'"'));
    }
    Ok(())
}

#[inline(always)]
fn push_escape<U: Unit>(out: &mut Vec<U>, escape: Escape) {
    out.reserve(ESCAPE_ROOM);
    // SAFETY: there is room for all that is stored, and the length is less.
    unsafe {
        let end = out.len();
        out.as_mut_ptr().add(end).cast::<[U; ESCAPE_ROOM]>().write(escape.map(U::from_byte));
        out.set_len(end + usize::from(escape[ESCAPE_ROOM - 1]));
    }
}

/// What is written for a unit: ASCII text, and its length in the last byte. Length 0: the unit itself is written.
type Escape = [u8; ESCAPE_ROOM];

const NONE: Escape = [0; ESCAPE_ROOM];

/// `\b`, `\"` and the like.
const fn letter(letter: u8) -> Escape {
    [b'\\', letter, 0, 0, 0, 0, 0, 2]
}

/// `\u001f`.
const fn hexadecimal(unit: u16) -> Escape {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let [high, low] = unit.to_be_bytes();
    let (a, b) = (DIGITS[(high >> 4) as usize], DIGITS[(high & 15) as usize]);
    let (c, d) = (DIGITS[(low >> 4) as usize], DIGITS[(low & 15) as usize]);
    [b'\\', b'u', a, b, c, d, 0, 6]
}

/// Units below this are looked up in [`ESCAPES`].
const SHORT: u16 = 0x60;

/// How each unit below [`SHORT`] is escaped: by a letter, as `\u00xx` (`UU`), or not.
const LETTERS: [u8; SHORT as usize] = {
    const __: u8 = 0;
    const UU: u8 = b'u';
    const BB: u8 = b'b';
    const TT: u8 = b't';
    const NN: u8 = b'n';
    const FF: u8 = b'f';
    const RR: u8 = b'r';
    const QU: u8 = b'"';
    const BS: u8 = b'\\';
    [
        //   1   2   3   4   5   6   7   8   9   A   B   C   D   E   F
        UU, UU, UU, UU, UU, UU, UU, UU, BB, TT, NN, UU, FF, RR, UU, UU, // 0
        UU, UU, UU, UU, UU, UU, UU, UU, UU, UU, UU, UU, UU, UU, UU, UU, // 1
        __, __, QU, __, __, __, __, __, __, __, __, __, __, __, __, __, // 2
        __, __, __, __, __, __, __, __, __, __, __, __, __, __, __, __, // 3
        __, __, __, __, __, __, __, __, __, __, __, __, __, __, __, __, // 4
        __, __, __, __, __, __, __, __, __, __, __, __, BS, __, __, __, // 5
    ]
};

static ESCAPES: [Escape; SHORT as usize] = {
    let mut table = [NONE; SHORT as usize];
    let mut unit = 0;
    while unit < SHORT {
        table[unit as usize] = match LETTERS[unit as usize] {
            0 => NONE,
            b'u' => hexadecimal(unit),
            letter => self::letter(letter),
        };
        unit += 1;
    }
    table
};

/// A way to find the units that need a look.
trait Search {
    /// Copies units up to the first that needs a look, and returns how many.
    ///
    /// In need of a look are control characters, `"` and `\`; besides, for UTF-16 output surrogates, for Latin-1
    /// output all from 0xFF on (0xFF itself for speed only).
    ///
    /// # Safety
    ///
    /// `from` is valid for reads and `to` for writes of `length` units. What lies behind the returned count is
    /// undefined.
    unsafe fn copy_clean<U: Unit>(from: *const u16, length: usize, to: *mut U) -> usize;

    /// Appends the text from `text[at]` on as long as escapes are frequent, and returns where that ends. May do nothing.
    fn push_blocks<U: Unit>(_out: &mut Vec<U>, _text: &[u16], at: usize) -> usize {
        at
    }
}

/// One unit after the other, on any machine.
struct Scalar;

impl Search for Scalar {
    #[inline(always)]
    unsafe fn copy_clean<U: Unit>(from: *const u16, length: usize, to: *mut U) -> usize {
        for index in 0..length {
            // SAFETY: the index is below the length that the caller vouches for.
            unsafe {
                let unit = *from.add(index);
                let escaped = unit < SHORT && LETTERS[usize::from(unit)] != 0;
                let wide = if U::WIDE { matches!(unit, 0xD800..=0xDFFF) } else { unit >= 0xFF };
                if escaped || wide {
                    return index;
                }
                to.add(index).write(U::truncate(unit));
            }
        }
        length
    }
}

#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))]
type Native = Vector;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little"))))]
type Native = Scalar;

/// Sixteen units at a time into Latin-1, eight into UTF-16.
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))]
struct Vector;

#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))]
impl Search for Vector {
    #[inline(always)]
    unsafe fn copy_clean<U: Unit>(from: *const u16, length: usize, to: *mut U) -> usize {
        // SAFETY: the caller's contract.
        unsafe {
            if U::WIDE {
                copy_utf16(from, length, to.cast())
            } else {
                copy_latin1(from, length, to.cast())
            }
        }
    }

    /// Finds the escapes of sixteen units at once. To search anew behind each, as [`push_rest`] alone does, takes 2.5
    /// times as long in markup, since where a search starts depends on the result of the one before.
    #[inline(always)]
    fn push_blocks<U: Unit>(out: &mut Vec<U>, text: &[u16], mut at: usize) -> usize {
        use vector::{check, load8, narrow, store16, store8};
        /// Sixteen of the longest escapes, and one store of sixteen units that reaches past them.
        const ROOM: usize = 16 * 6 + 16;
        // Behind the sixteen units another sixteen can be read.
        while let Some(units) = text.get(at..).and_then(|rest| rest.first_chunk::<32>()) {
            out.reserve(ROOM);
            let end = out.len();
            // SAFETY: all reads are of sixteen units from at most the sixteenth on; there is room for the writes.
            unsafe {
                let from = units.as_ptr();
                let start = out.as_mut_ptr().add(end);
                let mut to = start;
                let copy16 = |from: *const u16, to: *mut U| {
                    let (low, high) = (load8(from), load8(from.add(8)));
                    if U::WIDE {
                        store8(low, to.cast());
                        store8(high, to.cast::<u16>().add(8));
                        check(low, high)
                    } else {
                        let (bytes, found) = narrow(low, high);
                        store16(bytes, to.cast());
                        found
                    }
                };
                let mut found = copy16(from, to);
                if !found.any() {
                    return at;
                }
                let mut done = 0;
                while found.any() {
                    let next = found.first();
                    let unit = *from.add(next);
                    to = to.add(next - done);
                    if unit >= SHORT {
                        out.set_len(end + to.offset_from_unsigned(start));
                        return at + next;
                    }
                    let escape = ESCAPES[usize::from(unit)];
                    to.cast::<[U; ESCAPE_ROOM]>().write(escape.map(U::from_byte));
                    to = to.add(usize::from(escape[ESCAPE_ROOM - 1]));
                    done = next + 1;
                    copy16(from.add(done), to);
                    found = found.others();
                }
                out.set_len(end + to.offset_from_unsigned(start) + 16 - done);
                at += 16;
            }
        }
        at
    }
}

/// [`Search::copy_clean`] into Latin-1.
///
/// # Safety
///
/// As [`Search::copy_clean`].
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))]
#[inline(always)]
unsafe fn copy_latin1(from: *const u16, length: usize, to: *mut u8) -> usize {
    use vector::{halves, load8, narrow, store16, store_halves4, store_halves8};
    // SAFETY: every read and write of n units is at an index of at most `length - n`.
    unsafe {
        if length >= 16 {
            #[cfg(target_arch = "x86_64")]
            if length >= avx2::WORTH && std::is_x86_feature_detected!("avx2") {
                return avx2::copy_latin1(from, length, to);
            }
            let mut at = 0;
            loop {
                let (bytes, found) = narrow(load8(from.add(at)), load8(from.add(at + 8)));
                store16(bytes, to.add(at));
                if found.any() {
                    return at + found.first();
                }
                at += 16;
                if at + 16 > length {
                    if at >= length {
                        return length;
                    }
                    // The rest, and before it units found clean already.
                    at = length - 16;
                }
            }
        }
        if length >= 8 {
            let last = length - 8;
            let (bytes, found) = narrow(load8(from), load8(from.add(last)));
            store_halves8(bytes, to, to.add(last));
            return found.first_of_halves(8, last, length);
        }
        if length >= 4 {
            let last = length - 4;
            let (bytes, found) = narrow(halves(from, from.add(last)), halves(from, from.add(last)));
            store_halves4(bytes, to, to.add(last));
            return found.first_of_halves(4, last, length);
        }
        Scalar::copy_clean(from, length, to)
    }
}

/// [`Search::copy_clean`] into UTF-16.
///
/// # Safety
///
/// As [`Search::copy_clean`].
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))]
#[inline(always)]
unsafe fn copy_utf16(from: *const u16, length: usize, to: *mut u16) -> usize {
    use vector::{check, halves, load8, store8, store_halves_utf16};
    // SAFETY: every read and write of n units is at an index of at most `length - n`.
    unsafe {
        if length >= 16 {
            let mut at = 0;
            loop {
                let (first, second) = (load8(from.add(at)), load8(from.add(at + 8)));
                let found = check(first, second);
                store8(first, to.add(at));
                store8(second, to.add(at + 8));
                if found.any() {
                    return at + found.first();
                }
                at += 16;
                if at + 16 > length {
                    if at >= length {
                        return length;
                    }
                    at = length - 16;
                }
            }
        }
        if length >= 8 {
            let last = length - 8;
            let (first, second) = (load8(from), load8(from.add(last)));
            store8(first, to);
            store8(second, to.add(last));
            return check(first, second).first_of_halves(8, last, length);
        }
        if length >= 4 {
            let last = length - 4;
            let units = halves(from, from.add(last));
            store_halves_utf16(units, to, to.add(last));
            return check(units, units).first_of_halves(4, last, length);
        }
        Scalar::copy_clean(from, length, to)
    }
}

#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))]
impl vector::Found {
    /// The first unit, or `length`, where lanes from `half` on are the units from `last` on.
    #[inline(always)]
    fn first_of_halves(self, half: usize, last: usize, length: usize) -> usize {
        if !self.any() {
            return length;
        }
        let lane = self.first();
        if lane < half {
            lane
        } else {
            lane - half + last
        }
    }
}

/// SSE2, which every x86-64 has.
#[cfg(target_arch = "x86_64")]
mod vector {
    use std::arch::x86_64::*;

    /// The lanes that need a look, a bit for each.
    #[derive(Clone, Copy)]
    pub(super) struct Found(u32);

    impl Found {
        #[inline(always)]
        pub(super) fn any(self) -> bool {
            self.0 != 0
        }

        /// The first lane of those there are.
        #[inline(always)]
        pub(super) fn first(self) -> usize {
            self.0.trailing_zeros() as usize
        }

        /// All but the first.
        #[inline(always)]
        pub(super) fn others(self) -> Self {
            Self(self.0 & self.0.wrapping_sub(1))
        }
    }

    /// # Safety
    ///
    /// `from` is valid for reads of eight units.
    #[inline(always)]
    pub(super) unsafe fn load8(from: *const u16) -> __m128i {
        // SAFETY: the caller's contract.
        unsafe { _mm_loadu_si128(from.cast()) }
    }

    /// Four units from either address.
    ///
    /// # Safety
    ///
    /// Both are valid for reads of four units.
    #[inline(always)]
    pub(super) unsafe fn halves(low: *const u16, high: *const u16) -> __m128i {
        // SAFETY: the caller's contract.
        unsafe { _mm_unpacklo_epi64(_mm_loadl_epi64(low.cast()), _mm_loadl_epi64(high.cast())) }
    }

    /// Sixteen units as Latin-1, and those that need a look.
    #[inline(always)]
    pub(super) fn narrow(low: __m128i, high: __m128i) -> (__m128i, Found) {
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            // Units above 0xFF become 0xFF, or 0 from 0x8000 on. With one added, 0xFF and the control characters
            // are the bytes up to 0x20.
            let bytes = _mm_packus_epi16(low, high);
            let next = _mm_add_epi8(bytes, _mm_set1_epi8(1));
            let outside = _mm_cmpeq_epi8(_mm_min_epu8(next, _mm_set1_epi8(0x20)), next);
            let quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'"' as i8));
            let backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\\' as i8));
            let found = _mm_or_si128(_mm_or_si128(quote, backslash), outside);
            (bytes, Found(_mm_movemask_epi8(found) as u32))
        }
    }

    /// Which of sixteen units need a look in UTF-16 output.
    #[inline(always)]
    pub(super) fn check(low: __m128i, high: __m128i) -> Found {
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            let found = |units| {
                let control =
                    _mm_cmpeq_epi16(_mm_subs_epu16(units, _mm_set1_epi16(0x1F)), _mm_setzero_si128());
                let quote = _mm_cmpeq_epi16(units, _mm_set1_epi16(b'"' as i16));
                let backslash = _mm_cmpeq_epi16(units, _mm_set1_epi16(b'\\' as i16));
                // Surrogates are the lowest of all when 0xD800 is moved to the least signed number.
                let moved = _mm_add_epi16(units, _mm_set1_epi16(0x8000u16.wrapping_sub(0xD800) as i16));
                let surrogate = _mm_cmplt_epi16(moved, _mm_set1_epi16(0x8800u16 as i16));
                _mm_or_si128(_mm_or_si128(quote, backslash), _mm_or_si128(control, surrogate))
            };
            Found(_mm_movemask_epi8(_mm_packs_epi16(found(low), found(high))) as u32)
        }
    }

    /// # Safety
    ///
    /// `to` is valid for writes of sixteen bytes.
    #[inline(always)]
    pub(super) unsafe fn store16(bytes: __m128i, to: *mut u8) {
        // SAFETY: the caller's contract.
        unsafe { _mm_storeu_si128(to.cast(), bytes) }
    }

    /// # Safety
    ///
    /// `to` is valid for writes of eight units.
    #[inline(always)]
    pub(super) unsafe fn store8(units: __m128i, to: *mut u16) {
        // SAFETY: the caller's contract.
        unsafe { _mm_storeu_si128(to.cast(), units) }
    }

    /// Stores the first and the second eight bytes.
    ///
    /// # Safety
    ///
    /// Both addresses are valid for writes of eight bytes.
    #[inline(always)]
    pub(super) unsafe fn store_halves8(bytes: __m128i, low: *mut u8, high: *mut u8) {
        // SAFETY: the caller's contract.
        unsafe {
            _mm_storel_epi64(low.cast(), bytes);
            _mm_storel_epi64(high.cast(), _mm_unpackhi_epi64(bytes, bytes));
        }
    }

    /// Stores the first and the second four bytes.
    ///
    /// # Safety
    ///
    /// Both addresses are valid for writes of four bytes.
    #[inline(always)]
    pub(super) unsafe fn store_halves4(bytes: __m128i, low: *mut u8, high: *mut u8) {
        // SAFETY: the caller's contract.
        unsafe {
            let eight = _mm_cvtsi128_si64(bytes) as u64;
            low.cast::<u32>().write_unaligned(eight as u32);
            high.cast::<u32>().write_unaligned((eight >> 32) as u32);
        }
    }

    /// Stores the first and the second four units.
    ///
    /// # Safety
    ///
    /// Both addresses are valid for writes of four units.
    #[inline(always)]
    pub(super) unsafe fn store_halves_utf16(units: __m128i, low: *mut u16, high: *mut u16) {
        // SAFETY: the caller's contract, as the addresses are of four units of two bytes.
        unsafe { store_halves8(units, low.cast(), high.cast()) }
    }
}

/// The same sixteen units at once where a long text pays for asking whether the CPU has AVX2.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    /// Shorter texts are as fast with SSE2.
    pub(super) const WORTH: usize = 64;

    /// [`super::Search::copy_clean`] into Latin-1, for at least 32 units.
    ///
    /// # Safety
    ///
    /// The CPU has AVX2; besides as [`super::Search::copy_clean`].
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn copy_latin1(from: *const u16, length: usize, to: *mut u8) -> usize {
        debug_assert!(length >= 32);
        let mut at = 0;
        loop {
            // SAFETY: `at` is at most `length - 32`.
            let found = unsafe {
                let low = _mm256_loadu_si256(from.add(at).cast());
                let high = _mm256_loadu_si256(from.add(at + 16).cast());
                // The pack works on the two halves apart: put the quarters in order.
                let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low, high));
                _mm256_storeu_si256(to.add(at).cast(), bytes);
                let next = _mm256_add_epi8(bytes, _mm256_set1_epi8(1));
                let outside = _mm256_cmpeq_epi8(_mm256_min_epu8(next, _mm256_set1_epi8(0x20)), next);
                let quote = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'"' as i8));
                let backslash = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'\\' as i8));
                let found = _mm256_or_si256(_mm256_or_si256(quote, backslash), outside);
                _mm256_movemask_epi8(found)
            };
            if found != 0 {
                return at + found.trailing_zeros() as usize;
            }
            at += 32;
            if at + 32 > length {
                if at >= length {
                    return length;
                }
                at = length - 32;
            }
        }
    }
}

/// NEON, which every arm64 has.
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod vector {
    use std::arch::aarch64::*;

    /// The lanes that need a look, four bits for each of sixteen.
    #[derive(Clone, Copy)]
    pub(super) struct Found(u64);

    impl Found {
        /// From lanes of all ones or zeros.
        #[inline(always)]
        fn new(lanes: uint8x16_t) -> Self {
            // SAFETY: NEON is part of arm64.
            let nibbles = unsafe { vshrn_n_u16::<4>(vreinterpretq_u16_u8(lanes)) };
            // SAFETY: as above.
            Self(unsafe { vget_lane_u64::<0>(vreinterpret_u64_u8(nibbles)) })
        }

        #[inline(always)]
        pub(super) fn any(self) -> bool {
            self.0 != 0
        }

        /// The first lane of those there are.
        #[inline(always)]
        pub(super) fn first(self) -> usize {
            self.0.trailing_zeros() as usize / 4
        }

        /// All but the first.
        #[inline(always)]
        pub(super) fn others(self) -> Self {
            Self(self.0 & !(15 << (4 * self.first())))
        }
    }

    /// # Safety
    ///
    /// `from` is valid for reads of eight units.
    #[inline(always)]
    pub(super) unsafe fn load8(from: *const u16) -> uint16x8_t {
        // SAFETY: the caller's contract.
        unsafe { vld1q_u16(from) }
    }

    /// Four units from either address.
    ///
    /// # Safety
    ///
    /// Both are valid for reads of four units.
    #[inline(always)]
    pub(super) unsafe fn halves(low: *const u16, high: *const u16) -> uint16x8_t {
        // SAFETY: the caller's contract.
        unsafe { vcombine_u16(vld1_u16(low), vld1_u16(high)) }
    }

    /// Sixteen units as Latin-1, and those that need a look.
    #[inline(always)]
    pub(super) fn narrow(low: uint16x8_t, high: uint16x8_t) -> (uint8x16_t, Found) {
        // SAFETY: NEON is part of arm64.
        unsafe {
            // Units above 0xFF become 0xFF. With one added, 0xFF and the control characters are the bytes up to 0x20.
            let bytes = vcombine_u8(vqmovn_u16(low), vqmovn_u16(high));
            let outside = vcleq_u8(vaddq_u8(bytes, vdupq_n_u8(1)), vdupq_n_u8(0x20));
            let quote = vceqq_u8(bytes, vdupq_n_u8(b'"'));
            let backslash = vceqq_u8(bytes, vdupq_n_u8(b'\\'));
            let found = vorrq_u8(vorrq_u8(quote, backslash), outside);
            (bytes, Found::new(found))
        }
    }

    /// Which of sixteen units need a look in UTF-16 output.
    #[inline(always)]
    pub(super) fn check(low: uint16x8_t, high: uint16x8_t) -> Found {
        // SAFETY: NEON is part of arm64.
        unsafe {
            let found = |units| {
                let control = vcltq_u16(units, vdupq_n_u16(0x20));
                let quote = vceqq_u16(units, vdupq_n_u16(u16::from(b'"')));
                let backslash = vceqq_u16(units, vdupq_n_u16(u16::from(b'\\')));
                let surrogate = vceqq_u16(vandq_u16(units, vdupq_n_u16(0xF800)), vdupq_n_u16(0xD800));
                vmovn_u16(vorrq_u16(vorrq_u16(quote, backslash), vorrq_u16(control, surrogate)))
            };
            Found::new(vcombine_u8(found(low), found(high)))
        }
    }

    /// # Safety
    ///
    /// `to` is valid for writes of sixteen bytes.
    #[inline(always)]
    pub(super) unsafe fn store16(bytes: uint8x16_t, to: *mut u8) {
        // SAFETY: the caller's contract.
        unsafe { vst1q_u8(to, bytes) }
    }

    /// # Safety
    ///
    /// `to` is valid for writes of eight units.
    #[inline(always)]
    pub(super) unsafe fn store8(units: uint16x8_t, to: *mut u16) {
        // SAFETY: the caller's contract.
        unsafe { vst1q_u16(to, units) }
    }

    /// Stores the first and the second eight bytes.
    ///
    /// # Safety
    ///
    /// Both addresses are valid for writes of eight bytes.
    #[inline(always)]
    pub(super) unsafe fn store_halves8(bytes: uint8x16_t, low: *mut u8, high: *mut u8) {
        // SAFETY: the caller's contract.
        unsafe {
            vst1_u8(low, vget_low_u8(bytes));
            vst1_u8(high, vget_high_u8(bytes));
        }
    }

    /// Stores the first and the second four bytes.
    ///
    /// # Safety
    ///
    /// Both addresses are valid for writes of four bytes.
    #[inline(always)]
    pub(super) unsafe fn store_halves4(bytes: uint8x16_t, low: *mut u8, high: *mut u8) {
        // SAFETY: the caller's contract.
        unsafe {
            let eight = vgetq_lane_u64::<0>(vreinterpretq_u64_u8(bytes));
            low.cast::<u32>().write_unaligned(eight as u32);
            high.cast::<u32>().write_unaligned((eight >> 32) as u32);
        }
    }

    /// Stores the first and the second four units.
    ///
    /// # Safety
    ///
    /// Both addresses are valid for writes of four units.
    #[inline(always)]
    pub(super) unsafe fn store_halves_utf16(units: uint16x8_t, low: *mut u16, high: *mut u16) {
        // SAFETY: the caller's contract.
        unsafe {
            vst1_u16(low, vget_low_u16(units));
            vst1_u16(high, vget_high_u16(units));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The scalar twin against what this machine uses: all lengths with a special unit at every position.
    #[test]
    fn twins() {
        let specials = [
            0, 0x1F, 0x22, 0x5C, 0x7F, 0xFE, 0xFF, 0x100, 0x8022, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF,
            0xE000,
        ];
        for length in 0..300 {
            let mut text: Vec<u16> = (0..length).map(|index| 0x23 + index as u16 % 0x38).collect();
            for index in 0..length {
                let plain = text[index];
                for special in specials {
                    text[index] = special;
                    twins_agree::<u8>(&text);
                    twins_agree::<u16>(&text);
                }
                text[index] = plain;
            }
            twins_agree::<u8>(&text);
            twins_agree::<u16>(&text);
        }
    }

    fn twins_agree<U: Unit + std::fmt::Debug>(text: &[u16]) {
        let mut outs = [Vec::<U>::new(), Vec::<U>::new()];
        let results =
            [push::<U, Native>(&mut outs[0], text, true), push::<U, Scalar>(&mut outs[1], text, true)];
        assert_eq!(results[0], results[1]);
        assert_eq!(outs[0], outs[1]);
    }
}
