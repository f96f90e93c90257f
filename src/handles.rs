//! Values as Node-API handles: what [`crate::walk`] reads of them.
//!
//! Nothing here is borrowed from the printer while JavaScript runs: user code may stringify something else, with the
//! same printer.

use std::ptr;

use napi::sys;

use crate::node::{check, Failure, Gap, Instance};
use crate::print::Value;
use crate::tape::Op;
use crate::walk::{Key, KeyText, Kind, Length, Members, Source, Visit, PART};

type Handle = sys::napi_value;

/// The functions of `walkHelpers` in `lib/flatten.js`.
pub(crate) struct Helpers {
    pub visit: Handle,
    pub container: Handle,
    pub list: Handle,
    pub shape: Handle,
    pub result: Handle,
    pub part: Handle,
}

/// Handles that are made before they are dropped; each takes 8 bytes, and some time when garbage is collected.
const MAX_HANDLES: u32 = 1024;

/// Where a walk's values come from.
pub(crate) struct Handles<'a> {
    env: sys::napi_env,
    instance: &'a Instance,
    gap: Gap,
    /// `State::parts` when the gap was set.
    parts: u32,
    helpers: Helpers,
    /// `undefined`. It and the helpers belong to the running callback, and are never dropped.
    undefined: Handle,
    /// The scope of all other handles; none while handles are made that stay.
    scope: Option<sys::napi_handle_scope>,
    made: u32,
    epoch: u32,
}

/// `visit`'s answers that are numbers, as in `lib/flatten.js`.
mod code {
    pub const SAME: u64 = 0;
    pub const RESULT: u64 = 1;
    pub const RAW: u64 = 2;
    pub const ARRAY: u64 = 3;
    pub const SHAPE: u64 = 4;
    pub const LIST: u64 = 5;
    pub const REPLACED: u64 = 8;
    pub const UNIT: u64 = 16;
}

impl<'a> Handles<'a> {
    /// To be dropped before the callback of `env` ends.
    pub fn new(
        env: sys::napi_env,
        instance: &'a Instance,
        gap: Gap,
        helpers: Helpers,
    ) -> Result<Self, Failure> {
        let mut undefined = ptr::null_mut();
        // SAFETY: out pointer to a local.
        check(unsafe { sys::napi_get_undefined(env, &mut undefined) })?;
        let parts = instance.borrow()?.parts;
        let mut handles =
            Handles { env, instance, gap, parts, helpers, undefined, scope: None, made: 0, epoch: 0 };
        handles.open_scope()?;
        Ok(handles)
    }

    fn open_scope(&mut self) -> Result<(), Failure> {
        let mut scope = ptr::null_mut();
        // SAFETY: out pointer to a local.
        check(unsafe { sys::napi_open_handle_scope(self.env, &mut scope) })?;
        self.scope = Some(scope);
        Ok(())
    }

    fn close_scope(&mut self) -> Result<(), Failure> {
        self.made = 0;
        self.epoch = self.epoch.wrapping_add(1);
        match self.scope.take() {
            // SAFETY: the scope is open, and the innermost one: whatever opened others meanwhile has closed them. The
            // handles made in it are used no more, by the contract of `Source::renew` and `Source::shape`.
            Some(scope) => check(unsafe { sys::napi_close_handle_scope(self.env, scope) }),
            None => Ok(()),
        }
    }

    fn call<const N: usize>(&mut self, function: Handle, arguments: [Handle; N]) -> Result<Handle, Failure> {
        let mut result = ptr::null_mut();
        self.made += 1;
        // SAFETY: `arguments` are `N` handles that are good; out pointer to a local.
        check(unsafe {
            sys::napi_call_function(self.env, self.undefined, function, N, arguments.as_ptr(), &mut result)
        })?;
        Ok(result)
    }

    fn int(&mut self, value: i32) -> Result<Handle, Failure> {
        let mut result = ptr::null_mut();
        self.made += 1;
        // SAFETY: out pointer to a local.
        check(unsafe { sys::napi_create_int32(self.env, value, &mut result) })?;
        Ok(result)
    }

    fn size(&mut self, value: usize) -> Result<Handle, Failure> {
        let value = u32::try_from(value).map_err(|_| Failure::Argument("a size out of bounds"))?;
        let mut result = ptr::null_mut();
        self.made += 1;
        // SAFETY: out pointer to a local.
        check(unsafe { sys::napi_create_uint32(self.env, value, &mut result) })?;
        Ok(result)
    }

    fn type_of(&mut self, value: Handle) -> Result<sys::napi_valuetype, Failure> {
        let mut kind = sys::ValueType::napi_undefined;
        // SAFETY: out pointer to a local.
        check(unsafe { sys::napi_typeof(self.env, value, &mut kind) })?;
        Ok(kind)
    }

    /// `''`, the root's key.
    pub fn empty_string(&mut self) -> Result<Handle, Failure> {
        let mut result = ptr::null_mut();
        // SAFETY: no units are read; out pointer to a local.
        check(unsafe { sys::napi_create_string_latin1(self.env, c"".as_ptr(), 0, &mut result) })?;
        Ok(result)
    }

    /// What a number that `visit` or `open` answered with says.
    pub fn decode(&mut self, code: f64) -> Result<Visit<Handle>, Failure> {
        // Out of range means too large: the cast saturates.
        let code = code as u64;
        let payload = code / code::UNIT;
        let id = u32::try_from(payload).unwrap_or(u32::MAX);
        let members = match code % code::REPLACED {
            code::SAME => return Ok(Visit::Same),
            code::RESULT => {
                let result = self.call(self.helpers.result, [])?;
                return Ok(Visit::Primitive(Op::Double(self.number(result)?)));
            }
            code::RAW => return Ok(Visit::Raw(self.call(self.helpers.result, [])?)),
            code::ARRAY => Members::Array(payload),
            code::SHAPE => Members::Shape(id),
            code::LIST => Members::List(id),
            _ => return Err(Failure::Argument("an unknown answer")),
        };
        let replaced = code & code::REPLACED != 0;
        Ok(if replaced { Visit::Replaced(members) } else { Visit::Container(members) })
    }
}

impl Drop for Handles<'_> {
    fn drop(&mut self) {
        // Should it fail there is nobody to tell.
        let _ = self.close_scope();
    }
}

impl Source for Handles<'_> {
    type Handle = Handle;
    type Error = Failure;

    #[inline]
    fn write(&mut self, value: &mut Value, op: Op<'_>) -> Result<(), Failure> {
        let state = &mut *self.instance.borrow()?;
        if self.parts != state.parts {
            // A call made meanwhile may have left another.
            self.gap.set(&mut state.style)?;
            self.parts = state.parts;
        }
        Ok(value.write(op, &mut state.style)?)
    }

    #[inline]
    fn kind(&mut self, value: Handle) -> Result<Kind, Failure> {
        Ok(match self.type_of(value)? {
            sys::ValueType::napi_string => Kind::String,
            sys::ValueType::napi_number => Kind::Number,
            sys::ValueType::napi_boolean => Kind::Bool,
            sys::ValueType::napi_null => Kind::Null,
            sys::ValueType::napi_undefined => Kind::Undefined,
            sys::ValueType::napi_symbol => Kind::Symbol,
            _ => Kind::Other,
        })
    }

    #[inline]
    fn number(&mut self, value: Handle) -> Result<f64, Failure> {
        let mut number = 0.0;
        // SAFETY: out pointer to a local.
        check(unsafe { sys::napi_get_value_double(self.env, value, &mut number) })?;
        Ok(number)
    }

    fn bool(&mut self, value: Handle) -> Result<bool, Failure> {
        let mut bool = false;
        // SAFETY: out pointer to a local.
        check(unsafe { sys::napi_get_value_bool(self.env, value, &mut bool) })?;
        Ok(bool)
    }

    fn string(&mut self, value: Handle, text: &mut Vec<u16>) -> Result<Length, Failure> {
        // One unit more tells whether the string is longer; and there is a NUL.
        const ROOM: usize = PART + 2;
        text.clear();
        text.reserve(ROOM);
        let mut length = 0;
        // SAFETY: `text` has room for `ROOM` units, which is what the call may write at the most.
        check(unsafe {
            sys::napi_get_value_string_utf16(self.env, value, text.as_mut_ptr(), ROOM, &mut length)
        })?;
        if length <= PART {
            // SAFETY: that many units are written.
            unsafe { text.set_len(length) };
            return Ok(Length::Whole);
        }
        // SAFETY: with no buffer the call gives the length.
        check(unsafe { sys::napi_get_value_string_utf16(self.env, value, ptr::null_mut(), 0, &mut length) })?;
        Ok(Length::Long(length))
    }

    fn part(&mut self, value: Handle, from: usize, text: &mut Vec<u16>) -> Result<(), Failure> {
        let from = self.size(from)?;
        let part = self.call(self.helpers.part, [value, from])?;
        match self.string(part, text)? {
            Length::Whole if !text.is_empty() => Ok(()),
            _ => Err(Failure::Argument("a part of a wrong length")),
        }
    }

    #[inline]
    fn element(&mut self, array: Handle, index: u32) -> Result<Handle, Failure> {
        let mut result = ptr::null_mut();
        self.made += 1;
        // SAFETY: out pointer to a local.
        check(unsafe { sys::napi_get_element(self.env, array, index, &mut result) })?;
        Ok(result)
    }

    #[inline]
    fn member(&mut self, object: Handle, key: Handle) -> Result<Handle, Failure> {
        let mut result = ptr::null_mut();
        self.made += 1;
        // SAFETY: out pointer to a local.
        check(unsafe { sys::napi_get_property(self.env, object, key, &mut result) })?;
        Ok(result)
    }

    fn index(&mut self, index: u32) -> Result<Handle, Failure> {
        self.size(index as usize)
    }

    fn visit(
        &mut self,
        value: Handle,
        key: Handle,
        depth: usize,
        guess: Option<u32>,
        holder: Handle,
    ) -> Result<Visit<Handle>, Failure> {
        let depth = self.size(depth)?;
        let guess = self.int(guess.and_then(|id| i32::try_from(id).ok()).unwrap_or(-1))?;
        let answer = self.call(self.helpers.visit, [value, key, depth, guess, holder])?;
        match self.type_of(answer)? {
            sys::ValueType::napi_number => {
                let code = self.number(answer)?;
                self.decode(code)
            }
            sys::ValueType::napi_string => Ok(Visit::Text(answer)),
            sys::ValueType::napi_boolean => Ok(Visit::Primitive(Op::Bool(self.bool(answer)?))),
            sys::ValueType::napi_null => Ok(Visit::Primitive(Op::Null)),
            _ => Ok(Visit::Omitted),
        }
    }

    fn container(&mut self, depth: usize) -> Result<Handle, Failure> {
        let depth = self.size(depth)?;
        self.call(self.helpers.container, [depth])
    }

    fn list(&mut self, depth: usize) -> Result<Handle, Failure> {
        let depth = self.size(depth)?;
        self.call(self.helpers.list, [depth])
    }

    /// The handles that it makes stay. There are few: `lib/flatten.js` bounds shapes and their lengths.
    fn shape(&mut self, id: u32) -> Result<Vec<Key<Handle>>, Failure> {
        self.close_scope()?;
        let id = self.size(id as usize)?;
        let list = self.call(self.helpers.shape, [id])?;
        let mut length = 0;
        // SAFETY: out pointer to a local.
        check(unsafe { sys::napi_get_array_length(self.env, list, &mut length) })?;
        let mut keys = Vec::with_capacity(length as usize / 2);
        let mut text = Vec::new();
        for i in 0..length / 2 {
            let handle = self.element(list, 2 * i)?;
            let id = self.element(list, 2 * i + 1)?;
            let text = match u32::try_from(self.number(id)? as i64) {
                Ok(id) => KeyText::Id(id),
                Err(_) => match self.string(handle, &mut text)? {
                    Length::Whole => KeyText::Text(text.as_slice().into()),
                    Length::Long(_) => return Err(Failure::Argument("a key that is too long for a shape")),
                },
            };
            keys.push(Key { handle, text });
        }
        self.open_scope()?;
        self.made = 0;
        Ok(keys)
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.made >= MAX_HANDLES
    }

    fn renew(&mut self) -> Result<(), Failure> {
        self.close_scope()?;
        self.open_scope()
    }

    #[inline]
    fn epoch(&self) -> u32 {
        self.epoch
    }
}
