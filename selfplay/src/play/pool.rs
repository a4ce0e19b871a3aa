//! Things that are lent to one thread after another, because making one takes long.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Things that are alike.
pub(crate) struct Pool<T, F> {
    make: F,
    idle: Mutex<Vec<T>>,
}

impl<T, F: Fn() -> T> Pool<T, F> {
    /// A pool that makes another one when all of them are in use.
    pub fn new(make: F) -> Pool<T, F> {
        Pool {
            make,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// One that nobody else uses until it is dropped.
    pub fn take(&self) -> Lent<'_, T> {
        let idle = locked(&self.idle).pop();
        Lent {
            thing: Some(idle.unwrap_or_else(&self.make)),
            idle: &self.idle,
        }
    }
}

/// What is in use; it goes back when dropped.
pub(crate) struct Lent<'p, T> {
    thing: Option<T>,
    idle: &'p Mutex<Vec<T>>,
}

impl<T> Deref for Lent<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.thing
            .as_ref()
            .expect("it is there until it is dropped")
    }
}

impl<T> DerefMut for Lent<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.thing
            .as_mut()
            .expect("it is there until it is dropped")
    }
}

impl<T> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        if let Some(thing) = self.thing.take() {
            locked(self.idle).push(thing);
        }
    }
}

fn locked<T>(idle: &Mutex<Vec<T>>) -> MutexGuard<'_, Vec<T>> {
    // A list cannot be left half-changed.
    idle.lock().unwrap_or_else(PoisonError::into_inner)
}
