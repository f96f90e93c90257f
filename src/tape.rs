//! The tape: what the flattener in JavaScript writes and a printer reads, decoded with every bound checked.
//!
//! A tape is a slice of 32-bit tokens, a slice of doubles and a slice of UTF-16 text. A token's low 4 bits are its
//! kind, the 28 above a payload. `lib/tape.js` holds the same table for JavaScript, and a test compares the two.
//!
//! Nothing about the content is taken for granted: tokens that make no sense, or ask for more doubles or text than
//! there are, end in [`Malformed`].

use std::num::NonZeroUsize;
use std::slice;

/// Number of this layout of tokens, header and calls; to be raised with every change, here and in `lib/tape.js`, so that an
/// addon that was built before is not loaded.
pub const LAYOUT: u32 = 3;

/// Bits of a token that say its kind.
pub const KIND_BITS: u32 = 4;

/// Token kinds, as in `lib/tape.js`.
pub mod kind {
    #![allow(missing_docs)]
    pub const NULL: u32 = 0;
    pub const TRUE: u32 = 1;
    pub const FALSE: u32 = 2;
    pub const INT: u32 = 3;
    pub const DOUBLE: u32 = 4;
    pub const STRING: u32 = 5;
    pub const DATE: u32 = 6;
    pub const OBJECT: u32 = 7;
    pub const ARRAY: u32 = 8;
    pub const CLOSE: u32 = 9;
    pub const KEY: u32 = 10;
    pub const KEYREF: u32 = 11;
    pub const RUN: u32 = 12;
    pub const NUMBERS: u32 = 13;
    pub const RAW: u32 = 14;
    pub const EXTENDED: u32 = 15;
}

/// Payloads of an `EXTENDED` token, as in `lib/tape.js`.
pub mod extended {
    #![allow(missing_docs)]
    pub const STRING_OPEN: u32 = 0;
    pub const STRING_CLOSE: u32 = 1;
    pub const RAW_OPEN: u32 = 2;
    pub const RAW_CLOSE: u32 = 3;
    pub const WALK: u32 = 4;
    pub const TUPLES: u32 = 5;
}

/// The tokens' array begins with this many integers of header.
pub const HEADER_LENGTH: usize = 32;

/// Indices of the header's fields, as in `lib/tape.js`.
pub mod header {
    #![allow(missing_docs)]
    pub const FROM: usize = 0;
    pub const TO: usize = 1;
    pub const DOUBLES_FROM: usize = 2;
    pub const DOUBLES_TO: usize = 3;
    pub const LEVEL: usize = 4;
    pub const LAST: usize = 5;
    pub const TEXT_LENGTH: usize = 6;
    pub const LINES: usize = 7;
    pub const GAP: usize = 8;
}

/// The longest indentation per level, in UTF-16 units.
pub const MAX_GAP: usize = 10;

/// One step of printing: what a token stands for, with what belongs to it. Printing a tape does not make these; they are
/// for steps that come from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer of 28 bits.
    Int(i32),
    /// Any other number; `null` if it is not finite.
    Double(f64),
    /// A string; inside `StringOpen` … `StringClose` a part of one.
    String(&'a [u16]),
    /// A date by its epoch value in milliseconds.
    Date(f64),
    /// Opens an object: keys and values follow in turn.
    Object,
    /// Opens an array.
    Array,
    /// Closes the innermost container.
    Close,
    /// A key.
    Key(&'a [u16]),
    /// A key by its id in the table of keys.
    KeyRef(u32),
    /// At least one element of the open array.
    Run(&'a [f64]),
    /// A whole array of at least one number.
    Numbers(&'a [f64]),
    /// At least one element of the open array, each an array of so many numbers.
    Tuples(&'a [f64], NonZeroUsize),
    /// JSON already; inside `RawOpen` … `RawClose` a part of it.
    Raw(&'a [u16]),
    /// A long string begins; `String` parts follow.
    StringOpen,
    /// It ends.
    StringClose,
    /// Long JSON text begins; `Raw` parts follow.
    RawOpen,
    /// It ends.
    RawClose,
    /// A value to be walked through handles: its index in the list that goes with the tape.
    Walk(u32),
}

/// A tape that cannot be printed, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed(pub &'static str);

/// What is to be printed.
#[derive(Clone, Copy, Debug)]
pub struct Tape<'a> {
    /// Tokens, without the header.
    pub tokens: &'a [i32],
    /// Doubles, taken in order by the tokens that need some.
    pub doubles: &'a [f64],
    /// UTF-16 text, taken in order.
    pub text: &'a [u16],
}

/// One token.
#[derive(Clone, Copy, Debug)]
pub struct Token(u32);

impl Token {
    /// One of [`kind`].
    #[inline(always)]
    pub fn kind(self) -> u32 {
        self.0 & ((1 << KIND_BITS) - 1)
    }

    /// The payload, unsigned.
    #[inline(always)]
    pub fn payload(self) -> usize {
        (self.0 >> KIND_BITS) as usize
    }

    /// The payload as a signed integer.
    #[inline(always)]
    pub fn signed_payload(self) -> i32 {
        self.0 as i32 >> KIND_BITS
    }
}

/// Takes a tape apart. What is taken is gone.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    // An iterator is one address that moves and one that does not; a slice has two numbers to be changed.
    tokens: slice::Iter<'a, i32>,
    doubles: slice::Iter<'a, f64>,
    text: &'a [u16],
}

impl<'a> Reader<'a> {
    /// Begins with the first token.
    #[inline(always)]
    pub fn new(tape: &Tape<'a>) -> Self {
        Reader { tokens: tape.tokens.iter(), doubles: tape.doubles.iter(), text: tape.text }
    }

    /// What is left.
    #[inline(always)]
    pub fn rest(&self) -> Tape<'a> {
        Tape { tokens: self.tokens.as_slice(), doubles: self.doubles.as_slice(), text: self.text }
    }

    /// The next token, or `None` at the end.
    #[inline(always)]
    pub fn take_token(&mut self) -> Option<Token> {
        self.tokens.next().map(|&token| Token(token as u32))
    }

    /// Takes a key of the table, if that and another token are next; the other one stays, and comes with it.
    #[inline(always)]
    pub fn take_key(&mut self) -> Option<(Token, Token)> {
        let [key, rest @ ..] = self.tokens.as_slice() else { return None };
        let (key, value) = (Token(*key as u32), Token(*rest.first()? as u32));
        if key.kind() != kind::KEYREF {
            return None;
        }
        self.tokens = rest.iter();
        Some((key, value))
    }

    /// Takes the next token, if it is a string.
    #[inline(always)]
    pub fn take_string(&mut self) -> Option<Token> {
        let [token, rest @ ..] = self.tokens.as_slice() else { return None };
        let token = Token(*token as u32);
        if token.kind() != kind::STRING {
            return None;
        }
        self.tokens = rest.iter();
        Some(token)
    }

    /// Takes a token that was seen already.
    #[inline(always)]
    pub fn skip_token(&mut self) {
        self.tokens.next();
    }

    /// What an `EXTENDED` token with this payload stands for.
    #[cold]
    pub fn extended(&mut self, which: u32) -> Result<Op<'a>, Malformed> {
        Ok(match which {
            extended::STRING_OPEN => Op::StringOpen,
            extended::STRING_CLOSE => Op::StringClose,
            extended::RAW_OPEN => Op::RawOpen,
            extended::RAW_CLOSE => Op::RawClose,
            extended::WALK => Op::Walk(self.take_integer()?),
            extended::TUPLES => {
                let (count, width) = (self.take_integer()? as usize, self.take_integer()? as usize);
                let Some(width) = NonZeroUsize::new(width) else { return Err(Malformed("empty tuples")) };
                let values =
                    count.checked_mul(width.get()).ok_or(Malformed("more numbers than there are"))?;
                Op::Tuples(self.take_doubles(values)?, width)
            }
            _ => return Err(Malformed("an unknown token")),
        })
    }

    /// The next token, which is a plain integer.
    fn take_integer(&mut self) -> Result<u32, Malformed> {
        let &integer = self.tokens.next().ok_or(Malformed("the tape ends inside a token"))?;
        u32::try_from(integer).map_err(|_| Malformed("a negative number in a token"))
    }

    /// The next double.
    #[inline(always)]
    pub fn take_double(&mut self) -> Result<f64, Malformed> {
        self.doubles.next().copied().ok_or(Malformed("more numbers than there are"))
    }

    /// The next `count` doubles; at least one.
    #[inline(always)]
    pub fn take_doubles(&mut self, count: usize) -> Result<&'a [f64], Malformed> {
        if count == 0 {
            return Err(Malformed("an empty run"));
        }
        let (values, rest) = self
            .doubles
            .as_slice()
            .split_at_checked(count)
            .ok_or(Malformed("more numbers than there are"))?;
        self.doubles = rest.iter();
        Ok(values)
    }

    /// The text from here on, if it has `length` units, which are taken.
    #[inline(always)]
    pub fn take_text_head(&mut self, length: usize) -> Result<&'a [u16], Malformed> {
        let text = self.text;
        self.text = text.get(length..).ok_or(Malformed("more text than there is"))?;
        Ok(text)
    }

    /// The next `length` units of text.
    #[inline(always)]
    pub fn take_text(&mut self, length: usize) -> Result<&'a [u16], Malformed> {
        let (text, rest) = self.text.split_at_checked(length).ok_or(Malformed("more text than there is"))?;
        self.text = rest;
        Ok(text)
    }
}
