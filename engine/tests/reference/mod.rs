//! A slow, plain second move generator, written from the rules text only (`shared/rules/*.md`).
//!
//! It shares nothing with the engine: text goes in and text comes out, and the differential tests
//! compare the two. Clarity comes before speed everywhere. Decision numbers such as S-D4 are those
//! of the rules text.
//!
//! Shared by every game: `squares`, `board`, `position` (the position text), `moves` (the move
//! text), `powers` (the terms of the piece tables), `lines` (passing over pieces), `options` and
//! `rules` (from one game's rules to the text interface below).
#![allow(dead_code)]

pub mod board;
mod breakthrough;
mod chess;
mod chess_castling;
mod hashishin;
mod hashishin_pieces;
mod lines;
pub mod moves;
mod options;
mod position;
mod powers;
mod rococo;
mod rococo_chameleon;
mod rococo_edge;
mod rococo_pieces;
mod rococo_sets;
mod rules;
mod scirocco;
mod scirocco_arrays;
mod scirocco_pieces;
mod scirocco_relays;
pub mod squares;
mod typhoon;
mod typhoon_arrays;
mod typhoon_pieces;
mod typhoon_powers;
mod typhoon_relays;
pub mod xbetza;
mod xiangqi;

use rules::TextGame;

/// The rule file of a game with cannons and grasshoppers.
pub const HOPPERS: &str = "../scripts/variants/hoppers.toml";
/// The rule file of a game with moves of several legs.
pub const LIONS: &str = "../scripts/variants/lions.toml";
/// The rule file of a game with compulsory captures, which a side without pieces wins.
pub const ANTICHESS: &str = "../scripts/variants/antichess.toml";
/// The rule file of a game that is lost with the last piece of any type.
pub const EXTINCTION: &str = "../scripts/variants/extinction.toml";
/// The rule file of a game with a goal of single squares.
pub const KING_OF_THE_HILL: &str = "../scripts/variants/king-of-the-hill.toml";
/// The rule file of a game with goals of each side, where two pieces have to come.
pub const CORNERS: &str = "../scripts/variants/corners.toml";
/// The rule file of a game with a goal of whole ranks.
pub const BREAKTHROUGH: &str = "../scripts/variants/breakthrough.toml";

/// The rule file of a game that a third check wins.
pub const THREE_CHECK: &str = "../scripts/variants/three-check.toml";
/// The rule file of a game without checks, whose goal can be answered.
pub const RACING_KINGS: &str = "../scripts/variants/racing-kings.toml";
/// The rule file of a game that a mated side wins, and at stalemate the side with fewer pieces.
pub const MISERE: &str = "../scripts/variants/misere.toml";
/// The rule file of a game in which captures explode.
pub const ATOMIC: &str = "../scripts/variants/atomic.toml";
/// The rule file of a game in which queens are royal too.
pub const COREGAL: &str = "../scripts/variants/coregal.toml";
/// The rule file of a game in which pawns become kings.
pub const KINGS: &str = "../scripts/variants/kings.toml";
/// The rule file of a game in which one side has no royal.
pub const HORDE: &str = "../scripts/variants/horde.toml";
/// The rule file of a game of 960 arrays, each with castling of its own.
pub const CHESS960: &str = "../scripts/variants/chess960.toml";
/// The rule file of a game whose board has holes.
pub const HOLES: &str = "../scripts/variants/holes.toml";
/// The rule file of a game that four pieces in a row win.
pub const ROWS: &str = "../scripts/variants/rows.toml";
/// The rule file of a game with a palace, a river and royals that may not face each other.
pub const XIANGQI: &str = "../scripts/variants/xiangqi.toml";

/// One game of the rules, or None when the id or an option is not known to this reference.
///
/// `options` are (name, value) pairs, for example `("dervish_ring_leaps", "true")`.
pub fn game(id: &str, options: &[(&str, &str)]) -> Option<Box<dyn Reference>> {
    match id {
        "scirocco-2009" | "scirocco-2001" | "scirocco-1999" | "scirocco-jocly" => {
            Some(Box::new(TextGame(scirocco::Scirocco::new(id, options)?)))
        }
        "hashishin-wazir" | "hashishin-any" | "hashishin-homeward" | "shatranj" => {
            Some(Box::new(TextGame(hashishin::Hashishin::new(id, options)?)))
        }
        "typhoon" => Some(Box::new(TextGame(typhoon::Typhoon::new(options)?))),
        "rococo" | "rococo-pushme-pullyu" | "rococo-mirror" | "rococo-enhanced-withdrawer" => {
            Some(Box::new(TextGame(rococo::Rococo::new(id, options)?)))
        }
        "chess" => Some(Box::new(TextGame(chess::Chess::new(options)?))),
        HOPPERS => Some(Box::new(TextGame(chess::Chess::with_hoppers()))),
        ANTICHESS => Some(Box::new(TextGame(chess::Chess::giveaway()))),
        EXTINCTION => Some(Box::new(TextGame(chess::Chess::extinction()))),
        LIONS => Some(Box::new(TextGame(chess::Chess::with_lions()))),
        KING_OF_THE_HILL => Some(Box::new(TextGame(chess::Chess::with_hill()))),
        CORNERS => Some(Box::new(TextGame(chess::Chess::with_corners()))),
        THREE_CHECK => Some(Box::new(TextGame(chess::Chess::three_check()))),
        RACING_KINGS => Some(Box::new(TextGame(chess::Chess::racing_kings()))),
        MISERE => Some(Box::new(TextGame(chess::Chess::misere()))),
        HORDE => Some(Box::new(TextGame(chess::Chess::with_horde()))),
        CHESS960 => Some(Box::new(TextGame(chess::Chess::chess960()))),
        HOLES => Some(Box::new(TextGame(chess::Chess::with_holes()))),
        ROWS => Some(Box::new(TextGame(chess::Chess::with_rows()))),
        COREGAL => Some(Box::new(TextGame(chess::Chess::coregal()))),
        KINGS => Some(Box::new(TextGame(chess::Chess::with_kings(options)?))),
        ATOMIC => Some(Box::new(TextGame(chess::Chess::atomic()))),
        XIANGQI => Some(Box::new(TextGame(xiangqi::Xiangqi))),
        BREAKTHROUGH => Some(Box::new(TextGame(breakthrough::Breakthrough))),
        _ => None,
    }
}

/// One game, text in and text out.
///
/// A text that is not a position of the game (wrong size, unknown piece, and what the rules of the
/// game refuse) makes these panic.
pub trait Reference {
    /// Position text of the numbered starting array.
    fn start(&self, array: u32) -> String;

    /// Every array id of this rule set.
    fn arrays(&self) -> Vec<u32>;

    /// All legal moves of the position without history, none when the game is over: (move text,
    /// text of the resulting position), sorted by move text as bytes, no duplicates.
    fn moves(&self, position: &str) -> Vec<(String, String)>;

    /// "w", "b" or "draw" when the game is over in this position without looking at repetition or
    /// the move-count rule (as for perft), else None.
    fn over(&self, position: &str) -> Option<&'static str>;

    /// Legal moves with the illegal repetitions removed; none when `over_in_game` has an answer.
    ///
    /// `game` is the texts of all positions from the start (first) to now (last), `played` the
    /// move texts between them.
    fn moves_in_game(&self, game: &[String], played: &[String]) -> Vec<(String, String)>;

    /// The outcome, repetition and move-count rules included.
    fn over_in_game(&self, game: &[String], played: &[String]) -> Option<&'static str>;
}
