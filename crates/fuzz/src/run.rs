//! The mutation loop: inputs by their numbers, in processes of their own.
//!
//! An input is a function of target, seed and number, so that what failed can be made again. Inputs are tried in chunks, each by
//! a process of its own: a stack that overflows, a hang or memory that runs out ends that process only, and what the
//! games keep for ever (their rules) goes with it.

use crate::{Corpus, Target, Verdict, mutate};
use anyhow::{Context, Result, bail};
use hoyle_core::Rng;
use hoyle_core::checks::thread_time;
use std::io::{BufRead, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many inputs a process tries.
const CHUNK: u64 = 256;

/// How much is tried, and what an input may take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many inputs for each target, at the most.
    pub inputs: u64,
    /// How long for all targets together: after that no chunk is begun but the first of each.
    pub time: Duration,
    /// The most processor time that an input may take.
    pub input_time: Duration,
    /// The most memory that a process may take, in MiB.
    pub memory: u64,
    /// The seed of all inputs.
    pub seed: u64,
    /// How many processes there are at a time.
    pub processes: usize,
}

/// What came of a target.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Its name.
    pub target: &'static str,
    /// How many inputs were tried.
    pub inputs: u64,
    /// How many of them were accepted.
    pub accepted: u64,
    /// The most processor time that one took.
    pub slowest: Duration,
    /// The most memory that a process took, in MiB.
    pub memory: u64,
    /// What failed, with the file that has the input.
    pub failures: Vec<String>,
}

/// Input `number` of a target.
pub fn input(target: &Target, corpus: &Corpus, seed: u64, number: u64) -> Vec<u8> {
    let mut rng = Rng::stream(seed ^ xxhash_rust::xxh3::xxh3_64(target.name.as_bytes()), number);
    if target.generated || corpus.inputs.is_empty() {
        return rng.bits().to_le_bytes().to_vec();
    }
    // What is in the corpus is right, or was wrong once: it comes first.
    match corpus.inputs.get(number as usize) {
        Some(input) => input.clone(),
        None => mutate(&corpus.inputs, &mut rng),
    }
}

/// Tries inputs `first..first + count` in this process, and prints a line for each thing that is wrong and one at the end.
/// With `echo`, a line before each input as well, to tell which one the process ended with.
pub fn work(target: &Target, limits: &Limits, first: u64, count: u64, echo: bool) -> Result<()> {
    let corpus = Corpus::of(target)?;
    // Told by the line, not by the handler.
    std::panic::set_hook(Box::new(|_| {}));
    let (mut accepted, mut slowest) = (0, Duration::ZERO);
    for number in first..first + count {
        let input = input(target, &corpus, limits.seed, number);
        if echo {
            println!("at {number}");
        }
        let began = thread_time();
        let outcome = catch_unwind(AssertUnwindSafe(|| target.run(&input)));
        let took = thread_time().saturating_sub(began);
        slowest = slowest.max(took);
        match outcome {
            Ok(Verdict::Accepted) => accepted += 1,
            Ok(Verdict::Refused) => {}
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
                println!("wrong {number} panicked: {}", text.replace('\n', " ").chars().take(400).collect::<String>());
            }
        }
        if took > limits.input_time {
            println!("wrong {number} took {:.1} s", took.as_secs_f32());
        }
    }
    println!("done {accepted} {} {}", slowest.as_micros(), peak_memory());
    Ok(())
}

/// The most memory that this process has had, in MiB; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}

/// What a chunk came to.
struct Chunk {
    accepted: u64,
    slowest: Duration,
    memory: u64,
    wrong: Vec<(u64, String)>,
}

/// Tries targets until the inputs or the time are used up. `program` is this crate's program, which is started for each chunk.
pub fn run(program: &Path, targets: &[&'static Target], limits: &Limits, to: &Path) -> Result<Vec<Tally>> {
    let end = Instant::now() + limits.time;
    let tallies: Vec<Mutex<Tally>> = targets
        .iter()
        .map(|target| {
            let (slowest, failures) = (Duration::ZERO, Vec::new());
            Mutex::new(Tally { target: target.name, inputs: 0, accepted: 0, slowest, memory: 0, failures })
        })
        .collect();
    // Chunks of all targets in turn, so that the time is shared out evenly.
    let next = AtomicU64::new(0);
    let chunks = limits.inputs.div_ceil(CHUNK) * targets.len() as u64;
    let worker = || -> Result<()> {
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            // The first chunk of every target is tried however late it is.
            if chunk >= chunks || (chunk >= targets.len() as u64 && Instant::now() >= end) {
                return Ok(());
            }
            let at = (chunk % targets.len() as u64) as usize;
            let target = targets[at];
            let first = chunk / targets.len() as u64 * CHUNK;
            let count = CHUNK.min(limits.inputs - first);
            let found = try_chunk(program, target, limits, first, count)?;
            let mut tally = tallies[at].lock().unwrap_or_else(PoisonError::into_inner);
            tally.inputs += count;
            tally.accepted += found.accepted;
            tally.slowest = tally.slowest.max(found.slowest);
            tally.memory = tally.memory.max(found.memory);
            for (number, what) in found.wrong {
                let file = keep(target, limits, number, to)?;
                eprintln!("{}: input {number} {what}: {}", target.name, file.display());
                tally.failures.push(format!("input {number} {what}: {}", file.display()));
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..limits.processes.max(1)).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(outcome) => outcome,
            Err(_) => bail!("a thread of the loop panicked"),
        })
    })?;
    Ok(tallies.into_iter().map(|tally| tally.into_inner().unwrap_or_else(PoisonError::into_inner)).collect())
}

/// Tries a chunk in a process of its own; if that ends badly, once more to find out at which input.
fn try_chunk(program: &Path, target: &Target, limits: &Limits, first: u64, count: u64) -> Result<Chunk> {
    let (chunk, ended) = start(program, target, limits, first, count, false)?;
    let mut chunk = match chunk {
        Some(chunk) => chunk,
        None => {
            let (_, again) = start(program, target, limits, first, count, true)?;
            let number = again.at.or(ended.at).unwrap_or(first);
            let what = format!("ended the process: {}", again.how);
            Chunk { accepted: 0, slowest: Duration::ZERO, memory: 0, wrong: vec![(number, what)] }
        }
    };
    if chunk.memory > limits.memory {
        chunk.wrong.push((first, format!("or one of the {count} from it on took {} MiB", chunk.memory)));
    }
    Ok(chunk)
}

/// How a process ended.
struct Ended {
    at: Option<u64>,
    how: String,
}

fn start(
    program: &Path,
    target: &Target,
    limits: &Limits,
    first: u64,
    count: u64,
    echo: bool,
) -> Result<(Option<Chunk>, Ended)> {
    let mut command = Command::new(program);
    command.args(["work", target.name, "--seed", &limits.seed.to_string()]);
    command.args(["--input-milliseconds", &limits.input_time.as_millis().to_string()]);
    command.args(["--first", &first.to_string(), "--count", &count.to_string()]);
    command.args(echo.then_some("--echo")).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().with_context(|| format!("cannot run {}", program.display()))?;
    let lines = BufReader::new(child.stdout.take().context("a pipe")?).lines();
    // A chunk that takes this long hangs somewhere: the process is ended, and told so.
    let patience = limits.input_time * count.min(60) as u32 + Duration::from_secs(60);
    let (tell, told) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            if tell.send(line).is_err() {
                return;
            }
        }
    });
    let (mut at, mut wrong, mut done) = (None, Vec::new(), None);
    let end = Instant::now() + patience;
    let how = loop {
        match told.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                let mut words = line.splitn(3, ' ');
                match (words.next(), words.next().and_then(|word| word.parse::<u64>().ok()), words.next()) {
                    (Some("at"), number, _) => at = number,
                    (Some("wrong"), Some(number), Some(what)) => wrong.push((number, what.to_owned())),
                    (Some("done"), Some(accepted), Some(rest)) => {
                        let mut rest = rest.split(' ').map(|word| word.parse::<u64>().unwrap_or(0));
                        done = Some((accepted, rest.next().unwrap_or(0), rest.next().unwrap_or(0)));
                    }
                    _ => {}
                }
            }
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break child.wait()?.to_string(),
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                child.kill().ok();
                child.wait()?;
                break format!("it did not end within {} s", patience.as_secs());
            }
        }
    };
    let _ = reader.join();
    let chunk = done.map(|(accepted, micros, memory)| Chunk {
        accepted,
        slowest: Duration::from_micros(micros),
        memory,
        wrong,
    });
    Ok((chunk, Ended { at, how }))
}

/// Writes an input that failed to a file.
fn keep(target: &Target, limits: &Limits, number: u64, to: &Path) -> Result<PathBuf> {
    let corpus = Corpus::of(target)?;
    let bytes = input(target, &corpus, limits.seed, number);
    std::fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    let file = to.join(format!("{}-{:016x}", target.name, xxhash_rust::xxh3::xxh3_64(&bytes)));
    std::fs::write(&file, bytes).with_context(|| file.display().to_string())?;
    Ok(file)
}
