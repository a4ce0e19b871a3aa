//! Parsers of option values.

use std::ops::RangeInclusive;
use std::time::Duration;
use tradewind_engine::MAX_PERFT_DEPTH;
use tradewind_selfplay::experiment::{DrawRule, Tournament, WinRule};
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

pub fn error_rate(text: &str) -> Result<f64, String> {
    within(text, 1e-6..=0.5)
}

pub fn tournament(text: &str) -> Result<Tournament, String> {
    let found = Tournament::ALL.iter().find(|(name, _)| *name == text);
    found.map_or_else(
        || Err("write gauntlet or round-robin".to_string()),
        |(_, tournament)| Ok(*tournament),
    )
}

/// The maximum of numbers of moves.
const MAX_MOVES: u32 = 100_000;
/// The maximum of scores, in centipawns.
const MAX_CENTIPAWNS: u32 = 20_000;

/// Parses `movenumber=40,movecount=8,score=10`.
pub fn draw(text: &str) -> Result<DrawRule, String> {
    let keys = ["movenumber", "movecount", "score"];
    let found = numbers(text.split(','), keys);
    let [number, count, score] =
        found.map_err(|fault| format!("{fault}; write movenumber=40,movecount=8,score=10"))?;
    // The moves before `movenumber` count, too.
    Ok(DrawRule {
        score,
        plies: 2 * count,
        from: 2 * number.saturating_sub(count),
    })
}

/// Parses `movecount=3,score=400`, with or without `twosided=true`.
pub fn resign(text: &str) -> Result<WinRule, String> {
    let mut items: Vec<&str> = text.split(',').collect();
    let is_two_sided = items.contains(&"twosided=true");
    items.retain(|item| !["twosided=true", "twosided=false"].contains(item));
    let found = numbers(items.into_iter(), ["movecount", "score"]);
    let example = "write movecount=3,score=400, and twosided=true if both players must agree";
    let [count, score] = found.map_err(|fault| format!("{fault}; {example}"))?;
    if score == 0 {
        return Err(format!("score=0 would end every game; {example}"));
    }
    Ok(WinRule {
        score,
        plies: 2 * count,
        one_sided: !is_two_sided,
    })
}

/// Parses items `key=number`, one for each key.
fn numbers<'t, const N: usize>(
    items: impl Iterator<Item = &'t str>,
    keys: [&str; N],
) -> Result<[u32; N], String> {
    let mut found = [None; N];
    for item in items {
        let parts = item.split_once('=');
        let (key, value) = parts.ok_or_else(|| format!("`{item}` is not key=number"))?;
        let at = keys.iter().position(|known| *known == key);
        let at = at.ok_or_else(|| format!("there is no `{key}`"))?;
        let (min, max) = match key {
            "score" => (0, MAX_CENTIPAWNS),
            "movecount" => (1, MAX_MOVES),
            _ => (0, MAX_MOVES),
        };
        let number = value.parse().ok();
        let number = number.filter(|number| (min..=max).contains(number));
        let fault = || format!("{key}={value} is not a whole number from {min} to {max}");
        if found[at].replace(number.ok_or_else(fault)?).is_some() {
            return Err(format!("`{key}` is given twice"));
        }
    }
    match keys.iter().zip(found).find(|(_, number)| number.is_none()) {
        Some((key, _)) => Err(format!("`{key}` is missing")),
        None => Ok(found.map(Option::unwrap_or_default)),
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
    fn adjudication_is_that_of_fastchess() {
        let rule = draw("movenumber=40,movecount=8,score=10").expect("a rule");
        // After 40 moves of both players, of which the last 8 were even, 80 plies are played.
        assert_eq!(
            (rule.from + rule.plies, rule.plies, rule.score),
            (80, 16, 10)
        );
        let rule = resign("movecount=3,score=400").expect("a rule");
        assert!(rule.one_sided && (rule.plies, rule.score) == (6, 400));
        assert!(
            !resign("score=400,movecount=3,twosided=true")
                .expect("a rule")
                .one_sided
        );
        for wrong in [
            "",
            "movecount=3",
            "movecount=0,score=9",
            "score=0,movecount=1",
            "x=1",
        ] {
            assert!(resign(wrong).is_err(), "{wrong}");
        }
        assert!(draw("movenumber=1,movecount=1,score=1,score=2").is_err());
    }

    #[test]
    fn shards_are_read() {
        assert_eq!(shard("2/4"), Ok(Shard { index: 2, count: 4 }));
        for text in ["", "0/4", "5/4", "1", "a/b", "1/0", "-1/4"] {
            assert!(shard(text).is_err(), "{text}");
        }
    }
}
