//! The commands of `play`.

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand {
    /// An empty line.
    Empty,
    /// Lists the legal moves, or those from a square.
    Moves(Option<String>),
    /// Draws the moves of a piece.
    Piece(String),
    /// Offers a draw.
    Draw,
    /// Resigns.
    Resign,
    /// Takes back the user's last move and the moves after it.
    Undo,
    /// Shows the move that the program would play.
    Hint,
    /// Shows the evaluation.
    Eval,
    /// Draws the board.
    Board,
    /// Prints the FEN.
    Fen,
    /// Prints the help.
    Help,
    /// Ends the program.
    Quit,
    /// Anything else, usually a move.
    Move(String),
}

/// The output of `help`.
pub const HELP: &str = "\
A move is written as its two squares, such as e2e4, followed by its other effects:
  x<square>  a capture on another square than the last    g5g7xg6
  ~<square>  a piece changes sides                        a3c5~d6
  <>         two pieces swap places                       a4b4<>
  =<piece>   a promotion                                  a7a8=Q
  pass       a pass, if the rules allow it
Commands:
  moves   list the legal moves, or those from a square: moves b2
  piece   draw the moves of a piece, by symbol, name or square: piece Kn, piece b1
  undo    take back your last move
  hint    show the move that the program would play
  eval    evaluate the position
  board   draw the board
  fen     print the FEN of the position
  draw    offer a draw
  resign  resign the game
  help    print this help
  quit    end the program
The notation of the game's author is read as well: Nf3, Gex!c6.";

/// The names of the commands.
pub const NAMES: [&str; 11] = [
    "moves", "piece", "undo", "hint", "eval", "board", "fen", "draw", "resign", "help", "quit",
];

impl PlayCommand {
    /// Parses a line without leading and trailing spaces.
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
    fn every_command_is_in_the_help() {
        for word in NAMES {
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
