//! Completions for shells and man pages, made from what the command line itself is defined by.

use clap::Command;
use clap_complete::Shell;
use std::{io::Write, path::Path, process::ExitCode};

/// What a shell reads to complete what is typed, on standard output.
pub fn completions(mut command: Command, shell: Shell) -> Result<ExitCode, String> {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    print(&script)
}

/// The man page on standard output, or a page for each command in a folder.
pub fn man(command: Command, folder: Option<&Path>) -> Result<ExitCode, String> {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page).map_err(|e| e.to_string())?;
        return print(&page);
    };
    let written = clap_mangen::generate_to(command.disable_help_subcommand(true), folder);
    written.map_err(|e| format!("The pages cannot be written to {}: {e}.", folder.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn print(text: &[u8]) -> Result<ExitCode, String> {
    std::io::stdout().write_all(text).map_err(|e| format!("It cannot be printed: {e}."))?;
    Ok(ExitCode::SUCCESS)
}
