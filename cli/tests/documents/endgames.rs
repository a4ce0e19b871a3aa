//! `docs/guide/solve-endgames.md`: what it shows is what the program says.

use super::document::Document;

const PAGE: Document = Document(include_str!("../../../docs/guide/solve-endgames.md"));

#[test]
fn every_answer_is_what_the_program_says() {
    let folder = PAGE.folder(&["file"]);
    let commands = PAGE.check_answers(folder.path(), "wrong file");
    assert_eq!(commands, 2);
}
