//! The engine as other programs see it, by the Universal Chess Interface.

mod uci {
    mod conversation;
    mod handshake;
    mod positions;
    mod robustness;
    mod searching;
}
