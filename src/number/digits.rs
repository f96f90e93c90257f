//! Integers into decimal digits, several at a time. It knows nothing of signs, points and exponents.
//!
//! Eight digits live in a `u64`, a digit in each byte, the first in the lowest: the order in which they are stored.
//! They are made by halving: base 10^4, then 100, then 10, where the quotients and remainders of a step are
//! computed side by side (by Xiang JunBo, in zmij). Zeros at either end are counted in the word, not by a loop.

/// The eight digits of a number below 10^8.
#[inline(always)]
pub(super) fn digits8(n: u64) -> u64 {
    debug_assert!(n < 100_000_000);
    // (x % d) * 2^s + x / d  ==  x * 2^s - (d * 2^s - 1) * (x / d)
    let quads = (n << 32) - ((10_000 << 32) - 1) * ((n * 109_951_163) >> 40);
    let pairs = (quads << 16) - ((100 << 16) - 1) * ((quads * 5_243) >> 19 & 0x7F_0000_007F);
    (pairs << 8) - ((10 << 8) - 1) * ((pairs * 103) >> 10 & 0x0F_000F_000F_000F)
}

/// The four digits of a number below 10^4, in the lower half of the word.
#[inline(always)]
fn digits4(n: u64) -> u64 {
    debug_assert!(n < 10_000);
    let pairs = (n << 16) - ((100 << 16) - 1) * ((n * 5_243) >> 19);
    (pairs << 8) - ((10 << 8) - 1) * ((pairs * 103) >> 10 & 0x0F_000F)
}

/// How many of eight digits remain when the zeros at the end are left out.
#[inline(always)]
pub(super) fn significant(digits: u64) -> usize {
    // The top bit of a digit is free: a bit below the lowest one makes the count right for zero.
    (70 - (digits << 1 | 1).leading_zeros() as usize) / 8
}

const ZEROS: u64 = u64::from_le_bytes(*b"00000000");

/// Stores eight digits as ASCII.
///
/// # Safety
///
/// `to` is valid for writes of eight bytes.
#[inline(always)]
pub(super) unsafe fn store8(to: *mut u8, digits: u64) {
    // SAFETY: the caller's contract.
    unsafe { to.cast::<[u8; 8]>().write_unaligned((digits | ZEROS).to_le_bytes()) };
}

/// Stores eight digits without the zeros in front, and returns how many are left: at least one.
///
/// # Safety
///
/// `to` is valid for writes of eight bytes.
#[inline(always)]
pub(super) unsafe fn store_whole(to: *mut u8, digits: u64) -> usize {
    // A bit in the last digit stops the count at seven zeros.
    let zeros = (digits | 1 << 56).trailing_zeros() & !7;
    // SAFETY: the caller's contract.
    unsafe { store8(to, digits >> zeros) };
    8 - zeros as usize / 8
}

/// [`store_whole`] of four digits.
///
/// # Safety
///
/// `to` is valid for writes of four bytes.
#[inline(always)]
pub(super) unsafe fn store_whole4(to: *mut u8, digits: u32) -> usize {
    let zeros = (digits | 1 << 24).trailing_zeros() & !7;
    // SAFETY: the caller's contract.
    unsafe { to.cast::<[u8; 4]>().write_unaligned((digits >> zeros | ZEROS as u32).to_le_bytes()) };
    4 - zeros as usize / 8
}

/// Stores an integer below 10^16 without zeros in front, and returns the number of its digits.
///
/// # Safety
///
/// `to` is valid for writes of sixteen bytes.
#[inline(always)]
pub(super) unsafe fn store_integer(to: *mut u8, n: u64) -> usize {
    debug_assert!(n < 10u64.pow(16));
    // SAFETY: eight bytes twice.
    unsafe {
        if n < 10_000 {
            store_whole4(to, digits4(n) as u32)
        } else if n < 100_000_000 {
            store_whole(to, digits8(n))
        } else {
            let [high, low] = digits8_twice(n / 100_000_000, n % 100_000_000);
            let count = store_whole(to, high);
            store8(to.add(count), low);
            count + 8
        }
    }
}

/// The digits of four integers, see `integers` below.
#[derive(Debug, PartialEq)]
pub(super) enum Integers {
    Eight([u64; 4], Signs),
    Four([u32; 4], Signs),
}

/// Which of four numbers are negative: a bit for each, the first in the lowest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Signs(u8);

impl Signs {
    /// Whether the number at the index is negative.
    #[inline(always)]
    pub(super) fn negative(self, index: usize) -> bool {
        self.0 >> index & 1 != 0
    }
}

/// Two numbers side by side, each as a sign and twice eight digits.
#[derive(Debug, PartialEq)]
pub(super) struct Pair {
    pub(super) negative: [bool; 2],
    pub(super) first: [u64; 2],
    pub(super) second: [u64; 2],
}

#[cfg(not(target_arch = "x86_64"))]
use portable as native;
#[cfg(target_arch = "x86_64")]
use sse2 as native;

pub(crate) use native::digits8_twice;
pub(super) use native::{decimals, integers, long_integers, store16};

/// Several numbers at a time on any machine.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    use super::super::ROUNDER;
    use super::{digits4, digits8, significant, store8, Integers, Pair, Signs};

    /// The eight digits of two numbers below 10^8.
    #[inline(always)]
    pub(crate) fn digits8_twice(a: u64, b: u64) -> [u64; 2] {
        [digits8(a), digits8(b)]
    }

    /// Stores the sixteen digits of a number below 10^16, and returns how many remain when the zeros at the end are
    /// left out.
    ///
    /// # Safety
    ///
    /// `to` is valid for writes of sixteen bytes.
    #[inline(always)]
    pub(crate) unsafe fn store16(to: *mut u8, n: u64) -> usize {
        let (high, low) = (digits8(n / 100_000_000), digits8(n % 100_000_000));
        // SAFETY: the caller's contract.
        unsafe {
            store8(to, high);
            store8(to.add(8), low);
        }
        if low == 0 {
            significant(high)
        } else {
            8 + significant(low)
        }
    }

    /// The digits of four doubles that are integers and less than 10^8 in magnitude: four of each if all are below 10^4,
    /// else eight. `None` if one of them is something else.
    #[inline(always)]
    pub(crate) fn integers(values: &[f64; 4]) -> Option<Integers> {
        let n = values.map(|value| value.abs() as u32);
        let fits = |index: usize| f64::from(n[index]) == values[index].abs() && n[index] < 100_000_000;
        let signs = Signs((0..4).map(|index| u8::from(values[index] < 0.0) << index).sum());
        if !(fits(0) & fits(1) & fits(2) & fits(3)) {
            None
        } else if n.iter().all(|&n| n < 10_000) {
            Some(Integers::Four(n.map(|n| digits4(n.into()) as u32), signs))
        } else {
            Some(Integers::Eight(n.map(|n| digits8(n.into())), signs))
        }
    }

    /// The digits before the point and behind it of two doubles that are zero or from 10^-6 to 10^7 with at most eight
    /// places (way 2 of `number.rs`). `None` if one of them is something else.
    #[inline(always)]
    pub(crate) fn decimals(values: &[f64; 2]) -> Option<Pair> {
        let m = values.map(|value| {
            let sum = value.abs() * 1e8 + ROUNDER;
            let within = value == 0.0 || (1e-6..1e7).contains(&value.abs());
            let exact = (sum - ROUNDER) / 1e8 == value.abs();
            (exact && within).then_some(sum.to_bits() - ROUNDER.to_bits())
        });
        Some(split(values, [m[0]?, m[1]?]))
    }

    /// The digits before the last eight and these of two integers from 10^8 to 2^52. `None` if one of them is something
    /// else.
    #[inline(always)]
    pub(crate) fn long_integers(values: &[f64; 2]) -> Option<Pair> {
        let n = values.map(|value| value.abs() as u64);
        let fits = |index: usize| {
            let magnitude = values[index].abs();
            n[index] as f64 == magnitude && (1e8..ROUNDER).contains(&magnitude)
        };
        (fits(0) & fits(1)).then(|| split(values, n))
    }

    #[inline(always)]
    fn split(values: &[f64; 2], n: [u64; 2]) -> Pair {
        Pair {
            negative: values.map(|value| value < 0.0),
            first: n.map(|n| digits8(n / 100_000_000)),
            second: n.map(|n| digits8(n % 100_000_000)),
        }
    }
}

/// The same with SSE2, which every x86-64 has.
#[cfg(target_arch = "x86_64")]
mod sse2 {
    use std::arch::x86_64::*;

    use super::super::ROUNDER;
    use super::{Integers, Pair, Signs};

    /// Two numbers in one vector.
    #[inline(always)]
    fn both(a: u64, b: u64) -> __m128i {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { _mm_set_epi64x(b as i64, a as i64) }
    }

    #[inline(always)]
    fn halves(vector: __m128i) -> [u64; 2] {
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            let high = _mm_unpackhi_epi64(vector, vector);
            [_mm_cvtsi128_si64(vector) as u64, _mm_cvtsi128_si64(high) as u64]
        }
    }

    /// [`super::digits8`] of two numbers.
    #[inline(always)]
    fn digits8(n: __m128i) -> __m128i {
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            let high = _mm_srli_epi64::<40>(_mm_mul_epu32(n, _mm_set1_epi64x(109_951_163)));
            let low = _mm_sub_epi64(n, _mm_mul_epu32(high, _mm_set1_epi64x(10_000)));
            digits4(_mm_or_si128(high, _mm_slli_epi64::<32>(low)))
        }
    }

    /// See `portable`.
    #[inline(always)]
    pub(crate) fn digits8_twice(a: u64, b: u64) -> [u64; 2] {
        halves(digits8(both(a, b)))
    }

    /// See `portable`.
    ///
    /// # Safety
    ///
    /// `to` is valid for writes of sixteen bytes.
    #[inline(always)]
    pub(crate) unsafe fn store16(to: *mut u8, n: u64) -> usize {
        debug_assert!(n < 10u64.pow(16));
        let digits = digits8(both(n / 100_000_000, n % 100_000_000));
        // SAFETY: SSE2 is part of x86-64; the caller's contract.
        unsafe {
            _mm_storeu_si128(to.cast(), _mm_or_si128(digits, _mm_set1_epi8(b'0' as i8)));
            let zeros = _mm_movemask_epi8(_mm_cmpeq_epi8(digits, _mm_setzero_si128()));
            32 - (zeros ^ 0xFFFF).leading_zeros() as usize
        }
    }

    /// Four digits in each 32-bit lane of numbers below 10^4, or eight in two.
    #[inline(always)]
    fn digits4(n: __m128i) -> __m128i {
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            let high = _mm_srli_epi16::<3>(_mm_mulhi_epu16(n, _mm_set1_epi16(5_243)));
            let low = _mm_sub_epi16(n, _mm_mullo_epi16(high, _mm_set1_epi16(100)));
            let pairs = _mm_or_si128(high, _mm_slli_epi32::<16>(low));
            let high = _mm_mulhi_epu16(pairs, _mm_set1_epi16(6_554));
            let low = _mm_sub_epi16(pairs, _mm_mullo_epi16(high, _mm_set1_epi16(10)));
            _mm_or_si128(high, _mm_slli_epi16::<8>(low))
        }
    }

    /// See `portable`.
    #[inline(always)]
    pub(crate) fn integers(values: &[f64; 4]) -> Option<Integers> {
        // SAFETY: SSE2 is part of x86-64; the loads are of two doubles each.
        unsafe {
            let (first, second) = (_mm_loadu_pd(values.as_ptr()), _mm_loadu_pd(values.as_ptr().add(2)));
            // Out of the range of i32 this is -2^31.
            let (a, b) = (_mm_cvttpd_epi32(first), _mm_cvttpd_epi32(second));
            let (c, d) = (_mm_cvtepi32_pd(a), _mm_cvtepi32_pd(b));
            let exact = _mm_and_pd(_mm_cmpeq_pd(c, first), _mm_cmpeq_pd(d, second));
            let n = _mm_unpacklo_epi64(a, b);
            let sign = _mm_srai_epi32::<31>(n);
            let signs = Signs(_mm_movemask_ps(_mm_castsi128_ps(sign)) as u8);
            let n = _mm_sub_epi32(_mm_xor_si128(n, sign), sign);
            // The magnitude of -2^31 is no i32, and negative again.
            let negative = _mm_cmplt_epi32(n, _mm_setzero_si128());
            let outside = _mm_or_si128(negative, _mm_cmpgt_epi32(n, _mm_set1_epi32(99_999_999)));
            if _mm_movemask_pd(exact) != 3 || _mm_movemask_epi8(outside) != 0 {
                return None;
            }
            if _mm_movemask_epi8(_mm_cmpgt_epi32(n, _mm_set1_epi32(9_999))) == 0 {
                let [first, second] = halves(digits4(n));
                let digits = [first as u32, (first >> 32) as u32, second as u32, (second >> 32) as u32];
                return Some(Integers::Four(digits, signs));
            }
            let zero = _mm_setzero_si128();
            let [first, second] = halves(digits8(_mm_unpacklo_epi32(n, zero)));
            let [third, fourth] = halves(digits8(_mm_unpackhi_epi32(n, zero)));
            Some(Integers::Eight([first, second, third, fourth], signs))
        }
    }

    /// See `portable`.
    #[inline(always)]
    pub(crate) fn decimals(values: &[f64; 2]) -> Option<Pair> {
        // SAFETY: SSE2 is part of x86-64; the load is of two doubles.
        unsafe {
            let value = _mm_loadu_pd(values.as_ptr());
            let magnitude = _mm_andnot_pd(_mm_set1_pd(-0.0), value);
            let (scale, rounder) = (_mm_set1_pd(1e8), _mm_set1_pd(ROUNDER));
            let sum = _mm_add_pd(_mm_mul_pd(magnitude, scale), rounder);
            let exact = _mm_cmpeq_pd(_mm_div_pd(_mm_sub_pd(sum, rounder), scale), magnitude);
            let zero = _mm_cmpeq_pd(magnitude, _mm_setzero_pd());
            let above = _mm_or_pd(zero, _mm_cmpge_pd(magnitude, _mm_set1_pd(1e-6)));
            let below = _mm_cmplt_pd(magnitude, _mm_set1_pd(1e7));
            if _mm_movemask_pd(_mm_and_pd(exact, _mm_and_pd(above, below))) != 3 {
                return None;
            }
            let m = _mm_xor_si128(_mm_castpd_si128(sum), _mm_castpd_si128(rounder));
            let whole = _mm_unpacklo_epi32(_mm_cvttpd_epi32(magnitude), _mm_setzero_si128());
            Some(split(value, whole, m))
        }
    }

    /// See `portable`.
    #[inline(always)]
    pub(crate) fn long_integers(values: &[f64; 2]) -> Option<Pair> {
        // SAFETY: SSE2 is part of x86-64; the load is of two doubles.
        unsafe {
            let value = _mm_loadu_pd(values.as_ptr());
            let magnitude = _mm_andnot_pd(_mm_set1_pd(-0.0), value);
            let rounder = _mm_set1_pd(ROUNDER);
            let sum = _mm_add_pd(magnitude, rounder);
            let exact = _mm_cmpeq_pd(_mm_sub_pd(sum, rounder), magnitude);
            let above = _mm_cmpge_pd(magnitude, _mm_set1_pd(1e8));
            let below = _mm_cmplt_pd(magnitude, rounder);
            if _mm_movemask_pd(_mm_and_pd(exact, _mm_and_pd(above, below))) != 3 {
                return None;
            }
            let n = _mm_xor_si128(_mm_castpd_si128(sum), _mm_castpd_si128(rounder));
            // The quotient is below 2^26 and at least 10^-8 away from the next integer, so rounding does not reach it.
            let high = _mm_cvttpd_epi32(_mm_div_pd(magnitude, _mm_set1_pd(1e8)));
            Some(split(value, _mm_unpacklo_epi32(high, _mm_setzero_si128()), n))
        }
    }

    /// The digits of two numbers below 10^16 whose quotients by 10^8 are known.
    #[inline(always)]
    fn split(value: __m128d, quotient: __m128i, n: __m128i) -> Pair {
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            let rest = _mm_sub_epi64(n, _mm_mul_epu32(quotient, _mm_set1_epi64x(100_000_000)));
            let (first, second) = (halves(digits8(quotient)), halves(digits8(rest)));
            let negative = _mm_movemask_pd(_mm_cmplt_pd(value, _mm_setzero_pd()));
            Pair { negative: [negative & 1 != 0, negative & 2 != 0], first, second }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ROUNDER;
    use super::*;

    #[test]
    fn digits() {
        let edges = (0..=8).flat_map(|k| [10u64.pow(k) - 1, 10u64.pow(k) % 100_000_000]);
        for n in (0..100_000_000).step_by(9_973).chain(0..20_000).chain(edges) {
            let text = format!("{n:08}");
            let expected = u64::from_le_bytes(text.as_bytes().try_into().unwrap()) - ZEROS;
            assert_eq!(digits8(n), expected);
            assert_eq!(significant(digits8(n)), text.trim_end_matches('0').len());
            if n < 10_000 {
                assert_eq!(digits4(n), expected >> 32);
            }
        }
    }

    /// What this machine uses against its portable twin.
    #[test]
    fn twins() {
        let edges = [
            0.0,
            -0.0,
            0.5,
            1.0,
            9_999.0,
            10_000.0,
            99_999_999.0,
            1e8,
            1e8 + 0.5,
            2_147_483_648.0,
            -2_147_483_648.0,
            -9_999.0,
            -10_000.0,
            -99_999_999.0,
            -1e8,
            1e-6,
            9.9e-7,
            1e-8,
            1.5e-7,
            9_999_999.0,
            9_999_999.999_999_99,
            1e7,
            12.34,
            -0.000_001_23,
            ROUNDER,
            ROUNDER - 1.0,
            1e15,
            1.7e12,
            123_456_789_012.0,
            -5.0,
            f64::NAN,
            f64::INFINITY,
            f64::MAX,
            5e-324,
            0.1 + 0.2,
        ];
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 11
        };
        let others: Vec<f64> = (0..400_000u32)
            .map(|step| {
                (random() >> (step % 53)) as f64 / [1.0, 100.0, 1e6, 1e8, -1.0, 1e9][(random() % 6) as usize]
            })
            .collect();
        let all: Vec<f64> =
            edges.iter().flat_map(|&a| edges.iter().flat_map(move |&b| [a, b, b, a])).chain(others).collect();
        for values in all.as_chunks().0 {
            assert_eq!(integers(values), portable::integers(values), "{values:?}");
        }
        for values in all.as_chunks().0 {
            assert_eq!(decimals(values), portable::decimals(values), "{values:?}");
            assert_eq!(long_integers(values), portable::long_integers(values), "{values:?}");
            let [a, b] = values.map(|value| value.to_bits() % 10_000_000_000_000_000);
            assert_eq!(
                digits8_twice(a % 100_000_000, b % 100_000_000),
                portable::digits8_twice(a % 100_000_000, b % 100_000_000)
            );
            for n in [a, b, a / 100_000_000 * 100_000_000] {
                let mut texts = [[0; 16]; 2];
                // SAFETY: both have room for sixteen bytes.
                let counts = unsafe {
                    (store16(texts[0].as_mut_ptr(), n), portable::store16(texts[1].as_mut_ptr(), n))
                };
                assert_eq!((counts.0, texts[0]), (counts.1, texts[1]));
            }
        }
    }
}
