//! The text of a string, for the tests and the fuzz targets.

/// ECMA-262, 25.5.2.2 QuoteJSONString.
pub fn expected(text: &[u16]) -> Vec<u16> {
    let mut out = vec![0x22];
    for unit in char::decode_utf16(text.iter().copied()) {
        match unit {
            Ok('\u{8}') => out.extend("\\b".encode_utf16()),
            Ok('\t') => out.extend("\\t".encode_utf16()),
            Ok('\n') => out.extend("\\n".encode_utf16()),
            Ok('\u{c}') => out.extend("\\f".encode_utf16()),
            Ok('\r') => out.extend("\\r".encode_utf16()),
            Ok('"') => out.extend("\\\"".encode_utf16()),
            Ok('\\') => out.extend("\\\\".encode_utf16()),
            Ok(char @ ..'\x20') => out.extend(format!("\\u{:04x}", char as u32).encode_utf16()),
            Ok(char) => out.extend_from_slice(char.encode_utf16(&mut [0; 2])),
            Err(lone) => out.extend(format!("\\u{:04x}", lone.unpaired_surrogate()).encode_utf16()),
        }
    }
    out.push(0x22);
    out
}
