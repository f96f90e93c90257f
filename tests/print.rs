//! The printer on tapes made by hand: what well-formed ones print, and that all others end in an error.

use fast_safe_json::print::{PrintError, Step, Style, Text, Value};
use fast_safe_json::tape::{extended, kind, Malformed, Tape, KIND_BITS};

fn token(kind: u32, payload: u32) -> i32 {
    (kind | payload << KIND_BITS) as i32
}

fn style(gap: Option<&str>) -> Style {
    let mut style = Style { max_length: 1 << 29, ..Style::default() };
    for (id, key) in ["", "id", "a\"b", "€"].into_iter().enumerate() {
        style.keys.define(id, &key.encode_utf16().collect::<Vec<_>>()).unwrap();
    }
    if let Some(gap) = gap {
        style.indent.set(&gap.encode_utf16().collect::<Vec<_>>()).unwrap();
    }
    style
}

fn text_of(value: &Value) -> Result<String, PrintError> {
    Ok(match value.finished()? {
        Text::Latin1(units) => units.iter().map(|&unit| char::from(unit)).collect(),
        Text::Utf16(units) => String::from_utf16(units).unwrap(),
    })
}

/// Prints the tokens in one piece, and again one token at a time.
fn print(tokens: &[i32], doubles: &[f64], text: &str, gap: Option<&str>) -> Result<String, PrintError> {
    let text: Vec<u16> = text.encode_utf16().collect();
    let mut whole = Value::default();
    let mut style = style(gap);
    whole.print(&mut Tape { tokens, doubles, text: &text }, &mut style)?;
    let expected = text_of(&whole);

    let mut pieces = Value::default();
    let mut rest = Tape { tokens, doubles, text: &text };
    while let Some(&first) = rest.tokens.first() {
        let length = if first == token(kind::EXTENDED, extended::TUPLES) { 3 } else { 1 };
        let (now, later) = rest.tokens.split_at(length);
        let mut one = Tape { tokens: now, ..rest };
        assert_eq!(pieces.print(&mut one, &mut style), Ok(Step::End));
        rest = Tape { tokens: later, doubles: one.doubles, text: one.text };
    }
    assert_eq!(text_of(&pieces), expected);
    expected
}

#[test]
fn well_formed() {
    use kind::*;
    let key = |id| token(KEYREF, id);
    let rows: &[(&[i32], &[f64], &str, &str)] = &[
        (&[token(NULL, 0)], &[], "", "null"),
        (&[token(TRUE, 0)], &[], "", "true"),
        (&[token(INT, (-5i32 as u32) & 0x0FFF_FFFF)], &[], "", "-5"),
        (&[token(DOUBLE, 0)], &[0.1], "", "0.1"),
        (&[token(DOUBLE, 0)], &[f64::NAN], "", "null"),
        (&[token(STRING, 3)], &[], "a\"é", "\"a\\\"é\""),
        (&[token(STRING, 1)], &[], "€", "\"€\""),
        (&[token(DATE, 0)], &[0.0], "", "\"1970-01-01T00:00:00.000Z\""),
        (&[token(OBJECT, 0), token(CLOSE, 0)], &[], "", "{}"),
        (&[token(ARRAY, 0), token(CLOSE, 0)], &[], "", "[]"),
        (&[token(NUMBERS, 2)], &[1.0, 2.5], "", "[1,2.5]"),
        (
            &[
                token(ARRAY, 0),
                token(EXTENDED, extended::TUPLES),
                2,
                2,
                token(NULL, 0),
                token(EXTENDED, extended::TUPLES),
                1,
                3,
                token(CLOSE, 0),
            ],
            &[1.0, 2.5, 3.0, 0.1 + 0.2, 5.0, 6.0, f64::NAN],
            "",
            "[[1,2.5],[3,0.30000000000000004],null,[5,6,null]]",
        ),
        (
            &[token(ARRAY, 0), token(RUN, 2), token(TRUE, 0), token(RUN, 1), token(CLOSE, 0)],
            &[1.0, 2.0, 3.0],
            "",
            "[1,2,true,3]",
        ),
        (
            &[
                token(OBJECT, 0),
                key(1),
                token(INT, 7),
                key(2),
                token(STRING, 1),
                key(3),
                token(NULL, 0),
                token(CLOSE, 0),
            ],
            &[],
            "x",
            "{\"id\":7,\"a\\\"b\":\"x\",\"€\":null}",
        ),
        (
            &[token(OBJECT, 0), token(KEY, 2), token(INT, 1), token(KEY, 1), token(INT, 2), token(CLOSE, 0)],
            &[],
            "k\n€",
            "{\"k\\n\":1,\"€\":2}",
        ),
        (&[token(ARRAY, 0), token(RAW, 3), token(RAW, 2), token(CLOSE, 0)], &[], "1e523", "[1e5,23]"),
        (
            &[
                token(ARRAY, 0),
                token(EXTENDED, extended::STRING_OPEN),
                token(STRING, 2),
                token(STRING, 1),
                token(EXTENDED, extended::STRING_CLOSE),
                token(INT, 1),
                token(CLOSE, 0),
            ],
            &[],
            "a\\€",
            "[\"a\\\\€\",1]",
        ),
        (
            &[
                token(EXTENDED, extended::RAW_OPEN),
                token(RAW, 1),
                token(RAW, 1),
                token(EXTENDED, extended::RAW_CLOSE),
            ],
            &[],
            "12",
            "12",
        ),
    ];
    for (tokens, doubles, text, expected) in rows {
        assert_eq!(print(tokens, doubles, text, None).as_deref(), Ok(*expected));
    }
}

#[test]
fn indentation() {
    use kind::*;
    let tokens = [
        token(OBJECT, 0),
        token(KEYREF, 1),
        token(NUMBERS, 2),
        token(KEYREF, 2),
        token(ARRAY, 0),
        token(OBJECT, 0),
        token(CLOSE, 0),
        token(EXTENDED, extended::TUPLES),
        2,
        1,
        token(ARRAY, 0),
        token(CLOSE, 0),
        token(STRING, 1),
        token(CLOSE, 0),
        token(CLOSE, 0),
    ];
    for gap in ["", " ", "  ", "\t", "→", "0123456789"] {
        let expected = format!(
            "{{\n{gap}\"id\": [\n{gap}{gap}1,\n{gap}{gap}2.5\n{gap}],\n{gap}\"a\\\"b\": [\n{gap}{gap}{{}},\n{gap}{gap}[\n{gap}{gap}{gap}7\n{gap}{gap}],\n{gap}{gap}[\n{gap}{gap}{gap}8.5\n{gap}{gap}],\n{gap}{gap}[],\n{gap}{gap}\"x\"\n{gap}]\n}}"
        );
        assert_eq!(print(&tokens, &[1.0, 2.5, 7.0, 8.5], "x", Some(gap)).as_deref(), Ok(&*expected));
    }
}

#[test]
fn deep_indentation() {
    let depth = 200;
    let mut tokens = vec![token(kind::ARRAY, 0); depth];
    tokens.extend(vec![token(kind::CLOSE, 0); depth]);
    let mut expected = String::new();
    for level in 0..depth {
        expected += "[";
        if level + 1 < depth {
            expected += "\n";
            expected += &" ".repeat(level + 1);
        }
    }
    for level in (0..depth).rev() {
        if level + 1 < depth {
            expected += "\n";
            expected += &" ".repeat(level);
        }
        expected += "]";
    }
    // The innermost one is empty.
    assert_eq!(print(&tokens, &[], "", Some(" ")).as_deref(), Ok(&*expected));
}

#[test]
fn malformed() {
    use kind::*;
    let rows: &[(&[i32], &[f64], &str)] = &[
        (&[], &[], ""),
        (&[token(CLOSE, 0)], &[], ""),
        (&[token(INT, 1), token(INT, 1)], &[], ""),
        (&[token(OBJECT, 0)], &[], ""),
        (&[token(OBJECT, 0), token(INT, 1)], &[], ""),
        (&[token(OBJECT, 0), token(KEYREF, 1), token(CLOSE, 0)], &[], ""),
        (&[token(OBJECT, 0), token(KEYREF, 1), token(KEYREF, 1)], &[], ""),
        (&[token(OBJECT, 0), token(KEYREF, 99)], &[], ""),
        (&[token(ARRAY, 0), token(KEYREF, 1)], &[], ""),
        (&[token(KEY, 1)], &[], "k"),
        (&[token(STRING, 2)], &[], "x"),
        (&[token(STRING, 0x0FFF_FFFF)], &[], "x"),
        (&[token(DOUBLE, 0)], &[], ""),
        (&[token(DATE, 0)], &[], ""),
        (&[token(RUN, 1)], &[1.0], ""),
        (&[token(NUMBERS, 0)], &[1.0], ""),
        (&[token(NUMBERS, 2)], &[1.0], ""),
        (&[token(RAW, 9)], &[], "x"),
        (&[token(EXTENDED, extended::STRING_CLOSE)], &[], ""),
        (&[token(EXTENDED, extended::RAW_CLOSE)], &[], ""),
        (&[token(EXTENDED, extended::STRING_OPEN), token(INT, 1)], &[], ""),
        (&[token(EXTENDED, extended::STRING_OPEN), token(EXTENDED, extended::RAW_CLOSE)], &[], ""),
        (&[token(EXTENDED, extended::STRING_OPEN)], &[], ""),
        (&[token(EXTENDED, extended::WALK)], &[], ""),
        (&[token(EXTENDED, extended::TUPLES), 1, 1], &[1.0], ""),
        (&[token(ARRAY, 0), token(EXTENDED, extended::TUPLES)], &[1.0], ""),
        (&[token(ARRAY, 0), token(EXTENDED, extended::TUPLES), 1], &[1.0], ""),
        (&[token(ARRAY, 0), token(EXTENDED, extended::TUPLES), 1, 2], &[1.0], ""),
        (&[token(ARRAY, 0), token(EXTENDED, extended::TUPLES), 0, 1], &[1.0], ""),
        (&[token(ARRAY, 0), token(EXTENDED, extended::TUPLES), 1, 0], &[1.0], ""),
        (&[token(ARRAY, 0), token(EXTENDED, extended::TUPLES), -1, 1], &[1.0], ""),
        (&[token(ARRAY, 0), token(EXTENDED, extended::TUPLES), i32::MAX, i32::MAX], &[1.0], ""),
        (&[token(EXTENDED, 99)], &[], ""),
    ];
    for (tokens, doubles, text) in rows {
        let text: Vec<u16> = text.encode_utf16().collect();
        let mut value = Value::default();
        let printed = value.print(&mut Tape { tokens, doubles, text: &text }, &mut style(None));
        assert!(printed.is_err() || value.finished().is_err(), "{tokens:?}");
    }
}

#[test]
fn a_value_to_walk_stops_the_printer() {
    let tokens = [token(kind::ARRAY, 0), token(kind::EXTENDED, extended::WALK), 7, token(kind::CLOSE, 0)];
    let mut tape = Tape { tokens: &tokens, doubles: &[], text: &[] };
    let mut value = Value::default();
    assert_eq!(value.print(&mut tape, &mut style(None)), Ok(Step::Walk(7)));
    assert_eq!(tape.tokens, &tokens[3..]);
}

#[test]
fn too_long() {
    let text = [0x61u16; 64];
    let tokens = [token(kind::STRING, 64)];
    let mut style = Style { max_length: 65, ..Style::default() };
    let mut value = Value::default();
    let printed = value.print(&mut Tape { tokens: &tokens, doubles: &[], text: &text }, &mut style);
    assert_eq!(printed, Err(PrintError::TooLong));
}

#[test]
fn a_gap_that_is_too_long() {
    assert_eq!(Style::default().indent.set(&[32; 11]), Err(PrintError::Malformed("a gap that is too long")));
    assert_eq!(PrintError::from(Malformed("why")), PrintError::Malformed("why"));
}

#[test]
fn keys_are_defined_in_order() {
    let mut style = style(None);
    assert_eq!(style.keys.define(5, &[0x61]), Err(PrintError::Malformed("a key whose id leaves others out")));
    // Again, in the place of the last but one.
    style.keys.define(2, &[0x62]).unwrap();
    let object =
        |id| [token(kind::OBJECT, 0), token(kind::KEYREF, id), token(kind::NULL, 0), token(kind::CLOSE, 0)];
    let mut print = |id| {
        let mut value = Value::default();
        value.print(&mut Tape { tokens: &object(id), doubles: &[], text: &[] }, &mut style)?;
        text_of(&value)
    };
    assert_eq!(print(2).as_deref(), Ok("{\"b\":null}"));
    assert_eq!(print(3), Err(PrintError::Malformed("an unknown key")));
}
