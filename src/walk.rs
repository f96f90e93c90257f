//! The walk: a value read piece by piece through handles, and written as it is read.
//!
//! Its frames are on the heap, so that a value may be as deep as memory allows. It serves values that lie deeper than
//! the flattener's recursion goes, and, as an engine of its own, whole values. It knows how to go through arrays and
//! objects in order; what a value stands for (`toJSON`, replacers, boxed primitives, the keys of an object, cycles) it
//! asks for, by [`Source::visit`], which is the flattener's own code in `lib/flatten.js`. What the text looks like
//! it leaves to [`Value`].
//!
//! A [`Source`] is where values come from: Node-API in `handles.rs`, plain Rust in the tests below.
//!
//! **Handles.** Each handle that is made takes memory until the source drops all at once, which it says it is ready
//! for by [`Source::is_full`]. The walk then calls [`Source::renew`], and asks for the containers that are open again
//! when it comes back to them: [`Source::container`] by depth. A frame tells by its `epoch` whether its handles are
//! still good. So the number of live handles depends neither on a value's width nor on its depth.
//!
//! **Shapes.** An object's list of keys comes as an id, if the list was met before: the walk keeps handles and text of
//! its keys. Which id to expect is guessed: each member of each shape has a slot that holds the shape of the object
//! found there last; the elements of an array share the array's slot.

use crate::print::{PrintError, Value};
use crate::tape::Op;

/// What a handle refers to, as far as the walk tells kinds apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Undefined,
    Null,
    Bool,
    Number,
    String,
    Symbol,
    /// An object, a function or a BigInt: only [`Source::visit`] can tell.
    Other,
}

/// What [`Source::visit`] says about a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Visit<H> {
    /// It has no text.
    Omitted,
    /// It is a primitive, and stands for itself.
    Same,
    /// It stands for a string, which has the handle.
    Text(H),
    /// It stands for another number, `true`, `false` or `null`.
    Primitive(Op<'static>),
    /// It stands for JSON text.
    Raw(H),
    /// It is a container, which is open from now on.
    Container(Members),
    /// It stands for another container, which is open from now on: [`Source::container`] gives its handle.
    Replaced(Members),
}

/// What is in a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Members {
    /// An array of so many elements.
    Array(u64),
    /// An object whose keys are those of a shape.
    Shape(u32),
    /// An object of so many keys, which are in the list that [`Source::list`] gives.
    List(u32),
}

/// A key of a shape.
#[derive(Debug)]
pub struct Key<H> {
    /// Its handle, which stays good.
    pub handle: H,
    /// How it is written.
    pub text: KeyText,
}

/// How a key is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyText {
    /// By its id in the table of keys.
    Id(u32),
    /// As this text.
    Text(Box<[u16]>),
}

/// What [`Source::string`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// The whole string has been read.
    Whole,
    /// The string has so many units, too many to be read at once; nothing has been read.
    Long(usize),
}

/// Strings of more units come in parts.
pub const PART: usize = 1 << 15;

/// Where values come from. Any call may run user code and fail with what that code throws.
pub trait Source {
    /// Refers to a value.
    type Handle: Copy;
    /// Why a call fails.
    type Error: From<PrintError>;

    /// Does a step of printing.
    fn write(&mut self, value: &mut Value, op: Op<'_>) -> Result<(), Self::Error>;

    /// Tells kinds apart.
    fn kind(&mut self, value: Self::Handle) -> Result<Kind, Self::Error>;
    /// The value of a number.
    fn number(&mut self, value: Self::Handle) -> Result<f64, Self::Error>;
    /// The value of a boolean.
    fn bool(&mut self, value: Self::Handle) -> Result<bool, Self::Error>;
    /// Reads a string of at most [`PART`] units into `text`, replacing what is there.
    fn string(&mut self, value: Self::Handle, text: &mut Vec<u16>) -> Result<Length, Self::Error>;
    /// Reads the part of a long string that begins at `from`.
    fn part(&mut self, value: Self::Handle, from: usize, text: &mut Vec<u16>) -> Result<(), Self::Error>;

    /// `array[index]`
    fn element(&mut self, array: Self::Handle, index: u32) -> Result<Self::Handle, Self::Error>;
    /// `object[key]`
    fn member(&mut self, object: Self::Handle, key: Self::Handle) -> Result<Self::Handle, Self::Error>;
    /// The handle of an index, for [`Source::visit`].
    fn index(&mut self, index: u32) -> Result<Self::Handle, Self::Error>;
    /// What the value found in `holder` by `key`, inside of `depth` containers, stands for. `guess` is the shape that
    /// it may have.
    fn visit(
        &mut self,
        value: Self::Handle,
        key: Self::Handle,
        depth: usize,
        guess: Option<u32>,
        holder: Self::Handle,
    ) -> Result<Visit<Self::Handle>, Self::Error>;

    /// The open container inside of `depth` others.
    fn container(&mut self, depth: usize) -> Result<Self::Handle, Self::Error>;
    /// The keys of the open object inside of `depth` containers.
    fn list(&mut self, depth: usize) -> Result<Self::Handle, Self::Error>;
    /// The keys of a shape. May drop all other handles, as [`Source::renew`] does.
    fn shape(&mut self, id: u32) -> Result<Vec<Key<Self::Handle>>, Self::Error>;

    /// Whether it is time to [`Source::renew`].
    fn is_full(&self) -> bool;
    /// Drops all handles but those of shapes' keys.
    fn renew(&mut self) -> Result<(), Self::Error>;
    /// How often handles were dropped.
    fn epoch(&self) -> u32;
}

/// How a walk is to be done.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// Every value is to be visited, primitives too: there is a replacer function.
    pub visit_all: bool,
    /// Numbers in arrays may be written as runs.
    pub bulk: bool,
}

/// Where a walk begins.
#[derive(Clone, Copy, Debug)]
pub enum Start<H> {
    /// At a value that was found in `holder` by `key`.
    Value {
        /// The value.
        value: H,
        /// Its key.
        key: H,
        /// What holds it.
        holder: H,
    },
    /// At what a visit of the value has said already.
    Visited(H, Visit<H>),
}

/// Memory that is kept between walks.
#[derive(Debug, Default)]
pub struct Buffers {
    text: Vec<u16>,
    key: Vec<u16>,
    run: Vec<f64>,
}

impl Buffers {
    /// Gives memory back that few walks need.
    pub fn settle(&mut self) {
        for text in [&mut self.text, &mut self.key] {
            text.clear();
            text.shrink_to(PART + 2);
        }
    }
}

/// Numbers that are written at once.
const RUN: usize = 256;
/// Shapes are known by ids below this.
const MAX_SHAPES: usize = 256;

/// An open container.
#[derive(Clone, Copy, Debug)]
struct Frame<H> {
    container: H,
    /// The list of keys, for `Members::List`; else the container again.
    list: H,
    /// When the handles were made.
    epoch: u32,
    members: Members,
    /// The next member or element,
    next: u32,
    /// and how many there are.
    length: u32,
    /// Slot of the elements' shapes.
    slot: u32,
}

struct Shape<H> {
    keys: Vec<Key<H>>,
    /// The first of as many slots as there are keys.
    slots: u32,
}

/// Where a value goes.
#[derive(Clone, Copy)]
enum Place {
    /// The root, or an array.
    Element,
    /// A member of this shape and number.
    Member(u32, u32),
    /// A member whose key is in `Buffers::key`.
    Listed,
}

/// What has become of a value.
enum After {
    Omitted,
    Written,
    /// It is a container, which has been opened; its frame is the top one.
    Entered,
}

struct Walk<'a, S: Source> {
    source: &'a mut S,
    value: &'a mut Value,
    mode: Mode,
    /// Containers around the first frame.
    base: usize,
    frames: Vec<Frame<S::Handle>>,
    shapes: Vec<Option<Shape<S::Handle>>>,
    /// Guesses: ids of shapes, or [`NO_SHAPE`].
    slots: Vec<u32>,
    buffers: &'a mut Buffers,
}

const NO_SHAPE: u32 = u32::MAX;

/// Walks a value that lies inside of `depth` containers and writes it behind what is in `value`. The answer is
/// `false` if it has no text: nothing was written.
pub fn walk<S: Source>(
    source: &mut S,
    value: &mut Value,
    start: Start<S::Handle>,
    depth: usize,
    mode: Mode,
    buffers: &mut Buffers,
) -> Result<bool, S::Error> {
    let (frames, shapes) = (Vec::new(), Vec::new());
    let slots = vec![NO_SHAPE];
    let mut walk = Walk { source, value, mode, base: depth, frames, shapes, slots, buffers };
    walk.buffers.run.clear();
    let after = match start {
        Start::Value { value, key, holder } => {
            let kind = if mode.visit_all { Kind::Other } else { walk.source.kind(value)? };
            walk.property(Place::Element, kind, value, key, holder, 0)?
        }
        Start::Visited(value, visit) => walk.visited(Place::Element, value, visit, 0)?,
    };
    if let After::Omitted = after {
        return Ok(false);
    }
    while let Some(frame) = walk.frames.last() {
        if frame.next == frame.length {
            // Without a look at its handles: the containers of a deep chain are not fetched again.
            walk.close()?;
            continue;
        }
        match frame.members {
            Members::Array(_) => walk.elements()?,
            Members::Shape(id) => walk.members(id)?,
            Members::List(_) => walk.listed()?,
        }
    }
    Ok(true)
}

const MISSING: PrintError = PrintError::Malformed("the walk has lost its way");

impl<S: Source> Walk<'_, S> {
    fn write(&mut self, op: Op<'_>) -> Result<(), S::Error> {
        self.source.write(self.value, op)
    }

    /// Containers around the members of the innermost container.
    fn depth(&self) -> usize {
        self.base + self.frames.len()
    }

    /// The innermost container, with handles that are good.
    fn top(&mut self) -> Result<Frame<S::Handle>, S::Error> {
        let depth = self.depth();
        let epoch = self.source.epoch();
        let frame = self.frames.last_mut().ok_or(MISSING)?;
        if frame.epoch != epoch {
            frame.container = self.source.container(depth - 1)?;
            frame.list = match frame.members {
                Members::List(_) => self.source.list(depth - 1)?,
                _ => frame.container,
            };
            frame.epoch = epoch;
        }
        Ok(*frame)
    }

    /// Remembers where the innermost container is to be gone on with. To be called before anything is pushed.
    fn set_next(&mut self, next: u32) -> Result<(), S::Error> {
        self.frames.last_mut().ok_or(MISSING)?.next = next;
        Ok(())
    }

    fn close(&mut self) -> Result<(), S::Error> {
        self.frames.pop();
        self.write(Op::Close)
    }

    /// Goes on with an array, to its end or to the first container in it.
    fn elements(&mut self) -> Result<(), S::Error> {
        let Frame { mut container, mut epoch, mut next, length, slot, .. } = self.top()?;
        while next < length {
            let value = self.source.element(container, next)?;
            let kind = if self.mode.visit_all { Kind::Other } else { self.source.kind(value)? };
            match kind {
                Kind::Number if self.mode.bulk => {
                    let number = self.source.number(value)?;
                    self.buffers.run.push(number);
                    if self.buffers.run.len() == RUN {
                        self.flush_run()?;
                    }
                }
                Kind::Other => {
                    self.flush_run()?;
                    let key = self.source.index(next)?;
                    self.set_next(next + 1)?;
                    match self.property(Place::Element, kind, value, key, container, slot)? {
                        After::Omitted => self.write(Op::Null)?,
                        After::Written => {}
                        After::Entered => return Ok(()),
                    }
                }
                _ => {
                    self.flush_run()?;
                    if !self.primitive(Place::Element, kind, value)? {
                        self.write(Op::Null)?;
                    }
                }
            }
            next += 1;
            if self.source.is_full() {
                self.source.renew()?;
            }
            if epoch != self.source.epoch() {
                Frame { container, epoch, .. } = self.top()?;
            }
        }
        self.flush_run()?;
        self.close()
    }

    fn flush_run(&mut self) -> Result<(), S::Error> {
        if !self.buffers.run.is_empty() {
            self.source.write(self.value, Op::Run(&self.buffers.run))?;
            self.buffers.run.clear();
        }
        Ok(())
    }

    /// Goes on with an object that has a shape, to its end or to the first container in it.
    fn members(&mut self, id: u32) -> Result<(), S::Error> {
        let Frame { mut container, mut epoch, mut next, .. } = self.top()?;
        loop {
            let shape = self.shapes.get(id as usize).and_then(Option::as_ref).ok_or(MISSING)?;
            let Some(key) = shape.keys.get(next as usize).map(|key| key.handle) else { break };
            let slot = shape.slots + next;
            let value = self.source.member(container, key)?;
            let kind = if self.mode.visit_all { Kind::Other } else { self.source.kind(value)? };
            let place = Place::Member(id, next);
            next += 1;
            if kind == Kind::Other {
                self.set_next(next)?;
                if let After::Entered = self.property(place, kind, value, key, container, slot)? {
                    return Ok(());
                }
            } else {
                self.primitive(place, kind, value)?;
            }
            if self.source.is_full() {
                self.source.renew()?;
            }
            if epoch != self.source.epoch() {
                Frame { container, epoch, .. } = self.top()?;
            }
        }
        self.close()
    }

    /// Goes on with an object that has a list of keys, to its end or to the first container in it.
    fn listed(&mut self) -> Result<(), S::Error> {
        let Frame { next: mut index, length, slot, .. } = self.top()?;
        while index < length {
            let Frame { container, list, .. } = self.top()?;
            let key = self.source.element(list, index)?;
            self.read_key(key)?;
            let value = self.source.member(container, key)?;
            let kind = if self.mode.visit_all { Kind::Other } else { self.source.kind(value)? };
            index += 1;
            self.set_next(index)?;
            if let After::Entered = self.property(Place::Listed, kind, value, key, container, slot)? {
                return Ok(());
            }
            if self.source.is_full() {
                self.source.renew()?;
            }
        }
        self.close()
    }

    /// Reads a key's text, however long, into `Buffers::key`.
    fn read_key(&mut self, key: S::Handle) -> Result<(), S::Error> {
        let Length::Long(length) = self.source.string(key, &mut self.buffers.key)? else { return Ok(()) };
        self.buffers.key.clear();
        while self.buffers.key.len() < length {
            self.source.part(key, self.buffers.key.len(), &mut self.buffers.text)?;
            self.buffers.key.extend_from_slice(&self.buffers.text);
        }
        Ok(())
    }

    fn write_key(&mut self, place: Place) -> Result<(), S::Error> {
        let op = match place {
            Place::Element => return Ok(()),
            Place::Listed => Op::Key(&self.buffers.key),
            Place::Member(id, index) => {
                let shape = self.shapes.get(id as usize).and_then(Option::as_ref).ok_or(MISSING)?;
                match &shape.keys.get(index as usize).ok_or(MISSING)?.text {
                    KeyText::Id(id) => Op::KeyRef(*id),
                    KeyText::Text(text) => Op::Key(text),
                }
            }
        };
        self.source.write(self.value, op)
    }

    /// Writes a primitive with its key; `false` if it has no text, and nothing was written.
    fn primitive(&mut self, place: Place, kind: Kind, value: S::Handle) -> Result<bool, S::Error> {
        let op = match kind {
            Kind::String => {
                self.write_key(place)?;
                self.string(value, false)?;
                return Ok(true);
            }
            Kind::Number => number(self.source.number(value)?),
            Kind::Bool => Op::Bool(self.source.bool(value)?),
            Kind::Null => Op::Null,
            Kind::Undefined | Kind::Symbol | Kind::Other => return Ok(false),
        };
        self.write_key(place)?;
        self.write(op)?;
        Ok(true)
    }

    /// Writes a string, or, `raw`, a string of JSON.
    fn string(&mut self, value: S::Handle, raw: bool) -> Result<(), S::Error> {
        let Length::Long(length) = self.source.string(value, &mut self.buffers.text)? else {
            let text = &self.buffers.text;
            return self.source.write(self.value, if raw { Op::Raw(text) } else { Op::String(text) });
        };
        self.write(if raw { Op::RawOpen } else { Op::StringOpen })?;
        let mut from = 0;
        while from < length {
            self.source.part(value, from, &mut self.buffers.text)?;
            let text = &self.buffers.text;
            from += text.len();
            self.source.write(self.value, if raw { Op::Raw(text) } else { Op::String(text) })?;
        }
        self.write(if raw { Op::RawClose } else { Op::StringClose })
    }

    /// Writes a value, with its key, or opens it.
    fn property(
        &mut self,
        place: Place,
        kind: Kind,
        value: S::Handle,
        key: S::Handle,
        holder: S::Handle,
        slot: u32,
    ) -> Result<After, S::Error> {
        if kind == Kind::Other {
            let guess = self.slots.get(slot as usize).copied().filter(|&id| id != NO_SHAPE);
            let visit = self.source.visit(value, key, self.depth(), guess, holder)?;
            self.visited(place, value, visit, slot)
        } else {
            Ok(if self.primitive(place, kind, value)? { After::Written } else { After::Omitted })
        }
    }

    fn visited(
        &mut self,
        place: Place,
        value: S::Handle,
        visit: Visit<S::Handle>,
        slot: u32,
    ) -> Result<After, S::Error> {
        let (members, replaced) = match visit {
            Visit::Omitted => return Ok(After::Omitted),
            Visit::Same => {
                let kind = self.source.kind(value)?;
                return Ok(if self.primitive(place, kind, value)? { After::Written } else { After::Omitted });
            }
            Visit::Text(text) => {
                self.write_key(place)?;
                self.string(text, false)?;
                return Ok(After::Written);
            }
            Visit::Primitive(op) => {
                self.write_key(place)?;
                self.write(op)?;
                return Ok(After::Written);
            }
            Visit::Raw(text) => {
                self.write_key(place)?;
                self.string(text, true)?;
                return Ok(After::Written);
            }
            Visit::Container(members) => (members, false),
            Visit::Replaced(members) => (members, true),
        };
        self.write_key(place)?;
        self.write(if let Members::Array(_) = members { Op::Array } else { Op::Object })?;
        if let Members::Array(0) | Members::List(0) = members {
            self.write(Op::Close)?;
            return Ok(After::Written);
        }
        let mut epoch = self.source.epoch();
        let length = match members {
            // Each element takes at least two units: no text is long enough for more.
            Members::Array(length) => u32::try_from(length).unwrap_or(u32::MAX),
            Members::List(count) => count,
            Members::Shape(id) => {
                if let Some(guess) = self.slots.get_mut(slot as usize) {
                    *guess = id;
                }
                self.load(id)?
            }
        };
        // Handles that are yet to be fetched count as outdated.
        if replaced || matches!(members, Members::List(_)) {
            epoch = self.source.epoch().wrapping_sub(1);
        }
        self.frames.push(Frame { container: value, list: value, epoch, members, next: 0, length, slot });
        Ok(After::Entered)
    }

    /// Has a shape's keys at hand, and says how many there are.
    fn load(&mut self, id: u32) -> Result<u32, S::Error> {
        let index = id as usize;
        if let Some(Some(shape)) = self.shapes.get(index) {
            return Ok(shape.keys.len() as u32);
        }
        if index >= MAX_SHAPES {
            return Err(PrintError::Malformed("more shapes than there can be").into());
        }
        let keys = self.source.shape(id)?;
        let slots = u32::try_from(self.slots.len()).map_err(|_| MISSING)?;
        let length = u32::try_from(keys.len()).map_err(|_| MISSING)?;
        self.slots.resize(self.slots.len() + keys.len(), NO_SHAPE);
        if self.shapes.len() <= index {
            self.shapes.resize_with(index + 1, || None);
        }
        if let Some(place) = self.shapes.get_mut(index) {
            *place = Some(Shape { keys, slots });
        }
        Ok(length)
    }
}

/// A number as the shortest step there is for it.
fn number(value: f64) -> Op<'static> {
    let int = value as i32;
    if f64::from(int) == value {
        Op::Int(int)
    } else {
        Op::Double(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::{Style, Text};

    /// A value of a source in plain Rust.
    enum Js {
        Undefined,
        Null,
        Bool(bool),
        Number(f64),
        String(Vec<u16>),
        Array(Vec<usize>),
        /// Keys and values.
        Object(Vec<(usize, usize)>),
        /// Stands for another value.
        Becomes(usize),
        /// JSON text.
        Raw(usize),
        /// Cannot be visited.
        Throws,
        /// A list of keys.
        List(Vec<usize>),
    }

    #[derive(Debug, PartialEq)]
    enum Error {
        Print(PrintError),
        Thrown,
        /// A handle was used after it was dropped.
        Dropped,
    }

    impl From<PrintError> for Error {
        fn from(error: PrintError) -> Self {
            Error::Print(error)
        }
    }

    /// Handles that know when they were made, so that the use of one that was dropped is an error.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Handle {
        id: usize,
        /// `None`: it stays.
        epoch: Option<u32>,
    }

    struct Mock {
        values: Vec<Js>,
        style: Style,
        /// Open containers.
        path: Vec<usize>,
        shapes: Vec<Vec<usize>>,
        max_shapes: usize,
        max_handles: usize,
        made: usize,
        epoch: u32,
        /// Guesses that were right.
        guessed: usize,
    }

    impl Mock {
        fn new(max_handles: usize, max_shapes: usize) -> Self {
            let style = Style { max_length: 1 << 20, ..Style::default() };
            let (values, path, shapes) = (Vec::new(), Vec::new(), Vec::new());
            Mock { values, style, path, shapes, max_shapes, max_handles, made: 0, epoch: 0, guessed: 0 }
        }

        fn add(&mut self, value: Js) -> usize {
            self.values.push(value);
            self.values.len() - 1
        }

        fn text(&mut self, text: &str) -> usize {
            self.add(Js::String(text.encode_utf16().collect()))
        }

        fn object(&mut self, members: &[(&str, usize)]) -> usize {
            let members = members.iter().map(|&(key, value)| (self.text(key), value)).collect();
            self.add(Js::Object(members))
        }

        fn make(&mut self, id: usize) -> Handle {
            self.made += 1;
            Handle { id, epoch: Some(self.epoch) }
        }

        fn get(&self, handle: Handle) -> Result<&Js, Error> {
            if handle.epoch.is_some_and(|epoch| epoch != self.epoch) {
                return Err(Error::Dropped);
            }
            Ok(&self.values[handle.id])
        }

        fn key_text(&self, id: usize) -> Vec<u16> {
            match &self.values[id] {
                Js::String(text) => text.clone(),
                _ => panic!("no key"),
            }
        }

        fn walk(&mut self, root: usize, mode: Mode) -> Result<Option<String>, Error> {
            let mut value = Value::default();
            let handle = self.make(root);
            let start = Start::Value { value: handle, key: handle, holder: handle };
            if !walk(self, &mut value, start, 0, mode, &mut Buffers::default())? {
                return Ok(None);
            }
            Ok(Some(match value.finished()? {
                Text::Latin1(units) => units.iter().map(|&unit| char::from(unit)).collect(),
                Text::Utf16(units) => String::from_utf16_lossy(units),
            }))
        }

        /// What [`Mock::walk`] must give, by recursion.
        fn expected(&self, id: usize) -> Option<String> {
            let quoted = |id: usize| format!("\"{}\"", String::from_utf16_lossy(&self.key_text(id)));
            Some(match &self.values[id] {
                Js::Undefined | Js::Throws | Js::List(_) => return None,
                Js::Null => "null".into(),
                Js::Bool(value) => value.to_string(),
                Js::Number(value) => value.to_string(),
                Js::String(_) => quoted(id),
                Js::Becomes(id) => return self.expected(*id),
                Js::Raw(id) => String::from_utf16_lossy(&self.key_text(*id)),
                Js::Array(elements) => {
                    let texts: Vec<_> =
                        elements.iter().map(|&id| self.expected(id).unwrap_or("null".into())).collect();
                    format!("[{}]", texts.join(","))
                }
                Js::Object(members) => {
                    let texts: Vec<_> = members
                        .iter()
                        .filter_map(|&(key, id)| Some(format!("{}:{}", quoted(key), self.expected(id)?)))
                        .collect();
                    format!("{{{}}}", texts.join(","))
                }
            })
        }
    }

    impl Source for Mock {
        type Handle = Handle;
        type Error = Error;

        fn write(&mut self, value: &mut Value, op: Op<'_>) -> Result<(), Error> {
            Ok(value.write(op, &mut self.style)?)
        }

        fn kind(&mut self, value: Handle) -> Result<Kind, Error> {
            Ok(match self.get(value)? {
                Js::Undefined => Kind::Undefined,
                Js::Null => Kind::Null,
                Js::Bool(_) => Kind::Bool,
                Js::Number(_) => Kind::Number,
                Js::String(_) => Kind::String,
                _ => Kind::Other,
            })
        }

        fn number(&mut self, value: Handle) -> Result<f64, Error> {
            match self.get(value)? {
                Js::Number(value) => Ok(*value),
                _ => panic!("no number"),
            }
        }

        fn bool(&mut self, value: Handle) -> Result<bool, Error> {
            match self.get(value)? {
                Js::Bool(value) => Ok(*value),
                _ => panic!("no boolean"),
            }
        }

        fn string(&mut self, value: Handle, text: &mut Vec<u16>) -> Result<Length, Error> {
            self.get(value)?;
            let units = self.key_text(value.id);
            text.clear();
            if units.len() > PART {
                return Ok(Length::Long(units.len()));
            }
            text.extend(units);
            Ok(Length::Whole)
        }

        fn part(&mut self, value: Handle, from: usize, text: &mut Vec<u16>) -> Result<(), Error> {
            self.get(value)?;
            text.clear();
            text.extend(self.key_text(value.id)[from..].iter().take(PART));
            Ok(())
        }

        fn element(&mut self, array: Handle, index: u32) -> Result<Handle, Error> {
            let id = match self.get(array)? {
                Js::Array(ids) | Js::List(ids) => ids[index as usize],
                _ => panic!("no array"),
            };
            Ok(self.make(id))
        }

        fn member(&mut self, object: Handle, key: Handle) -> Result<Handle, Error> {
            self.get(key)?;
            let text = self.key_text(key.id);
            let id = match self.get(object)? {
                Js::Object(members) => members.iter().find(|member| self.key_text(member.0) == text),
                _ => panic!("no object"),
            };
            Ok(self.make(id.expect("a member").1))
        }

        fn index(&mut self, _index: u32) -> Result<Handle, Error> {
            Ok(self.make(0))
        }

        fn visit(
            &mut self,
            value: Handle,
            _key: Handle,
            depth: usize,
            guess: Option<u32>,
            _holder: Handle,
        ) -> Result<Visit<Handle>, Error> {
            let mut id = value.id;
            self.get(value)?;
            while let Js::Becomes(other) = self.values[id] {
                id = other;
            }
            let primitive = self.kind(value)? != Kind::Other;
            let members = match &self.values[id] {
                Js::Undefined | Js::List(_) => return Ok(Visit::Omitted),
                Js::Throws => return Err(Error::Thrown),
                Js::Raw(id) => {
                    let id = *id;
                    return Ok(Visit::Raw(self.make(id)));
                }
                _ if primitive => return Ok(Visit::Same),
                Js::String(_) => return Ok(Visit::Text(self.make(id))),
                Js::Number(value) => return Ok(Visit::Primitive(Op::Double(*value))),
                Js::Bool(value) => return Ok(Visit::Primitive(Op::Bool(*value))),
                Js::Null | Js::Becomes(_) => return Ok(Visit::Primitive(Op::Null)),
                Js::Array(elements) => Members::Array(elements.len() as u64),
                Js::Object(members) => {
                    let keys: Vec<usize> = members.iter().map(|member| member.0).collect();
                    let texts = |ids: &[usize]| ids.iter().map(|&id| self.key_text(id)).collect::<Vec<_>>();
                    let known = self.shapes.iter().position(|shape| texts(shape) == texts(&keys));
                    match known {
                        Some(shape) => {
                            self.guessed += usize::from(guess == Some(shape as u32));
                            Members::Shape(shape as u32)
                        }
                        None if self.shapes.len() < self.max_shapes && !keys.is_empty() => {
                            self.shapes.push(keys);
                            Members::Shape(self.shapes.len() as u32 - 1)
                        }
                        None => Members::List(keys.len() as u32),
                    }
                }
            };
            if !matches!(members, Members::Array(0) | Members::List(0)) {
                self.path.truncate(depth);
                assert_eq!(self.path.len(), depth);
                self.path.push(id);
            }
            Ok(if id == value.id { Visit::Container(members) } else { Visit::Replaced(members) })
        }

        fn container(&mut self, depth: usize) -> Result<Handle, Error> {
            Ok(self.make(self.path[depth]))
        }

        fn list(&mut self, depth: usize) -> Result<Handle, Error> {
            let keys = match &self.values[self.path[depth]] {
                Js::Object(members) => members.iter().map(|member| member.0).collect(),
                _ => panic!("no object"),
            };
            let id = self.add(Js::List(keys));
            Ok(self.make(id))
        }

        fn shape(&mut self, id: u32) -> Result<Vec<Key<Handle>>, Error> {
            self.renew()?;
            let keys = self.shapes[id as usize].clone();
            Ok(keys
                .iter()
                .map(|&id| Key {
                    handle: Handle { id, epoch: None },
                    text: KeyText::Text(self.key_text(id).into()),
                })
                .collect())
        }

        fn is_full(&self) -> bool {
            self.made >= self.max_handles
        }

        fn renew(&mut self) -> Result<(), Error> {
            self.epoch += 1;
            self.made = 0;
            Ok(())
        }

        fn epoch(&self) -> u32 {
            self.epoch
        }
    }

    const MODES: [Mode; 3] = [
        Mode { visit_all: false, bulk: true },
        Mode { visit_all: false, bulk: false },
        Mode { visit_all: true, bulk: true },
    ];

    /// One of everything, several times and at several depths.
    fn everything(mock: &mut Mock) -> usize {
        let mut ids = vec![mock.add(Js::Undefined), mock.add(Js::Null), mock.add(Js::Bool(true))];
        ids.extend([1.0, 2.5, -7.0, 0.25].map(|number| mock.add(Js::Number(number))));
        ids.extend(["", "text", "é", "€"].map(|text| mock.text(text)));
        let long = "0123456789".repeat(PART / 8);
        ids.push(mock.text(&long));
        let json = mock.text(&format!("[{long}]"));
        ids.push(mock.add(Js::Raw(json)));
        let json = mock.text("{\"raw\":1}");
        ids.push(mock.add(Js::Raw(json)));
        ids.push(mock.add(Js::Array(vec![])));
        ids.push(mock.add(Js::Object(vec![])));
        let numbers: Vec<usize> = (0..600).map(|i| mock.add(Js::Number(f64::from(i) / 4.0))).collect();
        ids.push(mock.add(Js::Array(numbers)));
        for round in 0..2 {
            let becomes: Vec<usize> = ids.iter().map(|&id| mock.add(Js::Becomes(id))).collect();
            let list = mock.add(Js::Array(ids.clone()));
            let key = "k".repeat(PART + 5);
            let members =
                [("a", list), ("é", ids[3]), ("€", becomes[9]), (&key, ids[round]), ("none", ids[0])];
            ids.truncate(17);
            ids.push(mock.object(&members));
            ids.push(mock.object(&members[..2]));
            ids.push(mock.object(&members[..2]));
            ids.extend(becomes);
        }
        mock.add(Js::Array(ids))
    }

    #[test]
    fn every_kind_of_value_whenever_handles_are_dropped() {
        for mode in MODES {
            for max_shapes in [0, 1, 64] {
                for max_handles in [1, 3, 1000] {
                    let mut mock = Mock::new(max_handles, max_shapes);
                    mock.style.max_length = 1 << 28;
                    let root = everything(&mut mock);
                    let expected = mock.expected(root);
                    let text = mock.walk(root, mode);
                    assert!(text == Ok(expected), "{mode:?}, {max_shapes} shapes, {max_handles} handles");
                }
            }
        }
    }

    #[test]
    fn roots_of_every_kind() {
        for mode in MODES {
            let mut mock = Mock::new(10, 10);
            let number = mock.add(Js::Number(1.5));
            let nothing = mock.add(Js::Undefined);
            let text = mock.text("x");
            for value in [Js::Null, Js::Bool(false), Js::Becomes(number), Js::Raw(text), Js::Becomes(nothing)]
            {
                let root = mock.add(value);
                let expected = mock.expected(root);
                assert_eq!(mock.walk(root, mode), Ok(expected));
            }
        }
    }

    #[test]
    fn depth_takes_no_stack() {
        let mut mock = Mock::new(100, 10);
        let mut id = mock.add(Js::Number(1.0));
        for _ in 0..50_000 {
            let inner = mock.object(&[("a", id)]);
            id = mock.add(Js::Array(vec![inner]));
        }
        let expected = format!("{}1{}", "[{\"a\":".repeat(50_000), "}]".repeat(50_000));
        assert_eq!(mock.walk(id, MODES[0]), Ok(Some(expected)));
    }

    #[test]
    fn shapes_are_guessed() {
        let mut mock = Mock::new(100, 10);
        let mut rows = Vec::new();
        for i in 0..50 {
            let number = mock.add(Js::Number(f64::from(i)));
            let inner = mock.object(&[("x", number)]);
            let other = mock.object(&[("y", number), ("z", inner)]);
            rows.push(mock.object(&[("id", number), ("a", inner), ("b", other)]));
        }
        let root = mock.add(Js::Array(rows));
        let expected = mock.expected(root);
        assert_eq!(mock.walk(root, MODES[0]), Ok(expected));
        // All but the first of each kind.
        assert_eq!(mock.guessed, 4 * 49);
    }

    #[test]
    fn errors_end_the_walk() {
        for mode in MODES {
            let mut mock = Mock::new(10, 10);
            let bad = mock.add(Js::Throws);
            let inner = mock.object(&[("a", bad)]);
            let root = mock.add(Js::Array(vec![inner]));
            assert_eq!(mock.walk(root, mode), Err(Error::Thrown));
        }
        let mut mock = Mock::new(10, 10);
        mock.style.max_length = 10;
        let text = mock.text("more than ten units");
        let root = mock.add(Js::Array(vec![text]));
        assert_eq!(mock.walk(root, MODES[0]), Err(Error::Print(PrintError::TooLong)));
    }
}
