//! Running programs, and installing those that the checks need.

use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash, Hasher};
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

/// Whether cargo-nextest is there, which runs tests of several programs at a time.
pub fn nextest() -> bool {
    cargo(&["nextest", "--version"]).output().is_ok_and(|output| output.status.success())
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

/// A Python with exactly the packages of a list. It lies in the user's cache, by what the list says: another clone, or this one with
/// an empty target folder, finds it there. Nothing else is ever installed into it.
pub fn python_with(name: &str, list: &str) -> Result<PathBuf> {
    let requirements = root().join(list);
    let wanted = std::fs::read_to_string(&requirements).with_context(|| list.to_owned())?;
    let mut hash = DefaultHasher::new();
    (wanted, UV, output(command(SYSTEM_PYTHON, &["--version"]))?).hash(&mut hash);
    let venv = cache().join(format!("{name}-{:016x}", hash.finish()));
    if venv.exists() {
        return Ok(interpreter(&venv));
    }
    // Complete or not there: made under another name, and moved when it is.
    let begun = venv.with_extension(std::process::id().to_string());
    let python = make_python(&begun)?;
    must(command(&python, &[&PIP_INSTALL[..], &[UV]].concat()))?;
    let mut install = command(&python, &["-m", "uv", "pip", "install", "--quiet", "--no-cache", "--no-deps"]);
    install.arg("--python").arg(&python).arg("--requirements").arg(&requirements);
    must(install)?;
    if let Err(error) = std::fs::rename(&begun, &venv) {
        // Somebody else was faster.
        std::fs::remove_dir_all(&begun).ok();
        ensure!(venv.exists(), "cannot move {} to {}: {error}", begun.display(), venv.display());
    }
    Ok(interpreter(&venv))
}

/// A Python below target/ that sees the packages of another environment, into which more can be installed.
pub fn python_over(base: &Path, name: &str) -> Result<PathBuf> {
    let python = make_python(&target().join(name))?;
    let packages = "import sysconfig; print(sysconfig.get_path('purelib'))";
    let folder = |python: &Path| output(command(python, &["-c", packages])).map(|path| path.trim().to_owned());
    // A line that begins with `import` is run when Python starts.
    let line = format!("import site; site.addsitedir({:?})\n", folder(base)?);
    std::fs::write(Path::new(&folder(&python)?).join("tools.pth"), line)?;
    Ok(python)
}

/// Where what takes long to install is kept for every clone: in the user's cache, or below target/ if there is none.
fn cache() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let user = set("XDG_CACHE_HOME").or_else(|| set("LOCALAPPDATA"));
    let user = user.or_else(|| set("HOME").map(|home| home.join(".cache")));
    user.unwrap_or_else(target).join("hoyle-checks")
}

/// How packages are installed with what every Python has.
pub const PIP_INSTALL: [&str; 5] = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];

/// A Python without any packages but pip.
pub fn clean_python(name: &str) -> Result<PathBuf> {
    make_python(&target().join(name))
}

const SYSTEM_PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

fn make_python(venv: &Path) -> Result<PathBuf> {
    println!("making a Python environment in {}", venv.display());
    let mut make = command(SYSTEM_PYTHON, &["-m", "venv", "--clear"]);
    make.arg(venv);
    must(make).context("Python 3.11 or newer with its `venv` module is needed")?;
    Ok(interpreter(venv))
}

fn interpreter(venv: &Path) -> PathBuf {
    venv.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
}

/// A program from crates.io in this version, built into the user's cache if the machine does not have it.
pub fn program(name: &str, version: &str, arguments: &[&str]) -> Result<PathBuf> {
    // A command of cargo may want its own name first.
    let command = name.strip_prefix("cargo-").unwrap_or(name);
    let has_version = |program: &Path| {
        [&["--version"][..], &[command, "--version"]].iter().any(|arguments| {
            let output = Command::new(program).args(*arguments).output();
            output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(version))
        })
    };
    let tools = cache().join("tools");
    let own = tools.join("bin").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    for there in [PathBuf::from(name), own.clone()] {
        if has_version(&there) {
            return Ok(there);
        }
    }
    println!("installing {name} {version}");
    let mut install =
        cargo(&["install", name, "--version", version, "--locked", "--quiet", "--profile", "dev", "--root"]);
    install.arg(&tools).args(arguments);
    // Not this workspace's flags and target folder: the tool's build is its own.
    let build = target().join("tools");
    install.env("CARGO_TARGET_DIR", &build);
    must(install)?;
    std::fs::remove_dir_all(build).ok();
    Ok(own)
}
