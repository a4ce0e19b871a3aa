//! Fuzzing `rules` by coverage.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tradewind_fuzz::rules::run(data);
});
