//! The `imports` target of cargo-fuzz.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tradewind_fuzz::imports::run(data);
});
