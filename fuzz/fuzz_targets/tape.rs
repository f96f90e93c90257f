//! Any content of the tape's arrays: text or an error, never a panic; and the text is JSON unless raw
//! text or an odd gap went in.
#![no_main]

use fast_safe_json::print::{PrintError, Step, Style, Text, Value};
use fast_safe_json::tape::{extended, kind, Tape, KIND_BITS, MAX_GAP};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // Three lengths in 8 bytes each, then the gap, text, doubles and tokens.
    let Some((&[gap, text, doubles, keys], data)) = data.split_first_chunk() else { return };
    let (gap, data) = data.split_at((usize::from(gap) % (MAX_GAP + 2)).min(data.len()));
    let (text, data) = data.split_at((2 * usize::from(text)).min(data.len()));
    let (doubles, tokens) = data.split_at((8 * usize::from(doubles)).min(data.len()));
    let text: Vec<u16> = text.as_chunks::<2>().0.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect();
    let doubles: Vec<f64> =
        doubles.as_chunks::<8>().0.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect();
    // Tokens of two bytes, so that kinds and small payloads are likely; one of four where the payload is to be large.
    let tokens: Vec<i32> = tokens
        .as_chunks::<2>()
        .0
        .iter()
        .map(|&bytes| {
            let token = i32::from(i16::from_le_bytes(bytes));
            if token & 0x7000 == 0x7000 {
                token << 16 | token & 15
            } else {
                token
            }
        })
        .collect();

    let mut style = Style { max_length: 1 << 29, ..Style::default() };
    for (id, key) in text.chunks(5).take(usize::from(keys % 8)).enumerate() {
        style.keys.define(id, key).unwrap();
    }
    let gap: Vec<u16> = gap.iter().map(|&byte| if byte < 250 { b' '.into() } else { 0x3000 }).collect();
    if style.indent.set(&gap).is_err() {
        assert!(gap.len() > MAX_GAP);
        return;
    }

    let mut value = Value::default();
    let tape = || Tape { tokens: &tokens, doubles: &doubles, text: &text };
    let Some(whole) = print(&mut value, &mut tape(), &mut style) else { return };
    let raw = [kind::RAW, kind::EXTENDED | extended::RAW_OPEN << KIND_BITS];
    let raw =
        tokens.iter().any(|&token| token as u32 & ((1 << KIND_BITS) - 1) == raw[0] || token as u32 == raw[1]);
    if !raw && gap.iter().all(|&unit| unit == u16::from(b' ')) && nesting(&whole) < 100 {
        serde_json::from_str::<serde::de::IgnoredAny>(&whole).unwrap();
    }
    // Again, with what the first left behind.
    value.clear();
    assert_eq!(print(&mut value, &mut tape(), &mut style), Some(whole));
});

/// The text if the tape holds exactly one value and nothing to be walked.
fn print(value: &mut Value, tape: &mut Tape<'_>, style: &mut Style) -> Option<String> {
    match value.print(tape, style) {
        Ok(Step::End) => {}
        Ok(Step::Walk(_)) | Err(PrintError::Malformed(_) | PrintError::TooLong) => return None,
    }
    Some(match value.finished().ok()? {
        Text::Latin1(text) => text.iter().map(|&byte| char::from(byte)).collect(),
        Text::Utf16(text) => String::from_utf16(text).unwrap_or_else(|_| String::from_utf16_lossy(text)),
    })
}

fn nesting(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'[' || byte == b'{').count()
}
