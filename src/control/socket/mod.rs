//! Where the command line finds the running program: a socket in the data folder, on Windows a pipe whose name lies there.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::{LocalListener, LocalStream, connect};
#[cfg(windows)]
pub use windows::{LocalListener, LocalStream, connect};
