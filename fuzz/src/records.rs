//! Files of games. Their checksum and what they say about their origin is put right first: what is
//! behind that is to be reached.

use crate::hold;
use sha2::{Digest, Sha256};
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;
use tradewind_engine::Game;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::{GameRecord, Names, RecordOrigin, decode, encode};

/// The experiment that the games are of.
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

/// How far a game is followed.
const PLIES: usize = 60;

static KNOWN: LazyLock<Experiment> = LazyLock::new(|| {
    let experiment = Experiment::parse("x.toml", EXPERIMENT.to_string(), Path::new(""));
    experiment.unwrap_or_else(|fault| panic!("{fault}"))
});

/// A file of no games, as it is written now.
static WRITTEN: LazyLock<Vec<u8>> = LazyLock::new(|| encode(&[], &RecordOrigin::of(&KNOWN)));

/// Reads a file of games. What is accepted is written and read back as the same, and can be played
/// again as far as its moves are moves.
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
            go_there_and_back(&KNOWN, &file.games);
            true
        }
        Err(error) => {
            let said = error.of("x.parquet".into()).to_string();
            assert!(!said.is_empty());
            false
        }
    }
}

/// The key of the note with the checksum.
const SEAL: &str = "tradewind.sha256";

/// Where the value of a note stands: behind the last place of its key, as a text (0x18) of so many bytes.
fn note(data: &[u8], key: &str) -> Option<Range<usize>> {
    let mark = [key.as_bytes(), &[0x18]].concat();
    let at = data.windows(mark.len()).rposition(|part| part == mark)? + mark.len();
    let length = usize::from(*data.get(at)?);
    Some(at + 1..at + 1 + length).filter(|place| place.end <= data.len())
}

/// Writes the value of a note that has this length already.
fn set_note(data: &mut [u8], key: &str, value: &[u8]) {
    if let Some(place) = note(data, key).filter(|place| place.len() == value.len()) {
        data[place].copy_from_slice(value);
    }
}

/// Games are written and read back as the same, told in lines, and played again.
pub fn go_there_and_back(experiment: &Experiment, games: &[GameRecord]) {
    let origin = RecordOrigin::of(experiment);
    let names = Names::of(experiment);
    let again = decode(encode(games, &origin), &origin);
    assert_eq!(again.map(|file| file.games).as_deref(), Ok(games));
    for game in games {
        let line = game.line(&names).for_csv();
        assert!(!line.white.is_empty());
        assert_eq!(game.whole(&names).line.plies, game.plies);
        follow(game, &experiment.rules[game.rules].game);
    }
}

/// Plays the moves that can be played; legal ones lead where they lead in a game.
fn follow(game: &GameRecord, rules: &Game) {
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
    hold::position(rules, &play);
}
