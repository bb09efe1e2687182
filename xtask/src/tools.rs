//! Running programs, and installing those that the checks need.

use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The project's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_path_buf()
}

/// Where builds go.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A command to be run in the project's root.
pub fn command(program: impl AsRef<OsStr>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// Cargo, as it was called.
pub fn cargo(arguments: &[&str]) -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), arguments)
}

/// The fuzzer, optimised and with assertions and overflow checks on. Built as the tests build it, with what the whole
/// workspace needs of each dependency: alone it would need all of them built once more.
pub fn fuzzer(arguments: &[&str]) -> Result<Command> {
    must(cargo(&["build", "--locked", "--quiet", "--workspace", "--bin", "hoyle-fuzz"]))?;
    let program = target().join("debug/hoyle-fuzz").with_extension(std::env::consts::EXE_EXTENSION);
    Ok(command(program, arguments))
}

/// Runs a command and insists that it succeeds.
pub fn must(mut command: Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed: {status}");
    }
    Ok(())
}

/// Runs a command, insists that it succeeds, and gives what it printed.
pub fn output(mut command: Command) -> Result<String> {
    let output = command.stderr(std::process::Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot run {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed: {}", output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// A part of the Rust toolchain, installed if it is missing.
pub fn component(name: &str, probe: &str) -> Result<()> {
    let there = cargo(&[probe, "--version"]).output().is_ok_and(|output| output.status.success());
    if there {
        return Ok(());
    }
    must(command("rustup", &["component", "add", name])).with_context(|| format!("`cargo {probe}` is missing"))
}

/// Installs packages much faster than pip, which matters for those of gigabytes.
const UV: &str = "uv==0.13.7";

/// A Python with the packages of `xtask/requirements.txt`.
pub fn python() -> Result<PathBuf> {
    python_with("venv", "xtask/requirements.txt")
}

/// A Python with exactly the packages of a list, made anew when the list changes.
pub fn python_with(name: &str, list: &str) -> Result<PathBuf> {
    let requirements = root().join(list);
    let wanted = std::fs::read_to_string(&requirements).with_context(|| list.to_owned())?;
    let venv = target().join(name);
    let (python, stamp) = (interpreter(&venv), venv.join("requirements.txt"));
    if std::fs::read_to_string(&stamp).is_ok_and(|there| there == wanted) {
        return Ok(python);
    }
    clean_python(name)?;
    must(command(&python, &[&PIP_INSTALL[..], &[UV]].concat()))?;
    let mut install = command(&python, &["-m", "uv", "pip", "install", "--quiet", "--no-cache", "--no-deps"]);
    install.arg("--python").arg(&python).arg("--requirements").arg(&requirements);
    must(install)?;
    std::fs::write(&stamp, wanted)?;
    Ok(python)
}

/// How packages are installed with what every Python has.
pub const PIP_INSTALL: [&str; 5] = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];

/// A Python without any packages but pip.
pub fn clean_python(name: &str) -> Result<PathBuf> {
    let venv = target().join(name);
    println!("making a Python environment in {}", venv.display());
    let system = if cfg!(windows) { "python" } else { "python3" };
    let mut make = command(system, &["-m", "venv", "--clear"]);
    make.arg(&venv);
    must(make).context("Python 3.11 or newer with its `venv` module is needed")?;
    Ok(interpreter(&venv))
}

fn interpreter(venv: &Path) -> PathBuf {
    venv.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
}

/// A program from crates.io in this version, built below target/ if the machine does not have it.
pub fn program(name: &str, version: &str) -> Result<PathBuf> {
    // A command of cargo may want its own name first.
    let command = name.strip_prefix("cargo-").unwrap_or(name);
    let has_version = |program: &Path| {
        [&["--version"][..], &[command, "--version"]].iter().any(|arguments| {
            let output = Command::new(program).args(*arguments).output();
            output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(version))
        })
    };
    let own = target().join("tools/bin").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    for there in [PathBuf::from(name), own.clone()] {
        if has_version(&there) {
            return Ok(there);
        }
    }
    println!("installing {name} {version}");
    let mut install =
        cargo(&["install", name, "--version", version, "--locked", "--quiet", "--profile", "dev", "--root"]);
    install.arg(target().join("tools"));
    // Not this workspace's flags and target folder: the tool's build is its own.
    install.env("CARGO_TARGET_DIR", target().join("tools/build"));
    must(install)?;
    std::fs::remove_dir_all(target().join("tools/build")).ok();
    Ok(own)
}
