//! Calling libraries that panic on bytes that they did not expect.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// Whether a panic of this thread is caught here and so is no fault of the program.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// What `read` returns; the words of its panic, of which nothing is printed, if it panics. What it works
/// on must not be used afterwards.
pub(super) fn guarded<T>(read: impl FnOnce() -> T) -> Result<T, String> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let hook = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_GUARDED.get() {
                hook(panic);
            }
        }));
    });
    IS_GUARDED.set(true);
    let read = catch_unwind(AssertUnwindSafe(read));
    IS_GUARDED.set(false);
    read.map_err(|panic| words(&*panic))
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "it cannot be read".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_and_the_next_one_is_not_hidden() {
        assert_eq!(guarded(|| 5), Ok(5));
        let empty: Vec<u8> = Vec::new();
        let said = guarded(|| empty[3]).expect_err("there is no fourth");
        assert!(said.contains("index is 3"), "{said}");
        assert!(!IS_GUARDED.get());
        let other = std::thread::spawn(|| panic!("seen"));
        assert!(other.join().is_err());
    }
}
