//! What the project may depend on, as `deny.toml` says: licences, sources, and no dependency on any version at all.
//!
//! The file is the one of cargo-deny and keeps its meaning; this reads the part of it that is used here. That is quicker than building
//! cargo-deny, which has hundreds of dependencies of its own.

use crate::tools::{cargo, must, output, root};
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use std::collections::BTreeSet;

/// The one place from which dependencies come.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

#[derive(Deserialize)]
struct Deny {
    licenses: Licences,
}

#[derive(Deserialize)]
struct Licences {
    allow: Vec<String>,
    exceptions: Vec<Exception>,
}

/// A crate with licences of its own.
#[derive(Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    req: String,
    source: Option<String>,
}

/// Checks every package of `Cargo.lock` that the features need which are on by default, also what only other platforms need.
pub fn check() -> Result<()> {
    must(cargo(&["fetch", "--locked", "--quiet"]))?;
    let deny: Deny = toml::from_str(&std::fs::read_to_string(root().join("deny.toml"))?).context("deny.toml")?;
    let metadata = output(cargo(&["metadata", "--locked", "--offline", "--format-version", "1"]))?;
    let Metadata { mut packages } = serde_json::from_str(&metadata).context("cargo metadata")?;
    // Metadata also lists what only features that are off would need; the tree is what is built.
    let tree =
        ["tree", "--locked", "--offline", "--workspace", "--target", "all", "--prefix", "none", "--format", "{p}"];
    let tree = output(cargo(&tree))?;
    let built: BTreeSet<String> =
        tree.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    packages.retain(|package| built.contains(&format!("{} v{}", package.name, package.version)));
    let wrong: Vec<String> = packages.iter().flat_map(|package| package.complaints(&deny.licenses)).collect();
    ensure!(wrong.is_empty(), "deny.toml does not allow:\n{}", wrong.join("\n"));
    println!("licences and sources of {} packages are allowed", packages.len());
    Ok(())
}

impl Package {
    /// What of this package is not allowed.
    fn complaints(&self, licences: &Licences) -> Vec<String> {
        let own = licences.exceptions.iter().filter(|exception| exception.name == self.name);
        let allowed: Vec<&str> = own.flat_map(|own| &own.allow).chain(&licences.allow).map(String::as_str).collect();
        let mut wrong = Vec::new();
        match self.license.as_deref().map(|terms| satisfied(terms, &allowed)) {
            Some(Ok(true)) => {}
            Some(Ok(false)) => wrong.push(format!("its licence, {}", self.license.as_deref().unwrap_or_default())),
            Some(Err(error)) => wrong.push(format!("its licence, which cannot be read: {error}")),
            None => wrong.push("that it names no licence".to_owned()),
        }
        if let Some(source) = self.source.as_deref().filter(|source| *source != CRATES_IO) {
            wrong.push(format!("its source, {source}"));
        }
        // Only of the project: what others ask for is locked.
        let any = |dependency: &&Dependency| dependency.req == "*" && dependency.source.is_some();
        if let Some(dependency) = self.dependencies.iter().find(any).filter(|_| self.source.is_none()) {
            wrong.push(format!("that it takes any version of {}", dependency.name));
        }
        wrong.into_iter().map(|what| format!("{} {}: {what}", self.name, self.version)).collect()
    }
}

/// Whether what is allowed is enough for the terms, an SPDX expression (or the older `MIT/Apache-2.0`).
fn satisfied(terms: &str, allowed: &[&str]) -> Result<bool> {
    let spaced = terms.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    let enough = any_of(&mut rest, allowed)?;
    ensure!(rest.is_empty(), "`{}` is left over", rest.join(" "));
    Ok(enough)
}

fn any_of(words: &mut &[&str], allowed: &[&str]) -> Result<bool> {
    let mut enough = all_of(words, allowed)?;
    while next_is(words, "OR") {
        enough |= all_of(words, allowed)?;
    }
    Ok(enough)
}

fn all_of(words: &mut &[&str], allowed: &[&str]) -> Result<bool> {
    let mut enough = one(words, allowed)?;
    while next_is(words, "AND") {
        enough &= one(words, allowed)?;
    }
    Ok(enough)
}

fn one(words: &mut &[&str], allowed: &[&str]) -> Result<bool> {
    if next_is(words, "(") {
        let enough = any_of(words, allowed)?;
        ensure!(next_is(words, ")"), "a bracket is not closed");
        return Ok(enough);
    }
    let name = next(words)?;
    if next_is(words, "WITH") {
        let exception = next(words)?;
        return Ok(allowed.contains(&format!("{name} WITH {exception}").as_str()));
    }
    Ok(allowed.contains(&name))
}

fn next<'a>(words: &mut &[&'a str]) -> Result<&'a str> {
    match words {
        [] => bail!("it ends too early"),
        [word @ ("OR" | "AND" | "WITH" | "(" | ")"), ..] => bail!("`{word}` stands where a licence should"),
        [word, rest @ ..] => {
            let word = *word;
            *words = rest;
            Ok(word)
        }
    }
}

fn next_is(words: &mut &[&str], wanted: &str) -> bool {
    let there = words.first() == Some(&wanted);
    if there {
        *words = &words[1..];
    }
    there
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_as_spdx_says() {
        let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"];
        let enough = |terms: &str| satisfied(terms, &allowed).ok();
        for terms in ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "MIT AND (Zlib OR GPL-2.0)", "GPL-2.0 AND Zlib OR MIT"]
        {
            assert_eq!(enough(terms), Some(true), "{terms}");
        }
        assert_eq!(enough("Apache-2.0 WITH LLVM-exception"), Some(true));
        for terms in ["Apache-2.0", "MIT AND GPL-2.0", "(MIT OR Zlib) AND ISC", "MIT WITH LLVM-exception"] {
            assert_eq!(enough(terms), Some(false), "{terms}");
        }
        for terms in ["", "MIT OR", "(MIT", "MIT)", "MIT Zlib", "AND MIT"] {
            assert_eq!(enough(terms), None, "{terms}");
        }
    }

    #[test]
    fn what_is_not_allowed_is_told() {
        let licences = Licences {
            allow: vec!["MIT".to_owned()],
            exceptions: vec![Exception { name: "odd".to_owned(), allow: vec!["ISC".to_owned()] }],
        };
        let package = |name: &str, license: Option<&str>, source: Option<&str>, req: &str| Package {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            license: license.map(str::to_owned),
            source: source.map(str::to_owned),
            dependencies: vec![Dependency {
                name: "x".to_owned(),
                req: req.to_owned(),
                source: Some(CRATES_IO.to_owned()),
            }],
        };
        let wrong = |package: Package| package.complaints(&licences).len();
        assert_eq!(wrong(package("a", Some("MIT"), Some(CRATES_IO), "*")), 0);
        assert_eq!(wrong(package("odd", Some("ISC"), None, "^1")), 0);
        assert_eq!(wrong(package("a", Some("ISC"), Some(CRATES_IO), "^1")), 1);
        assert_eq!(wrong(package("a", None, Some("git+https://example.org/a"), "^1")), 2);
        assert_eq!(wrong(package("own", Some("MIT"), None, "*")), 1);
    }
}
