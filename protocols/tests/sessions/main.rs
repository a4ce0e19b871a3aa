//! Sessions of both protocols, over pipes within this process.

mod conversation;
mod uci;
mod xboard;
