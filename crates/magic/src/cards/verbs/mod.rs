//! The verbs of the card language, each declared once.
//!
//! A form is a way to write a verb: its word and the kinds of its arguments, the node of the tree that it makes, its tokens,
//! and its sentence. The reader, the tokens, the printed text, the vocabulary and the generator of card files all follow
//! from [the table](forms); only what a verb does stands elsewhere, in `rules/verbs.rs`. A verb without a form does not
//! compile.

mod arguments;
mod forms;

pub use arguments::*;
#[cfg(feature = "testing")]
pub use forms::FORMS;
pub use forms::{read, text, tokens, vocabulary};
