//! What may be typed.

/// A line that was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand {
    /// Nothing.
    Empty,
    /// List the legal moves, all or those from a square.
    Moves(Option<String>),
    /// Draw how a piece moves.
    Piece(String),
    /// Offer a draw.
    Draw,
    /// Give the game up.
    Resign,
    /// Take back the last own move, and what was played since.
    Undo,
    /// Say what the program would play.
    Hint,
    /// Say what the position is worth.
    Eval,
    /// Draw the board.
    Board,
    /// Print the position's text.
    Fen,
    /// Explain all this.
    Help,
    /// Leave.
    Quit,
    /// Anything else: a move, it is hoped.
    Move(String),
}

/// What `help` prints.
pub const HELP: &str = "\
A move is written as its squares, such as e2e4, with what else happens after it:
  x<square>  a capture other than on the square where it ends    g5g7xg6
  ~<square>  a piece changes its owner                           a3c5~d6
  <>         two pieces change places                            a4b4<>
  =<piece>   a promotion                                         a7a8=Q
  pass       passing, where the rules have it
Commands:
  moves   the legal moves; those from a square: moves b2
  piece   how a piece moves, by its letters or its square: piece Kn, piece b1
  undo    take back your last move
  hint    what the program would play
  eval    what the position is worth
  board   draw the board
  fen     the position as a text
  draw    offer a draw
  resign  give the game up
  help    this
  quit    leave
Moves as the game's author writes them are read as well: Nf3, Gex!c6.";

/// The words that are commands.
pub const WORDS: [&str; 11] = [
    "moves", "piece", "undo", "hint", "eval", "board", "fen", "draw", "resign", "help", "quit",
];

impl PlayCommand {
    /// Reads a line without the spaces around it.
    pub fn parse(line: &str) -> PlayCommand {
        if let Some((word, rest)) = line.split_once(' ') {
            match word.to_lowercase().as_str() {
                "moves" => return PlayCommand::Moves(Some(rest.trim().to_lowercase())),
                "piece" => return PlayCommand::Piece(rest.trim().to_string()),
                _ => {}
            }
        }
        match line.to_lowercase().as_str() {
            "" => PlayCommand::Empty,
            "moves" => PlayCommand::Moves(None),
            "piece" => PlayCommand::Piece(String::new()),
            "draw" => PlayCommand::Draw,
            "resign" => PlayCommand::Resign,
            "undo" => PlayCommand::Undo,
            "hint" => PlayCommand::Hint,
            "eval" => PlayCommand::Eval,
            "board" => PlayCommand::Board,
            "fen" => PlayCommand::Fen,
            "help" | "?" => PlayCommand::Help,
            "quit" | "exit" => PlayCommand::Quit,
            _ => PlayCommand::Move(line.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_help_is_a_command() {
        for word in WORDS {
            assert!(
                !matches!(PlayCommand::parse(word), PlayCommand::Move(_)),
                "{word}"
            );
            assert!(HELP.contains(&format!("\n  {word} ")), "{word}");
        }
        assert_eq!(
            PlayCommand::parse("E2E4"),
            PlayCommand::Move("E2E4".to_string())
        );
    }
}
