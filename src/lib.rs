//! The addon behind `fast-safe-json`: prints a tape of tokens as JSON text, or what it reads of a value itself.
//!
//! The parts, from the outside in: `node` and `handles` (Node-API, the only parts that need Node.js), [`walk`] (what
//! lies too deep for the flattener), [`print`] (separators, keys, indentation), [`tape`] (what there is to print, checked), and the leaves [`number`], [`escape`], [`date`] and
//! [`output`]. `ARCHITECTURE.md` tells why.
#![deny(unsafe_op_in_unsafe_fn)]
#![warn(missing_docs)]

pub mod date;
pub mod escape;
#[cfg(all(feature = "node", not(test)))]
mod handles;
#[cfg(all(feature = "node", not(test)))]
mod node;
pub mod number;
pub mod output;
pub mod print;
pub mod tape;
pub mod walk;

#[cfg(all(feature = "node", not(test)))]
mod exports {
    use napi::bindgen_prelude::Object;
    use napi::{Env, JsValue, Result};
    use napi_derive::napi;

    /// The version of the addon, which is that of the package it was built for.
    #[napi]
    pub fn version() -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    /// The layout of the tape that the addon reads.
    #[napi]
    pub fn layout() -> u32 {
        crate::tape::LAYOUT
    }

    #[napi(module_exports)]
    fn init(exports: Object, env: Env) -> Result<()> {
        crate::node::export(env.raw(), exports.raw())
    }
}
