//! The edge to Node.js: raw Node-API values are touched in this file and in `handles.rs` only.
//!
//! `createPrinter(buffer, maxLength)` gives an object of functions that share one [`Instance`]; each load of the
//! JavaScript module makes its own, so nothing is shared between threads, contexts or loads. The functions are made
//! with `napi_create_function` rather than by the `#[napi]` macro: a call then costs one look at its arguments, one copy
//! of the text in and one out.

use std::any::Any;
use std::cell::{RefCell, RefMut};
use std::ffi::{c_char, c_void};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr;
use std::rc::Rc;

use napi::sys;

use crate::handles::{Handles, Helpers};
use crate::print::{PrintError, Step, Style, Text, Value};
use crate::tape::{header, Tape, HEADER_LENGTH, MAX_GAP};
use crate::walk::{self, Buffers, Mode, Source, Start};

/// Length of the tape's array of tokens, header included; the doubles follow.
#[derive(Clone, Copy)]
struct Layout {
    tokens: usize,
    doubles: usize,
}

/// What the functions of one printer share.
pub(crate) struct Instance {
    layout: Layout,
    /// The longest string of the engine, in units.
    max_length: usize,
    state: RefCell<State>,
}

impl Instance {
    /// What may change. Not to be held while JavaScript runs, which may call another function of the instance.
    #[inline(always)]
    pub fn borrow(&self) -> Result<RefMut<'_, State>, Failure> {
        self.state.try_borrow_mut().map_err(|_| Failure::Busy)
    }
}

#[derive(Default)]
pub(crate) struct State {
    pub style: Style,
    values: Values,
    /// The tape's text.
    text: Vec<u16>,
    /// For walks.
    buffers: Buffers,
    /// How many parts were printed: what a walk set in `style` is still there if this is the same.
    pub parts: u32,
}

/// Why a call did not succeed.
pub(crate) enum Failure {
    Print(PrintError),
    /// A Node-API call failed.
    Status(sys::napi_status),
    /// An argument is not what it must be.
    Argument(&'static str),
    /// The printer is at work already.
    Busy,
}

impl From<PrintError> for Failure {
    fn from(error: PrintError) -> Self {
        Failure::Print(error)
    }
}

type Outcome = Result<sys::napi_value, Failure>;

/// Turns a Node-API status into a result.
#[inline(always)]
pub(crate) fn check(status: sys::napi_status) -> Result<(), Failure> {
    if status == sys::Status::napi_ok {
        Ok(())
    } else {
        Err(Failure::Status(status))
    }
}

/// The arguments of a call, `undefined` where there are less than `N`, and the instance it belongs to.
struct Call<const N: usize> {
    arguments: [sys::napi_value; N],
    data: *mut c_void,
}

impl<const N: usize> Call<N> {
    /// # Safety
    ///
    /// `env` and `info` are those of a running callback.
    unsafe fn new(env: sys::napi_env, info: sys::napi_callback_info) -> Result<Self, Failure> {
        let mut call = Call { arguments: [ptr::null_mut(); N], data: ptr::null_mut() };
        let mut count = N;
        // SAFETY: `arguments` has room for `count` values, and the caller vouches for `env` and `info`.
        check(unsafe {
            let arguments = call.arguments.as_mut_ptr();
            sys::napi_get_cb_info(env, info, &mut count, arguments, ptr::null_mut(), &mut call.data)
        })?;
        Ok(call)
    }

    /// The instance of the function that was called.
    fn instance(&self) -> Result<&Instance, Failure> {
        // SAFETY: functions are made by `add_function` only, with an `Rc<Instance>` as their data, which lives until the
        // function is finalized; it is not finalized while it runs.
        unsafe { self.data.cast::<Instance>().as_ref() }.ok_or(Failure::Argument("no printer"))
    }
}

/// Runs a callback's body; turns failures and panics into exceptions.
fn guard(env: sys::napi_env, body: impl FnOnce() -> Outcome) -> sys::napi_value {
    let failure = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => return value,
        Ok(Err(failure)) => failure,
        Err(panic) => {
            throw(
                env,
                sys::napi_throw_error,
                &format!("fast-safe-json: internal error: {}", reason(&*panic)),
            );
            return ptr::null_mut();
        }
    };
    match failure {
        Failure::Print(PrintError::TooLong) => {
            throw(env, sys::napi_throw_range_error, "Invalid string length")
        }
        Failure::Print(PrintError::Malformed(why)) => {
            throw(env, sys::napi_throw_error, &format!("fast-safe-json: malformed tape: {why}"));
        }
        Failure::Argument(why) => throw(env, sys::napi_throw_type_error, &format!("fast-safe-json: {why}")),
        Failure::Busy => throw(env, sys::napi_throw_error, "fast-safe-json: the printer is at work"),
        Failure::Status(status) => {
            throw(env, sys::napi_throw_error, &format!("fast-safe-json: Node-API status {status}"));
        }
    }
    ptr::null_mut()
}

fn reason(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("panic")
}

// SAFETY: whoever calls one gives it a live environment and texts that end in NUL, or null.
type Throw = unsafe extern "C" fn(sys::napi_env, *const c_char, *const c_char) -> sys::napi_status;

/// Throws, unless an exception is on its way already.
fn throw(env: sys::napi_env, how: Throw, message: &str) {
    let mut pending = false;
    let message: Vec<u8> = message.bytes().filter(|&byte| byte != 0).chain([0]).collect();
    // SAFETY: `env` is that of the running callback, and `message` ends in NUL. Should throwing itself fail there is
    // nobody left to tell.
    unsafe {
        if sys::napi_is_exception_pending(env, &mut pending) == sys::Status::napi_ok && !pending {
            how(env, ptr::null(), message.as_ptr().cast());
        }
    }
}

/// The tape's array of tokens and array of doubles.
///
/// # Safety
///
/// No JavaScript runs while the slices live.
unsafe fn arrays<'a>(
    env: sys::napi_env,
    buffer: sys::napi_value,
    layout: Layout,
) -> Result<(&'a [i32], &'a [f64]), Failure> {
    let mut data = ptr::null_mut();
    let mut length = 0;
    let mut is_array_buffer = false;
    // SAFETY: out pointers to locals. A SharedArrayBuffer, which another thread could write to, is refused.
    check(unsafe { sys::napi_is_arraybuffer(env, buffer, &mut is_array_buffer) })?;
    if !is_array_buffer {
        return Err(Failure::Argument("the tape is no ArrayBuffer"));
    }
    // SAFETY: out pointers to locals.
    check(unsafe { sys::napi_get_arraybuffer_info(env, buffer, &mut data, &mut length) })?;
    let Layout { tokens, doubles } = layout;
    let data: *const i32 = data.cast();
    // A detached buffer is empty.
    if length != tokens * 4 + doubles * 8 || data.is_null() || !data.cast::<f64>().is_aligned() {
        return Err(Failure::Argument("the tape has another size than at first"));
    }
    // SAFETY: the memory is `length` bytes long, which both slices fill; it is aligned for doubles, and the doubles
    // begin at a multiple of 8 because `tokens` is even (see `create_printer`). It stays while the buffer is reachable
    // and not detached, and nobody writes to it while no JavaScript runs.
    unsafe {
        Ok((
            std::slice::from_raw_parts(data, tokens),
            std::slice::from_raw_parts(data.add(tokens).cast(), doubles),
        ))
    }
}

/// Units behind the text that are not part of it, so that its last strings are printed like the others.
const PADDING: usize = 32;

/// Reads a string of `length` units into `text`, replacing what is there; padding follows it.
fn read_text(
    env: sys::napi_env,
    value: sys::napi_value,
    length: usize,
    text: &mut Vec<u16>,
) -> Result<(), Failure> {
    text.clear();
    if length == 0 {
        return Ok(());
    }
    text.try_reserve(length.saturating_add(PADDING))
        .map_err(|_| Failure::Argument("no memory for the text"))?;
    let mut copied = 0;
    // SAFETY: `text` has room for `length` units and a NUL, which is what the call may write at the most.
    check(unsafe {
        sys::napi_get_value_string_utf16(env, value, text.as_mut_ptr(), length + 1, &mut copied)
    })?;
    if copied != length {
        return Err(Failure::Argument("the text is shorter than it was said to be"));
    }
    // SAFETY: that many units are written.
    unsafe { text.set_len(length) };
    text.resize(length + PADDING, 0);
    Ok(())
}

/// A field of the header that is an index or a length.
fn field(tokens: &[i32], index: usize) -> Result<usize, Failure> {
    tokens
        .get(index)
        .and_then(|&value| usize::try_from(value).ok())
        .ok_or(Failure::Argument("a negative number in the tape's header"))
}

/// Levels of re-entrancy; JavaScript's own stack ends far below.
const MAX_LEVEL: usize = 1 << 16;
/// Text buffers above this many units are given back.
const KEEP_TEXT: usize = 1 << 17;

/// The values of one printer.
#[derive(Default)]
struct Values {
    /// Values of which a part is printed, by re-entrancy level.
    unfinished: Vec<Option<Value>>,
    /// An empty value with its buffers.
    spare: Option<Value>,
}

impl Values {
    /// The unfinished value of a level, or a new one.
    fn take(&mut self, level: usize) -> Value {
        self.unfinished
            .get_mut(level)
            .and_then(Option::take)
            .or_else(|| self.spare.take())
            .unwrap_or_default()
    }

    /// Keeps the unfinished value of a level.
    fn keep(&mut self, level: usize, value: Value) {
        if self.unfinished.len() <= level {
            self.unfinished.resize_with(level + 1, || None);
        }
        if let Some(place) = self.unfinished.get_mut(level) {
            *place = Some(value);
        }
    }

    /// Takes back a value that is of no more use.
    fn put_back(&mut self, mut value: Value) {
        value.clear();
        if self.spare.is_none() {
            self.spare = Some(value);
        }
    }
}

/// A value and what a call has printed of it.
struct Part {
    value: Value,
    level: usize,
    /// Whether the value is to end with this part.
    last: bool,
    gap: Gap,
    step: Result<Step, PrintError>,
}

/// Prints what the tape's header says.
#[inline(always)]
fn print_part(
    env: sys::napi_env,
    instance: &Instance,
    text: sys::napi_value,
    buffer: sys::napi_value,
) -> Result<Part, Failure> {
    let state = &mut *instance.borrow()?;
    // SAFETY: no JavaScript runs before the slices are used for the last time: reading a string's units does not run
    // any.
    let (tokens, doubles) = unsafe { arrays(env, buffer, instance.layout) }?;
    let level = field(tokens, header::LEVEL)?;
    if level > MAX_LEVEL {
        return Err(Failure::Argument("too many calls inside calls"));
    }
    read_text(env, text, field(tokens, header::TEXT_LENGTH)?, &mut state.text)?;
    state.parts = state.parts.wrapping_add(1);
    let gap = Gap::read(tokens)?;
    gap.set(&mut state.style)?;
    let mut tape = Tape {
        tokens: tokens
            .get(field(tokens, header::FROM)?..field(tokens, header::TO)?)
            .ok_or(Failure::Argument("the header leaves the tape"))?,
        doubles: doubles
            .get(field(tokens, header::DOUBLES_FROM)?..field(tokens, header::DOUBLES_TO)?)
            .ok_or(Failure::Argument("the header leaves the tape"))?,
        text: &state.text,
    };
    let last = field(tokens, header::LAST)? != 0;

    let mut value = state.values.take(level);
    let mut step = value.print(&mut tape, &mut state.style);
    // The tape is not kept while JavaScript runs.
    if matches!(step, Ok(Step::Walk(index)) if index != 0 || !tape.tokens.is_empty()) {
        step = Err(PrintError::Malformed("a value to be walked that is not the last"));
    }
    if state.text.capacity() > KEEP_TEXT {
        state.text = Vec::new();
    }
    Ok(Part { value, level, last, gap, step })
}

/// Answers with the text of a value that ends here, and keeps others.
#[inline(always)]
fn end_part(env: sys::napi_env, instance: &Instance, part: Part, step: Result<(), Failure>) -> Outcome {
    let values = &mut instance.borrow()?.values;
    if !part.last && step.is_ok() {
        values.keep(part.level, part.value);
        return Ok(ptr::null_mut());
    }
    let outcome = step.and_then(|()| finished(env, &part.value, instance.max_length));
    values.put_back(part.value);
    outcome
}

/// `print(text, buffer)`: prints what the header says; gives the text after the last part, else `undefined`.
// SAFETY: called by Node-API only, with a live environment and what goes with it.
unsafe extern "C" fn print(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    guard(env, || {
        // SAFETY: this is a callback.
        let call = unsafe { Call::<2>::new(env, info) }?;
        let [text, buffer] = call.arguments;
        let instance = call.instance()?;
        let part = print_part(env, instance, text, buffer)?;
        let step = match part.step {
            Ok(Step::End) => Ok(()),
            Ok(Step::Walk(_)) => Err(Failure::Argument("nothing to walk")),
            Err(error) => Err(error.into()),
        };
        end_part(env, instance, part, step)
    })
}

/// `walk(text, buffer, value, holder, depth, code, general, bulk, …helpers)`: prints what the header says, whose last
/// token stands for the value, which is walked in its place.
// SAFETY: called by Node-API only, with a live environment and what goes with it.
unsafe extern "C" fn walk(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    guard(env, || {
        // SAFETY: this is a callback.
        let call = unsafe { Call::<14>::new(env, info) }?;
        let [text, buffer, value, holder, depth, code, general, bulk, helpers @ ..] = call.arguments;
        let [visit, container, list, shape, result, part] = helpers;
        let helpers = Helpers { visit, container, list, shape, result, part };
        let instance = call.instance()?;
        let depth = read_u32(env, depth)? as usize;
        let mut part = print_part(env, instance, text, buffer)?;
        let nothing = match part.step {
            Ok(Step::Walk(_)) => None,
            Ok(Step::End) => Some(Failure::Argument("nothing to walk")),
            Err(error) => Some(error.into()),
        };
        if let Some(failure) = nothing {
            return end_part(env, instance, part, Err(failure));
        }
        let mut buffers = std::mem::take(&mut instance.borrow()?.buffers);
        let walked = Handles::new(env, instance, part.gap, helpers).and_then(|mut handles| {
            let mode = Mode { visit_all: handles.bool(general)?, bulk: handles.bool(bulk)? };
            let code = handles.number(code)?;
            let start = if code >= 0.0 {
                Start::Visited(value, handles.decode(code)?)
            } else {
                Start::Value { value, key: handles.empty_string()?, holder }
            };
            walk::walk(&mut handles, &mut part.value, start, depth, mode, &mut buffers)
        });
        buffers.settle();
        let mut state = instance.borrow()?;
        state.buffers = buffers;
        if let Ok(false) = walked {
            state.values.put_back(part.value);
            return Ok(ptr::null_mut());
        }
        drop(state);
        end_part(env, instance, part, walked.map(|_| ()))
    })
}

/// How lines are broken.
#[derive(Clone, Copy)]
pub(crate) struct Gap {
    units: [u16; MAX_GAP],
    /// Units of indentation per level; `None`: compact text.
    length: Option<usize>,
}

impl Gap {
    fn read(tokens: &[i32]) -> Result<Self, Failure> {
        let mut units = [0; MAX_GAP];
        let length = field(tokens, header::LINES)?.checked_sub(1);
        if length.is_some_and(|length| length > MAX_GAP) {
            return Err(Failure::Argument("a gap that is too long"));
        }
        if length.is_some() {
            for (unit, &token) in units.iter_mut().zip(tokens.get(header::GAP..).unwrap_or_default()) {
                *unit = token as u16;
            }
        }
        Ok(Gap { units, length })
    }

    /// Makes it the one that is printed.
    #[inline(always)]
    pub fn set(&self, style: &mut Style) -> Result<(), Failure> {
        match self.length {
            None => style.indent.set_compact(),
            Some(length) => style.indent.set(self.units.get(..length).unwrap_or_default())?,
        }
        Ok(())
    }
}

/// The JavaScript string of a finished value.
fn finished(env: sys::napi_env, value: &Value, max_length: usize) -> Outcome {
    let text = value.finished()?;
    let mut string = ptr::null_mut();
    let length = match text {
        Text::Latin1(units) => units.len(),
        Text::Utf16(units) => units.len(),
    };
    if length > max_length {
        return Err(PrintError::TooLong.into());
    }
    // SAFETY: pointer and length are those of a slice.
    check(unsafe {
        match text {
            Text::Latin1(units) => {
                sys::napi_create_string_latin1(env, units.as_ptr().cast(), length as isize, &mut string)
            }
            Text::Utf16(units) => {
                sys::napi_create_string_utf16(env, units.as_ptr(), length as isize, &mut string)
            }
        }
    })?;
    Ok(string)
}

/// `discard(level)`: forgets the unfinished value of a level.
// SAFETY: called by Node-API only, with a live environment and what goes with it.
unsafe extern "C" fn discard(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    guard(env, || {
        // SAFETY: this is a callback.
        let call = unsafe { Call::<1>::new(env, info) }?;
        let mut level = 0;
        // SAFETY: out pointer to a local.
        check(unsafe { sys::napi_get_value_uint32(env, call.arguments[0], &mut level) })?;
        let state = &mut *call.instance()?.borrow()?;
        if let Some(value) = state.values.unfinished.get_mut(level as usize).and_then(Option::take) {
            state.values.put_back(value);
        }
        Ok(ptr::null_mut())
    })
}

/// `defineKey(key, id)`: adds a key to the table.
// SAFETY: called by Node-API only, with a live environment and what goes with it.
unsafe extern "C" fn define_key(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    guard(env, || {
        // SAFETY: this is a callback.
        let call = unsafe { Call::<2>::new(env, info) }?;
        let id = read_u32(env, call.arguments[1])? as usize;
        let state = &mut *call.instance()?.borrow()?;
        let mut length = 0;
        // SAFETY: with no buffer the call gives the length.
        check(unsafe {
            sys::napi_get_value_string_utf16(env, call.arguments[0], ptr::null_mut(), 0, &mut length)
        })?;
        read_text(env, call.arguments[0], length, &mut state.text)?;
        state.style.keys.define(id, state.text.get(..length).unwrap_or_default())?;
        Ok(ptr::null_mut())
    })
}

/// `resetKeys()`: empties the table.
// SAFETY: called by Node-API only, with a live environment and what goes with it.
unsafe extern "C" fn reset_keys(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    guard(env, || {
        // SAFETY: this is a callback.
        let call = unsafe { Call::<0>::new(env, info) }?;
        call.instance()?.borrow()?.style.keys.reset();
        Ok(ptr::null_mut())
    })
}

/// `createPrinter(buffer, tokens, doubles, maxLength)`: a printer for a tape of that many tokens and doubles.
// SAFETY: called by Node-API only, with a live environment and what goes with it.
unsafe extern "C" fn create_printer(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    guard(env, || {
        // SAFETY: this is a callback.
        let call = unsafe { Call::<4>::new(env, info) }?;
        let [buffer, tokens, doubles, max_length] = call.arguments;
        let (tokens, doubles) = (read_u32(env, tokens)? as usize, read_u32(env, doubles)? as usize);
        if tokens < HEADER_LENGTH || tokens % 2 != 0 || tokens > 1 << 24 || doubles > 1 << 24 {
            return Err(Failure::Argument("the tape's lengths are out of bounds"));
        }
        let layout = Layout { tokens, doubles };
        // SAFETY: the slices are dropped at once.
        unsafe { arrays(env, buffer, layout) }?;
        let max_length = read_u32(env, max_length)? as usize;
        let style = Style { max_length, ..Style::default() };
        let state = RefCell::new(State { style, ..State::default() });
        let instance = Rc::new(Instance { layout, max_length, state });
        let mut object = ptr::null_mut();
        // SAFETY: out pointer to a local.
        check(unsafe { sys::napi_create_object(env, &mut object) })?;
        add_function(env, object, c"print", print, Some(&instance))?;
        add_function(env, object, c"walk", walk, Some(&instance))?;
        add_function(env, object, c"discard", discard, Some(&instance))?;
        add_function(env, object, c"defineKey", define_key, Some(&instance))?;
        add_function(env, object, c"resetKeys", reset_keys, Some(&instance))?;
        Ok(object)
    })
}

fn read_u32(env: sys::napi_env, value: sys::napi_value) -> Result<u32, Failure> {
    let mut number = 0;
    // SAFETY: out pointer to a local.
    check(unsafe { sys::napi_get_value_uint32(env, value, &mut number) })
        .map_err(|_| Failure::Argument("an argument is no number"))?;
    Ok(number)
}

// SAFETY: Node-API calls them, with a live environment and the call's own information.
type Callback = unsafe extern "C" fn(sys::napi_env, sys::napi_callback_info) -> sys::napi_value;

/// Adds a function to an object; with an instance, the function keeps it alive.
fn add_function(
    env: sys::napi_env,
    object: sys::napi_value,
    name: &std::ffi::CStr,
    callback: Callback,
    instance: Option<&Rc<Instance>>,
) -> Result<(), Failure> {
    let data: *mut c_void = match instance {
        Some(instance) => Rc::into_raw(Rc::clone(instance)).cast_mut().cast(),
        None => ptr::null_mut(),
    };
    let mut function = ptr::null_mut();
    // SAFETY: `name` ends in NUL; `data` outlives the function, because `release`, which the function's finalizer
    // calls, gives up the reference that was taken above.
    unsafe {
        check(sys::napi_create_function(env, name.as_ptr(), -1, Some(callback), data, &mut function))?;
        if !data.is_null() {
            check(sys::napi_add_finalizer(
                env,
                function,
                data,
                Some(release),
                ptr::null_mut(),
                ptr::null_mut(),
            ))?;
        }
        check(sys::napi_set_named_property(env, object, name.as_ptr(), function))
    }
}

/// Finalizer of a printer's functions.
// SAFETY: called by Node-API only, with a live environment and what goes with it.
unsafe extern "C" fn release(_env: sys::napi_env, data: *mut c_void, _hint: *mut c_void) {
    // SAFETY: `add_function` made `data` of an `Rc<Instance>`, and a finalizer runs once.
    let instance = unsafe { Rc::from_raw(data.cast::<Instance>()) };
    // A panic must not cross into Node.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(instance)));
}

/// Adds `createPrinter` to the module's exports.
pub fn export(env: sys::napi_env, exports: sys::napi_value) -> napi::Result<()> {
    add_function(env, exports, c"createPrinter", create_printer, None)
        .map_err(|_| napi::Error::from_reason("fast-safe-json: the exports cannot be made"))
}
