//! Keeps the pages of `docs/` true: every file that they show is played, and every answer that they
//! show is compared with what the program says.
//!
//! A TOML block whose first line is `# file: NAME` is a rule file, a text block with it a file of worked
//! examples, `# experiment: NAME` an experiment, `# match: NAME` a match, `# claims: NAME` claims, and
//! `# wrong file: NAME` or `# wrong experiment: NAME` one with
//! faults. In a console block a line `$ tradewind …` is a command and the lines below it are its
//! answer, where a line `…` stands for any number of lines, and one at the end of a line for the rest of it.
//!
//! `module_graph` keeps the picture of the house true: data flow one way.

mod documents {
    mod document;
    mod endgames;
    mod examples;
    mod experiments;
    mod module_graph;
    mod readme;
    mod rule_files;
}
