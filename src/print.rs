//! The printer: tape → JSON text. It knows separators, keys and indentation, and nothing of what values mean.
//!
//! [`Value`] is the text of one value as far as it is printed. It is written in Latin-1 until an operation needs a
//! wider unit: that operation leaves the output as it was and answers [`NeedsWide`], the output is widened once, and
//! the operation is done again in UTF-16. Thus the loops below are compiled twice and test for nothing.

use std::num::NonZeroUsize;

use crate::date::push_date;
use crate::escape::{push_escaped, push_quoted, push_quoted_head};
use crate::number::{push_f64, push_i32, push_run, push_tuples};
use crate::output::{
    push_byte, push_bytes, push_head, push_part, push_units, widen, Append, NeedsWide, Output, Tail, Unit,
    SHORT,
};
use crate::tape::{kind, Malformed, Op, Reader, Tape, Token, MAX_GAP};

/// Why a value cannot be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintError {
    /// The tape makes no sense.
    Malformed(&'static str),
    /// The text would be longer than the longest string of the engine.
    TooLong,
}

impl From<Malformed> for PrintError {
    fn from(error: Malformed) -> Self {
        PrintError::Malformed(error.0)
    }
}

/// Why an operation was not done.
enum Stop {
    NeedsWide,
    Error(PrintError),
}

impl From<NeedsWide> for Stop {
    #[inline]
    fn from(_: NeedsWide) -> Self {
        Stop::NeedsWide
    }
}

impl From<Malformed> for Stop {
    #[cold]
    fn from(error: Malformed) -> Self {
        Stop::Error(error.into())
    }
}

#[cold]
const fn malformed(why: &'static str) -> Stop {
    Stop::Error(PrintError::Malformed(why))
}

/// How [`Value::print`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The tape is used up.
    End,
    /// A value is to be walked through handles, here: its index.
    Walk(u32),
}

/// The known keys by id, each escaped and quoted, with the colon and a space behind.
#[derive(Debug, Default)]
pub struct Keys {
    entries: Vec<KeyEntry>,
    /// Texts that are too long for `KeyEntry`, one after the other,
    latin1: Vec<u8>,
    /// and those with wider units.
    utf16: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
struct KeyEntry {
    /// The text, if it is Latin-1 and has room, so that it is copied whole whatever its length,
    text: [u8; SHORT],
    /// and its length; 0: it is elsewhere.
    length: u8,
    wide: bool,
    start: u32,
    end: u32,
}

impl Keys {
    /// Adds a key after `id` others; those there may be from `id` on are forgotten.
    pub fn define(&mut self, id: usize, key: &[u16]) -> Result<(), PrintError> {
        if id > self.entries.len() {
            return Err(PrintError::Malformed("a key whose id leaves others out"));
        }
        self.entries.truncate(id);
        let mut entry = KeyEntry { text: [0; SHORT], length: 0, wide: false, start: 0, end: 0 };
        let (start, end);
        let mut text = Vec::new();
        if push_quoted::<u8>(&mut text, key).is_ok() {
            push_bytes(&mut text, b": ");
            start = self.latin1.len();
            match entry.text.get_mut(..text.len()) {
                Some(place) => {
                    place.copy_from_slice(&text);
                    entry.length = text.len() as u8;
                }
                None => self.latin1.append(&mut text),
            }
            end = self.latin1.len();
        } else {
            entry.wide = true;
            start = self.utf16.len();
            // UTF-16 holds every unit.
            let _ = push_quoted(&mut self.utf16, key);
            push_bytes(&mut self.utf16, b": ");
            end = self.utf16.len();
        }
        let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(end)) else {
            return Err(PrintError::TooLong);
        };
        self.entries.push(KeyEntry { start, end, ..entry });
        Ok(())
    }

    /// Forgets all keys.
    pub fn reset(&mut self) {
        self.entries.clear();
        self.latin1.clear();
        self.utf16.clear();
    }

    /// Appends key `id`, behind a comma or not; in compact text without the space behind.
    #[inline(always)]
    fn push<U: Unit, const PRETTY: bool>(
        &self,
        out: &mut Tail<'_, U>,
        id: usize,
        comma: bool,
    ) -> Result<(), Stop> {
        let Some(entry) = self.entries.get(id) else { return Err(malformed("an unknown key")) };
        let space = usize::from(!PRETTY);
        let length = usize::from(entry.length);
        if length > 0 {
            push_head(out, comma, &entry.text, length - space);
            return Ok(());
        }
        let range = entry.start as usize..entry.end as usize - space;
        out.with_vec(|vec| {
            if comma {
                push_byte(vec, b',');
            }
            if entry.wide {
                push_units(vec, self.utf16.get(range).unwrap_or_default())?;
            } else {
                push_bytes(vec, self.latin1.get(range).unwrap_or_default());
            }
            Ok(())
        })
    }
}

const PADDING: usize = 32;

/// The indentation: a line break and the gap, as often as a value is deep.
#[derive(Debug, Default)]
pub struct Indent {
    pretty: bool,
    gap: [u16; MAX_GAP],
    length: usize,
    /// Whether a unit of the gap is above Latin-1.
    wide: bool,
    /// A comma, a line break and gaps for the deepest line so far, at least `PADDING` of them; one of the two is used.
    latin1: Vec<u8>,
    utf16: Vec<u16>,
}

impl Indent {
    /// No line breaks and no indentation from now on.
    pub fn set_compact(&mut self) {
        self.pretty = false;
    }

    /// Line breaks from now on, and that gap per level.
    pub fn set(&mut self, gap: &[u16]) -> Result<(), PrintError> {
        let Some(place) = self.gap.get_mut(..gap.len()) else {
            return Err(PrintError::Malformed("a gap that is too long"));
        };
        self.pretty = true;
        if !self.latin1.is_empty() && self.length == gap.len() && place == gap {
            return Ok(());
        }
        place.copy_from_slice(gap);
        self.length = gap.len();
        self.wide = gap.iter().any(|&unit| unit > 0xFF);
        self.utf16.clear();
        self.latin1.clear();
        self.latin1.extend(*b",\n");
        if self.length == 0 {
            self.latin1.extend([0; PADDING]);
        }
        self.grow(2 + PADDING);
        Ok(())
    }

    fn is_pretty(&self) -> bool {
        self.pretty
    }

    /// `,`, the line break and the indentation of `depth`, for Latin-1 gaps; else `None`.
    fn separator(&mut self, depth: usize) -> Option<&[u8]> {
        if self.wide {
            return None;
        }
        let end = 2 + depth * self.length;
        self.grow(end);
        self.latin1.get(..end)
    }

    /// Makes the Latin-1 line at least so long.
    fn grow(&mut self, length: usize) {
        while self.latin1.len() < length && self.length > 0 {
            self.latin1.extend(self.gap.iter().take(self.length).map(|&unit| unit as u8));
        }
    }

    #[inline(never)]
    fn push_long_line<U: Unit>(&mut self, out: &mut Vec<U>, depth: usize, comma: bool) -> Result<(), Stop> {
        if let Some(separator) = self.separator(depth) {
            push_bytes(out, separator.get(usize::from(!comma)..).unwrap_or_default());
            return Ok(());
        }
        let end = 2 + depth * self.length;
        if self.utf16.is_empty() {
            self.utf16.extend([u16::from(b','), u16::from(b'\n')]);
        }
        while self.utf16.len() < end {
            self.utf16.extend(self.gap.iter().take(self.length));
        }
        push_units(out, self.utf16.get(usize::from(!comma)..end).unwrap_or_default())?;
        Ok(())
    }
}

/// What may come next, and what must be written before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Context {
    /// The root value.
    #[default]
    Root,
    /// The first element of an array, or its end.
    FirstElement,
    /// A later element, or the array's end.
    Element,
    /// The first key of an object, or its end.
    FirstKey,
    /// A later key, or the object's end.
    Key,
    /// A member's value.
    Member,
    /// Parts of a string.
    StringParts,
    /// Parts of JSON text.
    RawParts,
    /// Nothing: the root value has ended.
    Done,
}

/// Where printing stands in the value's structure.
#[derive(Debug, Default)]
struct Place {
    context: Context,
    /// For each open container the context behind it.
    open: Vec<Context>,
    /// The context behind the string or JSON text that comes in parts.
    after_parts: Context,
}

/// The text of a value, as far as it is printed.
#[derive(Debug, Default)]
pub struct Value {
    place: Place,
    out: Output,
    /// Whether the text is in `out.utf16`.
    wide: bool,
}

/// Text of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text<'a> {
    /// Latin-1 units.
    Latin1(&'a [u8]),
    /// UTF-16 units.
    Utf16(&'a [u16]),
}

/// What printing goes by.
#[derive(Debug, Default)]
pub struct Style {
    /// The table of keys.
    pub keys: Keys,
    /// The indentation.
    pub indent: Indent,
    /// The longest text allowed, in units.
    pub max_length: usize,
}

/// Levels of nesting for which room is kept between values.
const KEEP_LEVELS: usize = 1 << 16;

impl Value {
    /// Prints a tape to its end, or until a value is to be walked.
    pub fn print(&mut self, tape: &mut Tape<'_>, style: &mut Style) -> Result<Step, PrintError> {
        loop {
            let stop = match (self.wide, style.indent.is_pretty()) {
                (false, false) => print::<u8, false>(&mut self.out.latin1, &mut self.place, tape, style),
                (false, true) => print::<u8, true>(&mut self.out.latin1, &mut self.place, tape, style),
                (true, false) => print::<u16, false>(&mut self.out.utf16, &mut self.place, tape, style),
                (true, true) => print::<u16, true>(&mut self.out.utf16, &mut self.place, tape, style),
            };
            match stop {
                Ok(step) => return Ok(step),
                Err(Stop::Error(error)) => return Err(error),
                Err(Stop::NeedsWide) => self.widen(),
            }
        }
    }

    /// Does one step. For what is walked through handles.
    pub fn write(&mut self, op: Op<'_>, style: &mut Style) -> Result<(), PrintError> {
        loop {
            let stop = match (self.wide, style.indent.is_pretty()) {
                (false, false) => write::<u8, false>(&mut self.out.latin1, &mut self.place, op, style),
                (false, true) => write::<u8, true>(&mut self.out.latin1, &mut self.place, op, style),
                (true, false) => write::<u16, false>(&mut self.out.utf16, &mut self.place, op, style),
                (true, true) => write::<u16, true>(&mut self.out.utf16, &mut self.place, op, style),
            };
            match stop {
                Ok(()) => return Ok(()),
                Err(Stop::Error(error)) => return Err(error),
                Err(Stop::NeedsWide) => self.widen(),
            }
        }
    }

    #[cold]
    fn widen(&mut self) {
        widen(&self.out.latin1, &mut self.out.utf16);
        self.out.latin1 = Vec::new();
        self.wide = true;
    }

    /// The text so far.
    pub fn text(&self) -> Text<'_> {
        if self.wide {
            Text::Utf16(&self.out.utf16)
        } else {
            Text::Latin1(&self.out.latin1)
        }
    }

    /// The text of a value that is printed to its end.
    pub fn finished(&self) -> Result<Text<'_>, PrintError> {
        if self.place.context == Context::Done {
            Ok(self.text())
        } else {
            Err(PrintError::Malformed("the value does not end"))
        }
    }

    /// Makes room for another value; memory is kept for it within limits.
    pub fn clear(&mut self) {
        self.place.context = Context::Root;
        self.place.open.clear();
        self.place.open.shrink_to(KEEP_LEVELS);
        self.wide = false;
        self.out.settle();
    }
}

/// Prints to one kind of output in one style. Copies of what is read and written for each token, so that the compiler
/// can keep them in registers.
struct Writer<'a, U, const PRETTY: bool> {
    out: Tail<'a, U>,
    context: Context,
    open: &'a mut Vec<Context>,
    after_parts: &'a mut Context,
    keys: &'a Keys,
    indent: &'a mut Indent,
    max_length: usize,
}

/// Prints the tape to its end or a walk. When it stops for a wider output, all is left as it was at the beginning: what a
/// tape holds is little, and it happens once a value.
fn print<U: Unit, const PRETTY: bool>(
    out: &mut Vec<U>,
    place: &mut Place,
    tape: &mut Tape<'_>,
    style: &mut Style,
) -> Result<Step, Stop> {
    let start = out.len();
    let open_before = if U::WIDE { Vec::new() } else { place.open.clone() };
    let after_parts_before = place.after_parts;
    let mut rest = Reader::new(tape);
    let mut writer = Writer::<U, PRETTY>::new(out, place, style);
    let result = writer.print(&mut rest);
    let context = writer.context;
    writer.out.finish();
    if matches!(result, Err(Stop::NeedsWide)) {
        out.truncate(start);
        place.open = open_before;
        place.after_parts = after_parts_before;
        return result;
    }
    *tape = rest.rest();
    place.context = context;
    if out.len() > style.max_length {
        return Err(Stop::Error(PrintError::TooLong));
    }
    result
}

/// Does one step, or leaves `out` and `place` as they were.
fn write<U: Unit, const PRETTY: bool>(
    out: &mut Vec<U>,
    place: &mut Place,
    op: Op<'_>,
    style: &mut Style,
) -> Result<(), Stop> {
    let start = out.len();
    let mut writer = Writer::<U, PRETTY>::new(out, place, style);
    let result = writer.write(op);
    let context = writer.context;
    let length = writer.out.length();
    writer.out.finish();
    if let Err(stop) = result {
        out.truncate(start);
        return Err(stop);
    }
    place.context = context;
    if length > style.max_length {
        return Err(Stop::Error(PrintError::TooLong));
    }
    Ok(())
}

impl<'a, U: Unit, const PRETTY: bool> Writer<'a, U, PRETTY> {
    fn new(out: &'a mut Vec<U>, place: &'a mut Place, style: &'a mut Style) -> Self {
        let Place { context, open, after_parts } = place;
        let Style { keys, indent, max_length } = style;
        Writer {
            out: Tail::new(out),
            context: *context,
            open,
            after_parts,
            keys,
            indent,
            max_length: *max_length,
        }
    }

    /// Does what is rare, in a function of its own. That gets a writer of its own, so that the address of this one is not
    /// given away, which keeps its fields in registers.
    #[inline(always)]
    fn rarely<R>(&mut self, what: impl FnOnce(&mut Writer<'_, U, PRETTY>) -> R) -> R {
        self.out.with_vec(|vec| {
            let mut writer = Writer {
                out: Tail::new(vec),
                context: self.context,
                open: self.open,
                after_parts: self.after_parts,
                keys: self.keys,
                indent: self.indent,
                max_length: self.max_length,
            };
            let result = what(&mut writer);
            self.context = writer.context;
            writer.out.finish();
            result
        })
    }

    /// Does what the tape says, to its end or a walk.
    #[inline(always)]
    fn print(&mut self, tape: &mut Reader<'_>) -> Result<Step, Stop> {
        loop {
            if let Some(member) = tape.take_key() {
                self.members(tape, member)?;
            }
            let Some(token) = tape.take_token() else { return Ok(Step::End) };
            match token.kind() {
                kind::STRING if matches!(self.context, Context::Element | Context::FirstElement) => {
                    self.strings(tape, token)?
                }
                kind::KEY => {
                    let length = token.payload();
                    self.key_head(tape.take_text_head(length)?, length)?;
                }
                kind::INT => self.int(token.signed_payload())?,
                kind::NULL => self.literal(b"null")?,
                kind::TRUE => self.literal(b"true")?,
                kind::FALSE => self.literal(b"false")?,
                kind::DOUBLE => self.double(tape.take_double()?)?,
                kind::DATE => self.date(tape.take_double()?)?,
                kind::OBJECT => self.open(b'{', Context::FirstKey)?,
                kind::ARRAY => self.open(b'[', Context::FirstElement)?,
                kind::CLOSE => self.close()?,
                _ => {
                    let mut rest = tape.clone();
                    let step = self.rarely(|writer| writer.rare(token, &mut rest));
                    *tape = rest;
                    if let Some(step) = step? {
                        return Ok(step);
                    }
                }
            }
        }
    }

    /// What the rarer tokens say.
    #[inline(never)]
    fn rare(&mut self, token: Token, tape: &mut Reader<'_>) -> Result<Option<Step>, Stop> {
        let size = token.payload();
        match token.kind() {
            kind::STRING => self.string(tape.take_text(size)?)?,
            kind::KEYREF => self.key_ref(size)?,
            kind::RUN => self.run(tape.take_doubles(size)?)?,
            kind::NUMBERS => self.numbers(tape.take_doubles(size)?)?,
            kind::RAW => self.raw(tape.take_text(size)?)?,
            _ => match tape.extended(size as u32)? {
                Op::Walk(index) => return Ok(Some(Step::Walk(index))),
                op => self.write(op)?,
            },
        }
        Ok(None)
    }

    /// Members of the open object, as long as their keys are those of the table and their values short: what comes before
    /// each need not be asked.
    #[inline(always)]
    fn members(&mut self, tape: &mut Reader<'_>, member: (Token, Token)) -> Result<(), Stop> {
        let mut comma = self.begin_key()?;
        let (mut key, mut value) = member;
        loop {
            if PRETTY {
                self.line(0, comma)?;
            }
            self.keys.push::<U, PRETTY>(&mut self.out, key.payload(), !PRETTY && comma)?;
            match value.kind() {
                kind::STRING => {
                    let length = value.payload();
                    push_quoted_head(&mut self.out, tape.take_text_head(length)?, length)?;
                }
                kind::INT => push_i32(&mut self.out, value.signed_payload()),
                kind::DOUBLE => push_f64(&mut self.out, tape.take_double()?),
                kind::DATE => push_date(&mut self.out, tape.take_double()?),
                kind::NULL => push_bytes(&mut self.out, b"null"),
                kind::TRUE => push_bytes(&mut self.out, b"true"),
                kind::FALSE => push_bytes(&mut self.out, b"false"),
                _ => return Ok(()),
            }
            tape.skip_token();
            let Some(next) = tape.take_key() else { break };
            (key, value) = next;
            comma = true;
        }
        self.context = Context::Key;
        Ok(())
    }

    /// Strings, one after the other, as elements of the open array.
    #[inline(always)]
    fn strings(&mut self, tape: &mut Reader<'_>, mut token: Token) -> Result<(), Stop> {
        loop {
            self.begin_value()?;
            let length = token.payload();
            push_quoted_head(&mut self.out, tape.take_text_head(length)?, length)?;
            let Some(next) = tape.take_string() else { return Ok(()) };
            token = next;
        }
    }

    #[inline(never)]
    fn write(&mut self, op: Op<'_>) -> Result<(), Stop> {
        match op {
            Op::Null => self.literal(b"null"),
            Op::Bool(value) => self.literal(if value { b"true" } else { b"false" }),
            Op::Int(value) => self.int(value),
            Op::Double(value) => self.double(value),
            Op::String(text) => self.string(text),
            Op::Date(epoch_ms) => self.date(epoch_ms),
            Op::Object => self.open(b'{', Context::FirstKey),
            Op::Array => self.open(b'[', Context::FirstElement),
            Op::Close => self.close(),
            Op::Key(text) => self.key(text),
            Op::KeyRef(id) => self.key_ref(id as usize),
            Op::Run(values) => self.run(values),
            Op::Numbers(values) => self.numbers(values),
            Op::Tuples(values, width) => self.tuples(values, width),
            Op::Raw(text) => self.raw(text),
            Op::StringOpen => self.parts(Context::StringParts),
            Op::RawOpen => self.parts(Context::RawParts),
            Op::StringClose => self.end_parts(Context::StringParts),
            Op::RawClose => self.end_parts(Context::RawParts),
            Op::Walk(_) => Err(malformed("a value to be walked")),
        }
    }

    /// What stands before a value; then the context is the one behind it.
    #[inline(always)]
    fn begin_value(&mut self) -> Result<(), Stop> {
        self.context = match self.context {
            Context::Member => Context::Key,
            Context::Element => {
                if PRETTY {
                    self.line(0, true)?;
                } else {
                    push_byte(&mut self.out, b',');
                }
                Context::Element
            }
            Context::FirstElement => {
                if PRETTY {
                    self.line(0, false)?;
                }
                Context::Element
            }
            Context::Root => Context::Done,
            _ => return Err(malformed("a value where none can be")),
        };
        Ok(())
    }

    /// Looks whether a key can come, and answers whether a comma stands before it, which is left to be written.
    #[inline(always)]
    fn begin_key(&mut self) -> Result<bool, Stop> {
        let comma = self.context == Context::Key;
        if !comma && self.context != Context::FirstKey {
            return Err(malformed("a key outside of an object"));
        }
        self.context = Context::Member;
        Ok(comma)
    }

    /// A new line, `deeper` levels inside the innermost container.
    #[inline(always)]
    fn line(&mut self, deeper: usize, comma: bool) -> Result<(), Stop> {
        let depth = self.open.len() + deeper;
        let end = 2 + depth * self.indent.length;
        if end <= PADDING && !self.indent.wide {
            // The common case: a copy of a fixed size.
            push_part(&mut self.out, &self.indent.latin1, usize::from(!comma), end);
            return Ok(());
        }
        // Indentation is the one thing that can be long for a short token.
        if self.out.length() > self.max_length {
            return Err(Stop::Error(PrintError::TooLong));
        }
        let indent = &mut *self.indent;
        self.out.with_vec(|vec| indent.push_long_line(vec, depth, comma))
    }

    #[inline(always)]
    fn key_ref(&mut self, id: usize) -> Result<(), Stop> {
        let comma = self.begin_key()?;
        if PRETTY {
            self.line(0, comma)?;
        }
        self.keys.push::<U, PRETTY>(&mut self.out, id, !PRETTY && comma)
    }

    fn key(&mut self, text: &[u16]) -> Result<(), Stop> {
        self.key_head(text, text.len())
    }

    /// A key that is the first `length` units of the text.
    #[inline(always)]
    fn key_head(&mut self, text: &[u16], length: usize) -> Result<(), Stop> {
        let comma = self.begin_key()?;
        if PRETTY {
            self.line(0, comma)?;
        } else if comma {
            push_byte(&mut self.out, b',');
        }
        push_quoted_head(&mut self.out, text, length)?;
        push_bytes(&mut self.out, if PRETTY { b": " } else { b":" });
        Ok(())
    }

    #[inline(always)]
    fn literal(&mut self, text: &[u8]) -> Result<(), Stop> {
        self.begin_value()?;
        push_bytes(&mut self.out, text);
        Ok(())
    }

    #[inline(always)]
    fn int(&mut self, value: i32) -> Result<(), Stop> {
        self.begin_value()?;
        push_i32(&mut self.out, value);
        Ok(())
    }

    #[inline(always)]
    fn double(&mut self, value: f64) -> Result<(), Stop> {
        self.begin_value()?;
        push_f64(&mut self.out, value);
        Ok(())
    }

    #[inline(always)]
    fn date(&mut self, epoch_ms: f64) -> Result<(), Stop> {
        self.begin_value()?;
        push_date(&mut self.out, epoch_ms);
        Ok(())
    }

    #[inline(always)]
    fn string(&mut self, text: &[u16]) -> Result<(), Stop> {
        if self.context == Context::StringParts {
            self.out.with_vec(|vec| push_escaped(vec, text))?;
        } else {
            self.begin_value()?;
            self.out.with_vec(|vec| push_quoted(vec, text))?;
        }
        Ok(())
    }

    fn raw(&mut self, text: &[u16]) -> Result<(), Stop> {
        if self.context != Context::RawParts {
            self.begin_value()?;
        }
        self.out.with_vec(|vec| push_units(vec, text))?;
        Ok(())
    }

    #[inline(always)]
    fn open(&mut self, bracket: u8, first: Context) -> Result<(), Stop> {
        self.begin_value()?;
        self.open.push(self.context);
        self.context = first;
        push_byte(&mut self.out, bracket);
        Ok(())
    }

    #[inline(always)]
    fn close(&mut self) -> Result<(), Stop> {
        let (bracket, empty) = match self.context {
            Context::FirstElement => (b']', true),
            Context::Element => (b']', false),
            Context::FirstKey => (b'}', true),
            Context::Key => (b'}', false),
            _ => return Err(malformed("nothing to close")),
        };
        let Some(after) = self.open.pop() else { return Err(malformed("nothing to close")) };
        if PRETTY && !empty {
            if let Err(stop) = self.line(0, false) {
                self.open.push(after);
                return Err(stop);
            }
        }
        push_byte(&mut self.out, bracket);
        self.context = after;
        Ok(())
    }

    fn run(&mut self, values: &[f64]) -> Result<(), Stop> {
        if !matches!(self.context, Context::FirstElement | Context::Element) {
            return Err(malformed("a run outside of an array"));
        }
        self.begin_value()?;
        self.push_numbers(values, 0)
    }

    fn numbers(&mut self, values: &[f64]) -> Result<(), Stop> {
        self.begin_value()?;
        push_byte(&mut self.out, b'[');
        if PRETTY {
            self.line(1, false)?;
        }
        self.push_numbers(values, 1)?;
        if PRETTY {
            self.line(0, false)?;
        }
        push_byte(&mut self.out, b']');
        Ok(())
    }

    fn tuples(&mut self, values: &[f64], width: NonZeroUsize) -> Result<(), Stop> {
        if !matches!(self.context, Context::FirstElement | Context::Element) {
            return Err(malformed("tuples outside of an array"));
        }
        if PRETTY {
            return values.chunks(width.get()).try_for_each(|values| self.numbers(values));
        }
        self.begin_value()?;
        push_byte(&mut self.out, b'[');
        self.out.with_vec(|vec| push_tuples(vec, values, width));
        push_byte(&mut self.out, b']');
        Ok(())
    }

    fn push_numbers(&mut self, values: &[f64], deeper: usize) -> Result<(), Stop> {
        if !PRETTY {
            self.out.with_vec(|vec| push_run(vec, values, b","));
        } else if let Some(separator) = self.indent.separator(self.open.len() + deeper) {
            if (values.len()).saturating_mul(separator.len()) > self.max_length {
                return Err(Stop::Error(PrintError::TooLong));
            }
            self.out.with_vec(|vec| push_run(vec, values, separator));
        } else {
            for (i, &value) in values.iter().enumerate() {
                if i > 0 {
                    self.line(deeper, true)?;
                }
                push_f64(&mut self.out, value);
            }
        }
        Ok(())
    }

    fn parts(&mut self, parts: Context) -> Result<(), Stop> {
        self.begin_value()?;
        *self.after_parts = self.context;
        self.context = parts;
        if parts == Context::StringParts {
            push_byte(&mut self.out, b'"');
        }
        Ok(())
    }

    fn end_parts(&mut self, parts: Context) -> Result<(), Stop> {
        if self.context != parts {
            return Err(malformed("nothing in parts to end"));
        }
        if parts == Context::StringParts {
            push_byte(&mut self.out, b'"');
        }
        self.context = *self.after_parts;
        Ok(())
    }
}
