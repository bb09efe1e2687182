//! The words of the card language, each declared once.
//!
//! A form is a way to write something: its word and the kinds of its arguments, the node of the tree that it makes, its tokens,
//! and its text. The reader, the tokens, the printed text, the vocabulary and the generator of card files all follow from the
//! tables; only what a thing does or is stands elsewhere, in `rules/`. A node without a form does not compile.
//!
//! | file | what is declared in it |
//! |---|---|
//! | `verbs.rs` | what effects do |
//! | `triggers.rs` | what makes an ability trigger |
//! | `quantities.rs` | numbers |
//! | `players.rs`, `objects.rs` | whom and what effects speak of |
//! | `filters.rs` | what an object must be like |
//! | `arguments.rs` | the kinds of arguments of all of these |
//!
//! ```text
//! "word"(argument: Kind, ...) = { node of the tree } => "token" [what follows it]: "text";
//! ```
//!
//! The node is what the form is read as, and, as a pattern, what is written with its tokens and text. Where several forms share a
//! node, `is { pattern }` says what the form stands for, and the first that fits is taken. Arguments behind a semicolon are
//! read and are no part of the node. Behind the token stand arguments and further tokens as `(category name)`.
//!
//! `_` stands for no word, where a node is not read by one (targets have numbers, sums have signs), and for no token, where only
//! the arguments have some.

use super::syntax::Node;

/// The word of a node and what stands in its parentheses, nothing for a word alone. `None` for what has no word.
fn called(node: &Node) -> Option<(&str, &[Node])> {
    match node {
        Node::Word(word) => Some((word, &[])),
        Node::Call(word, arguments) if !arguments.is_empty() => Some((word, arguments)),
        _ => None,
    }
}

macro_rules! pattern {
    ({ $($node:tt)* }) => { $($node)* };
    ({ $($node:tt)* } { $($pattern:tt)* }) => { $($pattern)* };
}

macro_rules! parts {
    ($writer:ident) => {};
    ($writer:ident ($category:literal $name:literal) $($rest:tt)*) => {
        $writer.put($category, $name);
        parts!($writer $($rest)*);
    };
    ($writer:ident $argument:ident $($rest:tt)*) => {
        $argument($writer);
        parts!($writer $($rest)*);
    };
}

/// A word or a token, if there is one.
macro_rules! given {
    (_) => {
        None::<&str>
    };
    ($text:literal) => {
        Some($text)
    };
}

/// Reads a form, if it has a word and this is it.
macro_rules! read_form {
    ($reader:ident, $word:ident, $arguments:ident, _ $($rest:tt)*) => {};
    (
        $reader:ident, $word:ident, $arguments:ident,
        $form:literal ($($argument:ident: $kind:ident),* $(; $hidden:ident: $hidden_kind:ident)?) { $($node:tt)* }
    ) => {
        if $word == $form
            && let [$($argument,)* $($hidden)?] = $arguments
            $(&& <$kind as Argument>::can_be($argument))*
        {
            $(let $argument = <$kind as Argument>::read($reader, $argument)?;)*
            $(<$hidden_kind as Argument>::read($reader, $hidden)?;)?
            return Ok(Some({ $($node)* }));
        }
    };
}

/// What a generated file has for the arguments of a form, if it has a word.
#[cfg(feature = "testing")]
macro_rules! sample_form {
    (_ $($rest:tt)*) => {
        None
    };
    ($form:literal ($($argument:ident: $kind:ident),* $(; $hidden:ident: $hidden_kind:ident)?)) => {
        Some(($form, &[$(<$kind as Argument>::SAMPLE,)* $(<$hidden_kind as Argument>::SAMPLE)?]))
    };
}

macro_rules! forms {
    ($Value:ident, $category:literal; $(
        $word:tt ($($argument:ident: $kind:ident),* $(; $hidden:ident: $hidden_kind:ident)?) =
        { $($node:tt)* } $(is { $($pattern:tt)* })?
        => $token:tt [$($part:tt)*]: $text:literal;
    )*) => {
        /// Reads a word with what stands in its parentheses. `None` if there is no such form.
        pub fn read(reader: &mut Reader<'_>, node: &Node) -> Read<Option<$Value>> {
            let Some((word, arguments)) = called(node) else { return Ok(None) };
            let _ = &reader;
            $(
                read_form!(
                    reader, word, arguments,
                    $word ($($argument: $kind),* $(; $hidden: $hidden_kind)?) { $($node)* }
                );
            )*
            Ok(None)
        }

        /// Appends the tokens.
        pub fn tokens(value: &$Value, writer: &mut Writer<'_>) {
            match *value {
                $(
                    pattern!({ $($node)* } $({ $($pattern)* })?) => {
                        if let Some(token) = given!($token) {
                            writer.put($category, token);
                        }
                        $(let $argument = |writer: &mut Writer<'_>| <$kind as Part>::write(writer, &$argument);)*
                        $(let _ = &$argument;)*
                        parts!(writer $($part)*);
                    }
                )*
            }
        }

        /// The value in words.
        pub fn text(value: &$Value, printer: &Printer<'_>) -> String {
            match *value {
                $(
                    pattern!({ $($node)* } $({ $($pattern)* })?) => {
                        $(let $argument = <$kind as Part>::text(printer, &$argument);)*
                        format!($text)
                    }
                )*
            }
        }

        /// The tokens of the category, in the order of the table; forms of a node share one.
        pub fn vocabulary() -> Vec<&'static str> {
            const TOKENS: &[Option<&str>] = &[$(given!($token)),*];
            let mut names = Vec::new();
            for token in TOKENS.iter().flatten() {
                if !names.contains(token) {
                    names.push(*token);
                }
            }
            names
        }

        /// Each form's word with what a generated file has for its arguments.
        #[cfg(feature = "testing")]
        pub static FORMS: std::sync::LazyLock<Vec<(&str, &[Sample])>> = std::sync::LazyLock::new(|| {
            let all: &[Option<(&str, &[Sample])>] =
                &[$(sample_form!($word ($($argument: $kind),* $(; $hidden: $hidden_kind)?))),*];
            all.iter().flatten().copied().collect()
        });
    };
}

// Behind the macros that they are written with.
mod arguments;
pub mod filters;
pub mod objects;
pub mod players;
pub mod quantities;
pub mod triggers;
pub mod verbs;

pub use arguments::*;
