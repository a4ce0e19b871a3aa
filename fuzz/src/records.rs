//! Files of games. Their checksum and origin are corrected first, to test the code behind these checks.

use crate::invariants;
use sha2::{Digest, Sha256};
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;
use tradewind_engine::Rules;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::{GameRecord, Names, RecordOrigin, decode, encode};

/// The experiment of the games.
const EXPERIMENT: &str = "\
name = \"x\"
seed = 1
pairs = 9
ply_cap = 100
[rules]
id = \"shatranj\"
odds = [\"-N :\", \"-R : -N\"]
[[player]]
name = \"a\"
nodes = 1
[[player]]
name = \"b\"
nodes = 2
[opening]
plies = 2
[record]
evaluations = true
";

/// The maximum number of moves that are replayed.
const PLIES: usize = 60;

static KNOWN: LazyLock<Experiment> = LazyLock::new(|| {
    let experiment = Experiment::parse("x.toml", EXPERIMENT.to_string(), Path::new(""));
    experiment.unwrap_or_else(|fault| panic!("{fault}"))
});

/// A file without games, as this version writes it.
static WRITTEN: LazyLock<Vec<u8>> = LazyLock::new(|| encode(&[], &RecordOrigin::of(&KNOWN)));

/// An input is a file of games. Games that are accepted must read back, and their legal moves must be replayed.
pub fn run(data: &[u8]) -> bool {
    let mut data = data.to_vec();
    for key in [
        "tradewind.version",
        "tradewind.schema",
        "tradewind.experiment",
    ] {
        let value = note(&WRITTEN, key).map(|place| &WRITTEN[place]);
        set_note(&mut data, key, value.expect("it was just written"));
    }
    set_note(&mut data, SEAL, "0".repeat(64).as_bytes());
    let digest = Sha256::digest(&data);
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    set_note(&mut data, SEAL, digits.as_bytes());
    match decode(data, &RecordOrigin::of(&KNOWN)) {
        Ok(file) => {
            round_trip(&KNOWN, &file.games);
            true
        }
        Err(error) => {
            let said = error.of("x.parquet".into()).to_string();
            assert!(!said.is_empty());
            false
        }
    }
}

/// The metadata key of the checksum.
const SEAL: &str = "tradewind.sha256";

/// The place of a metadata value: after the last occurrence of its key, as text (0x18) with its length in bytes.
fn note(data: &[u8], key: &str) -> Option<Range<usize>> {
    let mark = [key.as_bytes(), &[0x18]].concat();
    let at = data.windows(mark.len()).rposition(|part| part == mark)? + mark.len();
    let length = usize::from(*data.get(at)?);
    Some(at + 1..at + 1 + length).filter(|place| place.end <= data.len())
}

/// Overwrites a metadata value of the same length.
fn set_note(data: &mut [u8], key: &str, value: &[u8]) {
    if let Some(place) = note(data, key).filter(|place| place.len() == value.len()) {
        data[place].copy_from_slice(value);
    }
}

/// Checks that games read back, can be listed, and are replayed.
pub fn round_trip(experiment: &Experiment, games: &[GameRecord]) {
    let origin = RecordOrigin::of(experiment);
    let names = Names::of(experiment);
    let again = decode(encode(games, &origin), &origin);
    assert_eq!(again.map(|file| file.games).as_deref(), Ok(games));
    for game in games {
        let line = game.line(&names).for_csv();
        assert!(!line.white.is_empty());
        assert_eq!(game.whole(&names).line.plies, game.plies);
        follow(game, &experiment.rules[game.rules].compiled);
    }
}

/// Plays the legal moves of a record, which must lead to the same positions in a replay.
fn follow(game: &GameRecord, rules: &Rules) {
    let begun = game.begin(rules);
    let Some((mut play, mut replay)) = begun.zip(game.replay(rules)) else {
        return;
    };
    for text in game.moves.split_ascii_whitespace().take(PLIES) {
        let Some(one) = play.find(text) else {
            break;
        };
        assert_eq!(replay.step(text), Ok(one));
        play.play_unchecked(one);
        assert_eq!(replay.text(), play.text());
    }
    invariants::position(rules, &play);
}
