//! The Python package: installed as users install it, and tested with the tools that it serves.

use crate::tools::{PIP_INSTALL, cargo, clean_python, command, must, output, python_over, python_with, root, target};
use anyhow::{Context, Result, ensure};
use std::path::PathBuf;
use std::sync::OnceLock;

/// What `pip install .` installs: the wheel of the package as it is now. Built once in a run.
fn wheel() -> Result<PathBuf> {
    static WHEEL: OnceLock<PathBuf> = OnceLock::new();
    if let Some(wheel) = WHEEL.get() {
        return Ok(wheel.clone());
    }
    let folder = target().join("wheel");
    std::fs::remove_dir_all(&folder).ok();
    let python = clean_python("python-build")?;
    let mut build = command(&python, &["-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    build.arg("--wheel-dir").arg(&folder).arg(".");
    must(build)?;
    let mut files = std::fs::read_dir(&folder)?;
    let wheel = files.next().context("pip made no wheel")??.path();
    Ok(WHEEL.get_or_init(|| wheel).clone())
}

/// A Python with every tool that the package serves, and the package as it is now.
pub fn with_tools() -> Result<PathBuf> {
    static PYTHON: OnceLock<PathBuf> = OnceLock::new();
    if let Some(python) = PYTHON.get() {
        return Ok(python.clone());
    }
    let python = python_over(&python_with("python-tools", "python/requirements.txt")?, "python-tools")?;
    let mut install = command(&python, &[&PIP_INSTALL[..], &["--no-deps"]].concat());
    install.arg(wheel()?);
    must(install)?;
    Ok(PYTHON.get_or_init(|| python).clone())
}

/// The package in an empty environment: NumPy is all that comes with it, and it plays.
pub fn package() -> Result<()> {
    let python = clean_python("python-clean")?;
    let mut install = command(&python, &PIP_INSTALL);
    install.arg(wheel()?);
    must(install)?;
    let list = ["-m", "pip", "list", "--disable-pip-version-check", "--format", "freeze"];
    let installed = output(command(&python, &list))?;
    let names = installed.lines().filter_map(|line| line.split(['=', ' ']).next());
    let names: Vec<&str> = names.filter(|name| !["pip", "setuptools", "wheel"].contains(name)).collect();
    ensure!(names == ["hoyle", "numpy"], "installed were: {}", names.join(", "));
    let example = root().join("python/examples/random_play.py");
    let mut play = command(&python, &[]);
    play.arg(example).arg("ludo");
    output(play)?;
    Ok(())
}

/// The stubs against the compiled module, and every type in the package.
pub fn types() -> Result<()> {
    let python = with_tools()?;
    // From another folder: the package that is installed counts, not the sources beside it, which have no module.
    let mut stubs = command(&python, &["-m", "mypy.stubtest", "hoyle._hoyle", "--ignore-disjoint-bases"]);
    let cache = target().join("mypy");
    stubs.current_dir(root().join("python/tests")).env("MYPY_CACHE_DIR", &cache);
    must(stubs)?;
    let mut types = command(&python, &["-m", "mypy"]);
    types.env("MYPY_CACHE_DIR", &cache);
    must(types)
}

/// Every test in `python/tests`; answers and gradients of networks are compared with those that an example writes.
pub fn tests() -> Result<()> {
    let python = with_tools()?;
    let gradients = target().join("gradients");
    std::fs::remove_dir_all(&gradients).ok();
    // Of the whole workspace: with the features of the tests, nothing has to be built anew.
    must(cargo(&["build", "--locked", "--quiet", "--workspace", "--example", "gradients"]))?;
    let example = target().join("debug/examples/gradients").with_extension(std::env::consts::EXE_EXTENSION);
    let mut write = command(example, &[]);
    write.arg(&gradients);
    must(write)?;
    let mut tests = command(python, &["-m", "pytest", "-p", "no:cacheprovider", "--durations=5"]);
    tests.env("HOYLE_GRADIENTS", gradients);
    must(tests)
}

/// The speed from Python, beside other packages. Printed, not judged: the machine may be busy.
pub fn speed() -> Result<()> {
    let python = with_tools()?;
    let mut bench = command(python, &["-m", "hoyle.bench", "--seconds", "1"]);
    bench.current_dir(root().join("python/tests"));
    must(bench)
}
