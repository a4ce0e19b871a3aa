//! The program as other programs see it: its exit codes, what it prints where, and the files that
//! it leaves.
//!
//! Exit code 0 is for success, 1 for a check that fails, 2 for wrong input, 75 for what was stopped. Tables go to standard
//! output, messages to standard error.

mod exit_codes {
    mod answers;
    mod books;
    mod comparisons;
    mod damaged_games;
    mod engines;
    mod executors;
    mod games;
    #[cfg(unix)]
    mod guards;
    mod hidden_letters;
    mod limits;
    mod matches;
    mod networks;
    mod outputs;
    mod outside;
    mod placebo;
    mod plan;
    mod program;
    #[cfg(target_os = "linux")]
    mod read_once;
    mod renamed;
    mod runs;
    mod runs_disturbed;
    mod runs_resumed;
    mod same_rules;
    mod solve;
    mod studies;
    #[cfg(unix)]
    mod terminal;
    mod training;
    mod trial;
    mod tuning;
    mod values;
    mod verify;
    mod wrong_arguments;
    mod wrong_experiments;
    mod wrong_rules;
}
