//! String escaping against a naive function, and the output's own functions.

use fast_safe_json::escape::{push_escaped, push_quoted};
use fast_safe_json::output::{push_byte, push_bytes, push_part, push_units, widen, NeedsWide, Output, Unit};

#[path = "support/string.rs"]
mod oracle;
use oracle::expected;

/// Both units, with and without quotes, behind text that must stay.
fn check(text: &[u16]) {
    let expected = expected(text);
    check_unit::<u16>(text, &expected);
    check_unit::<u8>(text, &expected);
}

fn check_unit<U: Unit + std::fmt::Debug>(text: &[u16], expected: &[u16]) {
    let before = [U::from_byte(b'['); 3];
    let fits = U::WIDE || expected.iter().all(|&unit| unit <= 0xFF);
    let expected: Vec<U> = expected.iter().map(|&unit| U::truncate(unit)).collect();
    let inside = &expected[1..expected.len() - 1];
    for (push, expected) in [
        (push_quoted as fn(&mut Vec<U>, &[u16]) -> _, &expected[..]),
        (push_escaped as fn(&mut _, &_) -> _, inside),
    ] {
        let mut out = before.to_vec();
        let result = push(&mut out, text);
        assert_eq!(out[..3], before);
        if fits {
            assert_eq!(result, Ok(()));
            assert_eq!(&out[3..], expected, "{text:x?}");
        } else {
            assert_eq!(result, Err(NeedsWide), "{text:x?}");
            assert_eq!(out.len(), 3);
        }
    }
}

#[test]
fn every_unit_alone_and_inside() {
    for unit in 0..=u16::MAX {
        check(&[unit]);
        check(&[0x61, unit, 0x62]);
        let mut text = [0x61; 21];
        text[usize::from(unit) % 21] = unit;
        check(&text);
    }
}

#[test]
fn pairs_of_surrogates() {
    let units = [0x61, 0x22, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF];
    for a in units {
        for b in units {
            for c in units {
                check(&[a, b, c]);
                for length in [4, 7, 8, 15, 16, 17, 40] {
                    let mut text = vec![0x7A; length];
                    text[length - 3..].copy_from_slice(&[a, b, c]);
                    check(&text);
                    text.rotate_left(length - 3);
                    check(&text);
                }
            }
        }
    }
}

#[test]
fn every_length_and_position() {
    for length in 0..300 {
        let mut text: Vec<u16> = (0..length).map(|index| 0x23 + index as u16 % 0x38).collect();
        check(&text);
        for index in 0..length {
            let plain = text[index];
            for special in [0x0A, 0x22, 0xFF, 0x4E00, 0xD800] {
                text[index] = special;
                check(&text);
            }
            text[index] = plain;
        }
    }
}

#[test]
fn many_special_units() {
    let mut state = 1u64;
    let mut random = |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let units = [0x22, 0x5C, 0x0A, 0x1F, 0x61, 0x7F, 0xE9, 0xFF, 0xD83D, 0xDE00, 0x4E00];
    for step in 0..30_000 {
        let kinds = if step % 2 == 0 { 8 } else { 11 };
        let text: Vec<u16> = (0..random(100))
            .map(|_| if random(4) == 0 { units[random(kinds) as usize] } else { 0x62 + random(20) as u16 })
            .collect();
        check(&text);
    }
}

#[test]
fn bytes_and_units_as_they_are() {
    let bytes: Vec<u8> = (0..200).map(|index| index as u8 ^ 0x80).collect();
    for start in 0..40 {
        for end in start..bytes.len() {
            let part = &bytes[start..end];
            let wide: Vec<u16> = part.iter().map(|&byte| byte.into()).collect();
            let (mut narrow_out, mut wide_out) = (vec![1u8], vec![1u16]);
            push_bytes(&mut narrow_out, part);
            push_bytes(&mut wide_out, part);
            assert_eq!((&narrow_out[1..], &wide_out[1..]), (part, &wide[..]));
            push_part(&mut narrow_out, &bytes, start, end);
            push_part(&mut wide_out, &bytes, start, end);
            assert_eq!(narrow_out[1..], [part, part].concat());
            assert_eq!(wide_out[1..], [&wide[..], &wide[..]].concat());
            let (mut narrow_out, mut wide_out) = (vec![1u8], vec![1u16]);
            assert_eq!(push_units(&mut narrow_out, &wide), Ok(()));
            assert_eq!(push_units(&mut wide_out, &wide), Ok(()));
            widen(part, &mut wide_out);
            push_byte(&mut wide_out, 0xFE);
            assert_eq!(narrow_out[1..], *part);
            assert_eq!(wide_out[1..], [&wide[..], &wide[..], &[0xFE]].concat());
        }
    }
    let mut out = vec![1u8];
    for (start, end) in
        [(5, 4), (201, 201), (0, 201), (usize::MAX, 0), (200, usize::MAX), (usize::MAX - 3, 5)]
    {
        push_part(&mut out, &bytes, start, end);
    }
    for index in 0..50 {
        let mut text = vec![0xFF; 50];
        text[index] = 0x100;
        assert_eq!(push_units(&mut out, &text), Err(NeedsWide));
    }
    assert_eq!(out, [1]);
}

#[test]
fn memory_is_given_back() {
    let fill = |output: &mut Output, length: usize| {
        output.latin1.resize(length, 0);
        output.utf16.resize(length / 2, 0);
        output.settle();
        assert!(output.latin1.is_empty() && output.utf16.is_empty());
    };
    let mut output = Output::default();
    fill(&mut output, 1000);
    assert!(output.latin1.capacity() >= 1000);
    // Large results in a row keep their buffer; small ones after them lose it.
    for _ in 0..300 {
        fill(&mut output, 4 * Output::KEEP);
        assert!(output.latin1.capacity() >= 4 * Output::KEEP);
    }
    for _ in 0..2 * Output::WINDOW {
        fill(&mut output, 1000);
    }
    assert!(output.latin1.capacity() <= Output::KEEP && 2 * output.utf16.capacity() <= Output::KEEP);
    // A huge one loses it at once.
    fill(&mut output, 2 * Output::HUGE + 2);
    assert!(output.latin1.capacity() <= Output::HUGE && 2 * output.utf16.capacity() <= Output::HUGE);
}

/// A string with text behind it is printed as it is alone, whatever the text behind it holds.
#[test]
fn heads_of_a_text() {
    use fast_safe_json::escape::push_quoted_head;
    let specials = [0x41u16, 0x22, 0x5C, 0x0A, 0x1F, 0x20, 0x7F, 0xE9, 0xFF, 0x100, 0xD800, 0xDC00, 0xFFFF];
    for total in 0..70usize {
        for at in 0..=total {
            for &special in &specials {
                let mut text: Vec<u16> = (0..total).map(|i| 0x61 + (i % 26) as u16).collect();
                if let Some(unit) = text.get_mut(at) {
                    *unit = special;
                }
                for length in [0, 1, 7, 15, 16, 17, 31, 32, 33, total] {
                    let alone = &text[..length.min(total)];
                    let (mut narrow, mut expected) = (b"x".to_vec(), b"x".to_vec());
                    let result = push_quoted_head(&mut narrow, &text, length);
                    assert_eq!(result, push_quoted(&mut expected, alone));
                    assert_eq!(narrow, expected);
                    let (mut wide, mut expected) = (vec![0x78u16], vec![0x78u16]);
                    assert_eq!(push_quoted_head(&mut wide, &text, length), Ok(()));
                    assert_eq!(push_quoted(&mut expected, alone), Ok(()));
                    assert_eq!(wide, expected);
                }
            }
        }
    }
}
