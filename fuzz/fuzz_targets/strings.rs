//! Escaping of any UTF-16 text, against a naive function.
#![no_main]

use fast_safe_json::escape::{push_escaped, push_quoted};
use fast_safe_json::output::NeedsWide;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // The first byte says how the others become units: as pairs, or each as one of Latin-1.
    let Some((&kind, data)) = data.split_first() else { return };
    let text: Vec<u16> = if kind % 2 == 0 {
        data.as_chunks::<2>().0.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect()
    } else {
        data.iter().map(|&byte| byte.into()).collect()
    };
    let expected = expected(&text);
    let mut wide = vec![1];
    assert_eq!(push_escaped(&mut wide, &text), Ok(()));
    assert_eq!(wide[1..], expected);
    wide.clear();
    assert_eq!(push_quoted(&mut wide, &text), Ok(()));
    assert_eq!(wide[1..wide.len() - 1], expected);

    let narrow: Result<Vec<u8>, _> = expected.iter().map(|&unit| u8::try_from(unit)).collect();
    let (mut out, mut quoted) = (vec![1u8], vec![1u8]);
    let results = [push_escaped(&mut out, &text), push_quoted(&mut quoted, &text)];
    match narrow {
        Ok(expected) => {
            assert_eq!(results, [Ok(()); 2]);
            assert_eq!(out[1..], expected);
            assert_eq!(quoted[2..quoted.len() - 1], expected);
        }
        Err(_) => {
            assert_eq!(results, [Err(NeedsWide); 2]);
            assert_eq!((out.len(), quoted.len()), (1, 1));
        }
    }
});

/// ECMA-262, 25.5.2.2 QuoteJSONString, without the quotes.
fn expected(text: &[u16]) -> Vec<u16> {
    let mut out = Vec::new();
    for unit in char::decode_utf16(text.iter().copied()) {
        match unit {
            Ok('\u{8}') => out.extend("\\b".encode_utf16()),
            Ok('\t') => out.extend("\\t".encode_utf16()),
            Ok('\n') => out.extend("\\n".encode_utf16()),
            Ok('\u{c}') => out.extend("\\f".encode_utf16()),
            Ok('\r') => out.extend("\\r".encode_utf16()),
            Ok(char @ ('"' | '\\')) => out.extend(['\\' as u16, char as u16]),
            Ok(char @ ..'\x20') => out.extend(format!("\\u{:04x}", char as u32).encode_utf16()),
            Ok(char) => out.extend_from_slice(char.encode_utf16(&mut [0; 2])),
            Err(lone) => out.extend(format!("\\u{:04x}", lone.unpaired_surrogate()).encode_utf16()),
        }
    }
    out
}
