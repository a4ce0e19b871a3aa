//! Players that are lent to one thread after another: making one takes longer than a short game.

use crate::player::Player;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Players that are alike.
pub(crate) struct Pool<F> {
    make: F,
    idle: Mutex<Vec<Player>>,
}

impl<F: Fn() -> Player> Pool<F> {
    /// A pool that makes players when all of them are in use.
    pub(crate) fn new(make: F) -> Pool<F> {
        Pool {
            make,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Does something with a player that nobody else uses meanwhile.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut Player) -> T) -> T {
        let idle = self.locked().pop();
        let mut player = idle.unwrap_or_else(&self.make);
        let done = work(&mut player);
        self.locked().push(player);
        done
    }

    fn locked(&self) -> MutexGuard<'_, Vec<Player>> {
        // A list of players cannot be left half-changed.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
