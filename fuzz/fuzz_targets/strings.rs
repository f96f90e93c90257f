//! Escaping of any UTF-16 text, against a naive function.
#![no_main]

use fast_safe_json::escape::{push_escaped, push_quoted};
use fast_safe_json::output::NeedsWide;
use libfuzzer_sys::fuzz_target;

#[path = "../../tests/support/string.rs"]
mod oracle;

fuzz_target!(|data: &[u8]| {
    // The first byte says how the others become units: as pairs, or each as one of Latin-1.
    let Some((&kind, data)) = data.split_first() else { return };
    let text: Vec<u16> = if kind % 2 == 0 {
        data.as_chunks::<2>().0.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect()
    } else {
        data.iter().map(|&byte| byte.into()).collect()
    };
    let quoted = oracle::expected(&text);
    let expected = &quoted[1..quoted.len() - 1];
    let mut wide = vec![1];
    assert_eq!(push_escaped(&mut wide, &text), Ok(()));
    assert_eq!(wide[1..], *expected);
    wide.clear();
    assert_eq!(push_quoted(&mut wide, &text), Ok(()));
    assert_eq!(wide[1..wide.len() - 1], *expected);

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
