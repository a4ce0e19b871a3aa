//! Fuzzing `experiments` by coverage.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tradewind_fuzz::experiments::run(data);
});
