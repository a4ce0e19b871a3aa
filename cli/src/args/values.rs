//! Parsers of option values.

use std::ops::RangeInclusive;
use std::time::Duration;
use tradewind_engine::MAX_PERFT_DEPTH;
use tradewind_selfplay::run::Shard;
use tradewind_stats::{Sprt, SprtModel};

pub fn perft_depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| *depth <= MAX_PERFT_DEPTH);
    depth.ok_or_else(|| format!("write a whole number from 0 to {MAX_PERFT_DEPTH}"))
}

/// The longest time: longer ones overflow the clock.
const YEAR: Duration = Duration::from_secs(31_536_000);

pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().map(Duration::try_from_secs_f64);
    let seconds = seconds.and_then(Result::ok);
    let seconds = seconds.filter(|time| !time.is_zero() && *time <= YEAR);
    seconds.ok_or_else(|| "write a number of seconds above 0, such as 0.5".to_string())
}

/// Parses a time such as 90s, 10m or 2h.
pub fn time(text: &str) -> Result<Duration, String> {
    let units = [('s', 1.0), ('m', 60.0), ('h', 3_600.0)];
    let seconds = units.into_iter().find_map(|(unit, factor)| {
        let number: f64 = text.strip_suffix(unit)?.parse().ok()?;
        Some(number * factor)
    });
    let seconds = seconds.filter(|seconds| (1.0..=YEAR.as_secs_f64()).contains(seconds));
    let time = seconds.map(Duration::from_secs_f64);
    time.ok_or_else(|| "write a time such as 90s, 10m or 2h".to_string())
}

/// Parses a number of percentage points from 0.1 to 50.
pub fn points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok();
    let points = points.filter(|points| (0.1..=50.0).contains(points));
    points
        .ok_or_else(|| "write a number of percentage points from 0.1 to 50, such as 3".to_string())
}

/// Parses a number of nodes above 0, such as 1000, 1k or 10M.
pub fn nodes(text: &str) -> Result<u64, String> {
    let wrong =
        || format!("`{text}` is not a number of nodes; write one above 0, such as 1000, 1k or 10M");
    let (digits, zeros): (&str, usize) = match text.strip_suffix(['k', 'K', 'm', 'M']) {
        Some(digits) if text.ends_with(['k', 'K']) => (digits, 3),
        Some(digits) => (digits, 6),
        None => (text, 0),
    };
    // Each digit after the decimal point replaces a zero.
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let zeros = zeros.checked_sub(part.len()).ok_or_else(wrong)?;
    let is_number = |text: &str| text.bytes().all(|one| one.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) || digits.ends_with('.') {
        return Err(wrong());
    }
    let nodes: Option<u64> = format!("{whole}{part}{}", "0".repeat(zeros)).parse().ok();
    nodes
        .filter(|nodes| *nodes > 0 && i64::try_from(*nodes).is_ok())
        .ok_or_else(wrong)
}

/// Parses `OPTION=VALUE`.
pub fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write OPTION=VALUE")?;
    Ok((name.to_string(), value.to_string()))
}

pub fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| *number > 0.0 && *number < 100_000.0);
    number.ok_or_else(|| "write a number above 0".to_string())
}

pub fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| *number > 0.0 && *number <= 0.5);
    number.ok_or_else(|| "write a number above 0 and at most 0.5".to_string())
}

pub fn sprt(text: &str) -> Result<Sprt, String> {
    let wrong =
        "write ELO0,ELO1 in Elo, such as 0,10 or 0,5,normalized, at most 2000 or 150 normalized";
    let parts: Vec<&str> = text.split(',').collect();
    let (model, hypotheses) = match parts.as_slice() {
        [elo0, elo1] => (SprtModel::Logistic, [elo0, elo1]),
        [elo0, elo1, "normalized"] => (SprtModel::Normalized, [elo0, elo1]),
        _ => return Err(wrong.to_string()),
    };
    let [elo0, elo1] = hypotheses.map(|elo| elo.parse::<f64>().ok());
    match (elo0, elo1) {
        (Some(elo0), Some(elo1))
            if elo0 < elo1 && elo0.abs().max(elo1.abs()) <= model.max_elo() =>
        {
            Ok(Sprt {
                model,
                elo0,
                elo1,
                alpha: Sprt::DEFAULT_ERROR,
                beta: Sprt::DEFAULT_ERROR,
            })
        }
        _ => Err(wrong.to_string()),
    }
}

/// Parses the part of an experiment, such as 1/4.
pub fn shard(text: &str) -> Result<Shard, String> {
    let parts = text
        .split_once('/')
        .and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
    match parts {
        Some((index, count)) if 1 <= index && index <= count => Ok(Shard { index, count }),
        _ => Err("write I/N with I from 1 to N, such as 1/4".to_string()),
    }
}

pub fn within(text: &str, range: RangeInclusive<f64>) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| range.contains(number));
    number.ok_or_else(|| format!("write a number from {} to {}", range.start(), range.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read() {
        assert_eq!(shard("2/4"), Ok(Shard { index: 2, count: 4 }));
        for text in ["", "0/4", "5/4", "1", "a/b", "1/0", "-1/4"] {
            assert!(shard(text).is_err(), "{text}");
        }
    }
}
