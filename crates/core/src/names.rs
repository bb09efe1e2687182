//! Names that people type: specifications such as `ludo:players=2,exit=1+6`, and help when one is misspelt.

use crate::files::brief;
use thiserror::Error;

/// Longer texts are no misspelt names: comparing them with all names would take long and find nothing.
const LONGEST: usize = 100;

/// The known name that was probably meant.
///
/// ```
/// assert_eq!(hoyle_core::names::closest("lduo", ["ludo", "acquire"]), Some("ludo"));
/// assert_eq!(hoyle_core::names::closest("chess", ["ludo", "acquire"]), None);
/// ```
pub fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(&name, &candidate.to_lowercase()), candidate))
        .filter(|&(likeness, _)| likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// A name that nothing has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown {what} `{}`{}; {what}s are: {}", brief(name), hint.as_deref().map(|h| format!(" (did you mean `{h}`?)")).unwrap_or_default(), known.join(", "))]
pub struct UnknownName {
    what: &'static str,
    name: String,
    hint: Option<String>,
    known: Vec<String>,
}

impl UnknownName {
    /// An error that lists what there is and guesses what was meant.
    pub fn new<'a>(what: &'static str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<String> = known.into_iter().map(str::to_owned).collect();
        let hint = closest(name, known.iter().map(String::as_str)).map(str::to_owned);
        Self { what, name: name.to_owned(), hint, known }
    }
}

/// A name with settings, as people write it: `name` or `name:key=value,key=value`.
///
/// ```
/// let named: hoyle_core::names::Named = "ludo:players=2,exit=1+6".parse()?;
/// assert_eq!(named.name, "ludo");
/// assert_eq!(named.settings[1], ("exit".to_owned(), "1+6".to_owned()));
/// # Ok::<(), hoyle_core::names::MalformedName>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What stands before the colon.
    pub name: String,
    /// The settings in the order in which they were written.
    pub settings: Vec<(String, String)>,
}

/// A specification that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("cannot read `{}` in `{}`: write name:key=value,key=value", brief(part), brief(text))]
pub struct MalformedName {
    text: String,
    part: String,
}

impl std::str::FromStr for Named {
    type Err = MalformedName;

    fn from_str(text: &str) -> Result<Self, MalformedName> {
        let malformed = |part: &str| MalformedName { text: text.to_owned(), part: part.to_owned() };
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        if name.trim().is_empty() {
            return Err(malformed(text));
        }
        let mut pairs: Vec<(String, String)> = Vec::new();
        for part in settings.split(',').filter(|part| !part.trim().is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(|| malformed(part))?;
            let (key, value) = (key.trim(), value.trim());
            if key.is_empty() || pairs.iter().any(|(k, _)| k == key) {
                return Err(malformed(part));
            }
            pairs.push((key.to_owned(), value.to_owned()));
        }
        Ok(Self { name: name.trim().to_owned(), settings: pairs })
    }
}
