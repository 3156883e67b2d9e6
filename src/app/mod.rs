//! Composes the program: the command line, opening the store, starting the threads, mounting the doors, stopping.
//!
//! The only folder that knows all the others.

mod cli;
mod commands;
mod data;
mod demo;
#[cfg(unix)]
mod desktop;
mod doctor;
mod greeting;
mod heartbeat_options;
mod log;
mod log_file;
mod log_spans;
mod machine_lang;
mod manual;
mod notify;
mod options;
mod serve;
mod service;
mod signals;
mod staging;
mod upgrade;

pub use cli::run;
