//! The program as other programs see it: files, exit codes, signals, executors and engines. What it prints is in
//! the transcripts (`cli/tests/cmd/`).
//!
//! Exit code 0 is for success, 1 for a check that fails, 2 for wrong input, 75 for a run that was stopped.
#![cfg(unix)]

mod program {
    mod condensed;
    mod damaged_games;
    mod disturbed;
    mod engines;
    mod executors;
    mod folder;
    mod networks;
    mod outputs;
    mod plan;
    mod resumed;
    mod runs;
    mod same_rules;
    mod special_files;
    mod studies;
    mod terminal;
    mod trial;
}
