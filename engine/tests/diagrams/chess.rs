//! Pieces of orthodox chess, and of rule files that extend it.

use super::drawing::drawn;
use std::fs;

#[test]
fn a_chess_pawn_has_its_double_step() {
    let expected = "
        Pawn (P)
        · · △ · ·
        · × ○ × ·
        · · P · ·
        · · · · ·
        · · · · ·";
    drawn("chess", "Pawn", expected, "○×△");
}

#[test]
fn moving_one_way_and_capturing_another_on_one_square() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("mixed.toml");
    let text = "extends = \"chess\"\n[[piece]]\ntext = \"N\"\nmoves = \"mR2 cW cD\"\n";
    fs::write(&file, text).expect("a file is written");
    let expected = "
        Knight (N)
        · · · · · · ·
        · · · ◐ · · ·
        · · · ● · · ·
        · ◐ ● N ● ◐ ·
        · · · ● · · ·
        · · · ◐ · · ·
        · · · · · · ·";
    drawn(&file.to_string_lossy(), "Knight", expected, "●◐");
}
