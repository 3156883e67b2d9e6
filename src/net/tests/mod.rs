//! The client against small peers on real sockets: every way in which an exchange can go, and how long it may take.

mod answers;
mod peer;
mod pool;
mod tls;
