//! Event files that TensorBoard reads.
//!
//! A file is a list of records: the length and its checksum, the bytes and theirs. A record is an `Event` in the
//! protocol-buffer encoding: field 1 the time, 2 the step, 3 the version of the file (in the first record), 5 a summary,
//! whose values have a tag (1) and a number (2), 7 a start, before which all that is as late or later is forgotten. Those fields
//! are all that is needed, so they are written by hand.

use super::run::Report;
use crc::{CRC_32_ISCSI, Crc};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

const CHECKSUM: Crc<u32> = Crc::<u32>::new(&CRC_32_ISCSI);

/// An event file.
#[derive(Debug)]
pub struct Events {
    file: File,
}

impl Events {
    /// A new file in a folder. One is begun each time a run is begun or resumed; TensorBoard joins them.
    ///
    /// A run that goes on after so many decisions tells of all that is later once more.
    pub fn create(folder: &Path, samples: u64) -> io::Result<Self> {
        let now = seconds();
        // The name must contain `tfevents`.
        let name = format!("events.out.tfevents.{:010}.{}.hoyle", now as u64, std::process::id());
        let file = OpenOptions::new().create(true).append(true).open(folder.join(name))?;
        let mut events = Self { file };
        let mut event = Vec::new();
        double(&mut event, 1, now);
        bytes(&mut event, 3, b"brain.Event:2");
        events.record(&event)?;
        if samples > 0 {
            let mut start = Vec::new();
            double(&mut start, 1, now);
            key(&mut start, 2, 0);
            varint(&mut start, samples + 1);
            bytes(&mut start, 7, &[0x08, 0x01]); // a session log whose status (1) is START (1)
            events.record(&start)?;
        }
        Ok(events)
    }

    /// Writes the numbers of a round under their usual names.
    pub fn note(&mut self, report: &Report) -> io::Result<()> {
        let losses = &report.losses;
        let mut values = vec![("losses/policy_loss".to_owned(), losses.policy)];
        values.extend(losses.heads().map(|(name, loss)| (format!("losses/{name}_loss"), loss)));
        let others = [
            ("losses/entropy", losses.entropy),
            ("losses/approx_kl", losses.kl),
            ("losses/clipfrac", losses.clipped),
            ("losses/gradient_norm", losses.gradient),
            ("losses/explained_variance", report.explained),
            ("charts/learning_rate", report.learning_rate),
            ("charts/SPS", report.samples_per_second as f32),
            ("charts/games_per_second", report.games_per_second as f32),
        ];
        values.extend(others.map(|(tag, value)| (tag.to_owned(), value)));
        for evaluation in &report.evaluations {
            values.push((format!("evaluation/win_rate_against_{}", evaluation.opponent), evaluation.rate as f32));
            values.push((format!("evaluation/rating_above_{}", evaluation.opponent), evaluation.rating as f32));
        }
        let mut summary = Vec::new();
        for (tag, value) in &values {
            let mut one = Vec::new();
            bytes(&mut one, 1, tag.as_bytes());
            key(&mut one, 2, 5);
            one.extend_from_slice(&value.to_le_bytes());
            bytes(&mut summary, 1, &one);
        }
        let mut event = Vec::new();
        double(&mut event, 1, seconds());
        key(&mut event, 2, 0);
        varint(&mut event, report.samples);
        bytes(&mut event, 5, &summary);
        self.record(&event)
    }

    fn record(&mut self, event: &[u8]) -> io::Result<()> {
        let length = (event.len() as u64).to_le_bytes();
        let mut record = length.to_vec();
        record.extend_from_slice(&masked(&length).to_le_bytes());
        record.extend_from_slice(event);
        record.extend_from_slice(&masked(event).to_le_bytes());
        self.file.write_all(&record)
    }
}

fn seconds() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

/// A checksum as record files have it: turned and shifted, so that a checksum of data that holds checksums is sound.
fn masked(data: &[u8]) -> u32 {
    CHECKSUM.checksum(data).rotate_right(15).wrapping_add(0xa282_ead8)
}

fn varint(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn key(out: &mut Vec<u8>, field: u64, kind: u64) {
    varint(out, field << 3 | kind);
}

fn double(out: &mut Vec<u8>, field: u64, value: f64) {
    key(out, field, 1);
    out.extend_from_slice(&value.to_le_bytes());
}

fn bytes(out: &mut Vec<u8>, field: u64, data: &[u8]) {
    key(out, field, 2);
    varint(out, data.len() as u64);
    out.extend_from_slice(data);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_record_files() {
        // The published check value of CRC-32C, and that of an empty record's length as every such file begins with it.
        assert_eq!(CHECKSUM.checksum(b"123456789"), 0xe306_9283);
        assert_eq!(masked(&[]), 0xa282_ead8);
    }

    #[test]
    fn numbers_are_written_seven_bits_at_a_time() {
        let mut out = Vec::new();
        varint(&mut out, 300);
        assert_eq!(out, [0xac, 0x02]);
    }
}
