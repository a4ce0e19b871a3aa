//! `docs/guide/test-rules.md`: every file of examples that it shows is checked.

use super::document::Document;

const PAGE: Document = Document(include_str!("../../../docs/guide/test-rules.md"));

#[test]
fn every_answer_is_what_the_program_says() {
    let folder = PAGE.folder(&["file"]);
    let commands = PAGE.check_answers(folder.path(), "wrong file");
    assert!(commands >= 3, "only {commands} commands were found");
}
