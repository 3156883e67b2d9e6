//! Where log lines go and how they are written.

use super::options::{LogStyle, ServeOptions};
use super::{log_file::LogFile, log_spans::RequestSpans};
use std::io::IsTerminal;

/// For a command: its log is what it writes on standard error, and has only what went wrong.
pub fn to_terminal() {
    use tracing_subscriber::{filter::LevelFilter, fmt, prelude::*, registry};
    let log = fmt::layer().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal()).with_target(false);
    // There is one already where a command does this a second time.
    let _ = registry().with(LevelFilter::WARN).with(log).try_init();
}

pub fn start(options: &ServeOptions) -> Result<(), String> {
    use tracing_subscriber::{filter::Targets, fmt, fmt::writer::BoxMakeWriter, prelude::*, registry};
    // The HTTP client logs raw bytes at its lower levels, secrets among them.
    let quiet = ["ureq", "ureq_proto", "rustls", "hyper"].map(|target| (target, tracing::Level::WARN));
    let filter = Targets::new().with_default(options.log_level).with_targets(quiet);
    let (writer, is_coloured) = match &options.log_file {
        Some(path) => {
            let file =
                LogFile::open(path).map_err(|e| format!("The log {} cannot be written: {e}.", path.display()))?;
            // What a panic prints is not read.
            std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
            (BoxMakeWriter::new(std::sync::Mutex::new(file)), false)
        }
        None => (BoxMakeWriter::new(std::io::stderr), std::io::stderr().is_terminal()),
    };
    let log = fmt::layer().with_writer(writer).with_ansi(is_coloured);
    match options.log {
        LogStyle::Text => RequestSpans::around(registry().with(filter).with(log.with_target(false))).init(),
        LogStyle::Json => RequestSpans::around(registry().with(filter).with(log.json())).init(),
    }
    Ok(())
}
