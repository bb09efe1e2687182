//! Known vulnerabilities of what the project depends on.
//!
//! The advisories of RustSec are in a repository that no package registry carries. So those that concern crates of
//! `Cargo.lock` are copied into `xtask/advisories.json`, with the date of the copy: which versions are concerned, nothing else.
//! The check compares them with `Cargo.lock`; `cargo xtask advisories FOLDER` makes the copy anew from a clone of
//! <https://github.com/rustsec/advisory-db>. What is known and bearable stands with its reason in `deny.toml`.

use crate::tools::{command, output, root};
use anyhow::{Context, Result, bail};
use semver::{Version, VersionReq};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const COPY: &str = "xtask/advisories.json";

/// The copy.
#[derive(Serialize, Deserialize)]
struct Copy {
    /// Where it comes from.
    source: String,
    /// The commit that it was made from.
    commit: String,
    /// The day of that commit.
    date: String,
    /// Every crate that was looked for.
    crates: BTreeSet<String>,
    /// What was found, without what was withdrawn.
    advisories: Vec<Advisory>,
}

#[derive(Serialize, Deserialize)]
struct Advisory {
    id: String,
    #[serde(rename = "crate")]
    name: String,
    title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    informational: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    patched: Vec<VersionReq>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unaffected: Vec<VersionReq>,
}

impl Advisory {
    fn concerns(&self, version: &Version) -> bool {
        !self.patched.iter().chain(&self.unaffected).any(|range| range.matches(version))
    }
}

/// The crates of `Cargo.lock` from registries, with their versions.
fn locked() -> Result<BTreeMap<String, Vec<Version>>> {
    let lock: toml::Table = toml::from_str(&std::fs::read_to_string(root().join("Cargo.lock"))?)?;
    let packages = lock["package"].as_array().context("Cargo.lock has no packages")?;
    let mut crates: BTreeMap<String, Vec<Version>> = BTreeMap::new();
    for package in packages.iter().filter(|package| package.get("source").is_some()) {
        let text = |key: &str| package.get(key).and_then(toml::Value::as_str).context("a package without a name");
        crates.entry(text("name")?.to_owned()).or_default().push(text("version")?.parse()?);
    }
    Ok(crates)
}

/// The advisories that `deny.toml` ignores.
fn ignored() -> Result<BTreeSet<String>> {
    let deny: toml::Table = toml::from_str(&std::fs::read_to_string(root().join("deny.toml"))?)?;
    let list = deny.get("advisories").and_then(|part| part.get("ignore")).and_then(toml::Value::as_array);
    let id = |entry: &toml::Value| Some(entry.get("id")?.as_str()?.to_owned());
    Ok(list.into_iter().flatten().filter_map(id).collect())
}

/// Compares the copy with `Cargo.lock`.
pub fn check() -> Result<()> {
    let copy: Copy = serde_json::from_str(&std::fs::read_to_string(root().join(COPY)).context(COPY)?).context(COPY)?;
    let (crates, mut ignored) = (locked()?, ignored()?);
    let new: Vec<&str> = crates.keys().filter(|name| !copy.crates.contains(*name)).map(String::as_str).collect();
    if !new.is_empty() {
        bail!(
            "{COPY} was made before these crates came: {}; `cargo xtask advisories FOLDER` makes it anew",
            new.join(", ")
        );
    }
    let mut found = Vec::new();
    for advisory in &copy.advisories {
        let versions = crates.get(&advisory.name).into_iter().flatten().filter(|version| advisory.concerns(version));
        let versions: Vec<String> = versions.map(Version::to_string).collect();
        if !versions.is_empty() && !ignored.remove(&advisory.id) {
            found.push(format!("{}: {} {}: {}", advisory.id, advisory.name, versions.join(", "), advisory.title));
        }
    }
    if !found.is_empty() {
        bail!(
            "known vulnerabilities; update the crates, or explain in deny.toml why they do no harm:\n{}",
            found.join("\n")
        );
    }
    if let Some(id) = ignored.first() {
        bail!("deny.toml explains {id}, which concerns nothing any more: take it out");
    }
    println!(
        "no advisory of {} ({}) concerns the {} crates, but for those that deny.toml explains",
        copy.source,
        copy.date,
        crates.len()
    );
    Ok(())
}

/// Makes the copy anew from a clone of the advisories.
pub fn copy(folder: &Path) -> Result<()> {
    let git = |arguments: &[&str]| {
        let mut git = command("git", &["-C"]);
        git.arg(folder).args(arguments);
        output(git)
    };
    let crates = locked()?;
    let mut advisories = Vec::new();
    for path in git(&["ls-tree", "-r", "--name-only", "HEAD", "crates"])?.lines() {
        let name = path.split('/').nth(1).unwrap_or_default();
        if !crates.contains_key(name) || !path.ends_with(".md") {
            continue;
        }
        let text = git(&["show", &format!("HEAD:{path}")])?;
        advisories.extend(read(&text).with_context(|| path.to_owned())?);
    }
    advisories.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
    let copy = Copy {
        source: "https://github.com/rustsec/advisory-db".to_owned(),
        commit: git(&["log", "-1", "--format=%H"])?.trim().to_owned(),
        date: git(&["log", "-1", "--format=%cs"])?.trim().to_owned(),
        crates: crates.into_keys().collect(),
        advisories,
    };
    std::fs::write(root().join(COPY), serde_json::to_string_pretty(&copy)? + "\n")?;
    println!("{} advisories of {} concern crates of Cargo.lock", copy.advisories.len(), copy.date);
    Ok(())
}

/// An advisory as it is published: TOML in a Markdown file. None if it was withdrawn.
fn read(text: &str) -> Result<Option<Advisory>> {
    #[derive(Deserialize)]
    struct File {
        advisory: Head,
        versions: Versions,
    }
    #[derive(Deserialize)]
    struct Head {
        id: String,
        package: String,
        withdrawn: Option<String>,
        informational: Option<String>,
    }
    #[derive(Deserialize)]
    struct Versions {
        #[serde(default)]
        patched: Vec<VersionReq>,
        #[serde(default)]
        unaffected: Vec<VersionReq>,
    }
    let (_, rest) = text.split_once("```toml\n").context("no TOML")?;
    let (facts, prose) = rest.split_once("```").context("no end of the TOML")?;
    let File { advisory, versions } = toml::from_str(facts)?;
    let title = prose.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default().to_owned();
    let Head { id, package: name, withdrawn, informational } = advisory;
    let Versions { patched, unaffected } = versions;
    Ok(withdrawn.is_none().then_some(Advisory { id, name, title, informational, patched, unaffected }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "```toml\n[advisory]\nid = \"RUSTSEC-1\"\npackage = \"tar\"\ndate = \"2018-06-29\"\n\n[versions]\n\
        patched = [\">= 0.4.16\"]\nunaffected = [\"< 0.2\"]\n```\n\n# Links overwrite files\n\nProse.\n";

    #[test]
    fn an_advisory_says_which_versions_it_concerns() {
        let advisory = read(TEXT).unwrap().expect("not withdrawn");
        assert_eq!((advisory.name.as_str(), advisory.title.as_str()), ("tar", "Links overwrite files"));
        let concerned = ["0.1.9", "0.2.0", "0.4.15", "0.4.16", "1.0.0"].map(|v| advisory.concerns(&v.parse().unwrap()));
        assert_eq!(concerned, [false, true, true, false, false]);
        let withdrawn = TEXT.replace("\ndate", "\nwithdrawn = \"2019-01-01\"\ndate");
        assert!(read(&withdrawn).unwrap().is_none());
    }

    #[test]
    fn nothing_that_is_depended_on_is_known_to_be_vulnerable() {
        check().unwrap();
    }
}
