//! Learning that was left, to go on with: a file that appears whole or not at all.
//!
//! A line of JSON says what is learnt from what and how far it has come; then follow the numbers on the way and those at
//! their best, with the moments of their slopes, four bytes each.

use super::course::LearningCourse;
use super::drawers::Drawers;
use super::model::NetworkModel;
use super::plan::NetworkPlan;
use crate::texel::{Epoch, TexelError};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use tradewind_engine::evaluation::network::Network;
use tradewind_files::{FileError, sha256, sha256_of_texts, write_whole};

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    of: String,
    /// The bits of the scale.
    scale: u64,
    /// By pass: the bits of the losses of what was learnt from and of the validation set.
    losses: Vec<[u64; 2]>,
    steps: i32,
    falls: u32,
    /// Of the numbers.
    checksum: String,
}

/// What is learnt from what: the same text, the same course.
pub(super) fn description(
    drawers: &Drawers,
    plan: &NetworkPlan,
    decay: f64,
    begin: Option<&Network>,
) -> String {
    let plan = NetworkPlan {
        decays: vec![decay].into(),
        ..plan.clone()
    };
    let plan = serde_json::to_string(&plan).unwrap_or_default();
    let begin = begin.map_or(String::new(), Network::fingerprint_text);
    sha256_of_texts([drawers.of(), &plan, &begin])
}

/// Keeps how far learning has come.
pub(super) fn write(path: &Path, of: &str, course: &mut LearningCourse) -> Result<(), TexelError> {
    let states = [&mut course.model, &mut course.best_model];
    let mut numbers: Vec<[u8; 4]> = Vec::new();
    for part in states.into_iter().flat_map(NetworkModel::state) {
        numbers.extend(part.iter().map(|number| number.to_le_bytes()));
    }
    let numbers = numbers.as_flattened();
    let losses = course.epochs.iter();
    let head = Head {
        of: of.to_string(),
        scale: course.scale.to_bits(),
        losses: losses
            .map(|one| [one.fitted, one.validation].map(f64::to_bits))
            .collect(),
        steps: course.steps,
        falls: course.falls,
        checksum: sha256([numbers]),
    };
    let head = serde_json::to_string(&head).unwrap_or_default();
    write_whole(path, |file| {
        writeln!(file, "{head}")?;
        file.write_all(numbers)
    })?;
    Ok(())
}

/// The course that was left in a file; `None` when there is none of this learning. `model` has its size.
pub(super) fn read(
    path: &Path,
    of: &str,
    model: &NetworkModel,
    decay: f64,
) -> Result<Option<LearningCourse>, TexelError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(None),
        Err(cause) => return Err(FileError::new("read", path)(cause).into()),
    };
    Ok(course(&bytes, of, model, decay))
}

fn course(bytes: &[u8], of: &str, model: &NetworkModel, decay: f64) -> Option<LearningCourse> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let (head, numbers) = (&bytes[..end], &bytes[end + 1..]);
    let head: Head = serde_json::from_slice(head).ok()?;
    if head.of != of || head.checksum != sha256([numbers]) {
        return None;
    }
    let (mut now, mut best) = (model.clone(), model.clone());
    let mut numbers = numbers.as_chunks::<4>().0.iter();
    for part in now.state().chain(best.state()) {
        for number in part {
            *number = f32::from_le_bytes(*numbers.next()?);
        }
    }
    now.restore();
    best.restore();
    let losses = head.losses.iter().enumerate();
    let epoch = |(number, losses): (usize, &[u64; 2])| {
        let [fitted, validation] = losses.map(f64::from_bits);
        Epoch {
            epoch: number as u32,
            fitted,
            validation,
        }
    };
    Some(LearningCourse {
        decay,
        ran_away: false,
        scale: f64::from_bits(head.scale),
        epochs: losses.map(epoch).collect(),
        steps: head.steps,
        falls: head.falls,
        model: now,
        best_model: best,
    })
}
