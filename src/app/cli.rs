//! The command line: what can be typed, and what each word leads to.

use super::options::{
    BackupOptions, DataFolder, DemoOptions, KeyCommand, RestoreOptions, ServeOptions, ServiceCommand, UserCommand,
    duration,
};
use super::{commands, data, demo, doctor, manual, notify::Supervisor, serve, service, upgrade};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{net::SocketAddr, path::PathBuf, process::ExitCode, time::Duration};

/// Orders from delivery platforms, one API for the till, webhooks that lose nothing: one binary for a restaurant.
#[derive(Parser)]
#[command(name = "garson", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(flatten)]
    serve: ServeOptions,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the appliance (what `garson` alone does)
    Serve(Box<ServeOptions>),
    /// Show the whole product on made-up orders: a throwaway store, simulated platforms, no network
    Demo(DemoOptions),
    /// Make the owner and the first API key, which is shown once
    Setup {
        #[command(flatten)]
        data: DataFolder,
        /// The owner's name
        #[arg(long)]
        user: String,
        /// Read the password from standard input (8 to 200 characters)
        #[arg(long)]
        password_stdin: bool,
        /// Print only JSON on standard output
        #[arg(long)]
        json: bool,
    },
    /// Manage API keys
    Key {
        #[command(flatten)]
        data: DataFolder,
        #[command(subcommand)]
        command: KeyCommand,
    },
    /// Manage the people who may use the panel
    User {
        #[command(flatten)]
        data: DataFolder,
        #[command(subcommand)]
        command: UserCommand,
    },
    /// Walk the whole store and its indexes; exit 0 only if it is sound
    Check {
        #[command(flatten)]
        data: DataFolder,
    },
    /// Make the store's file as small as can be
    Compact {
        #[command(flatten)]
        data: DataFolder,
        /// Only say what it would gain
        #[arg(long)]
        estimate: bool,
    },
    /// Write a backup of the store, while the program runs or not, and prove that it can be restored
    Backup {
        #[command(flatten)]
        data: DataFolder,
        #[command(flatten)]
        options: BackupOptions,
    },
    /// Put a backup in the place of the store, which is kept aside; the program has to be stopped
    Restore {
        #[command(flatten)]
        data: DataFolder,
        #[command(flatten)]
        options: RestoreOptions,
    },
    /// Say how the running program fares; exit 0 only if all is well
    Status {
        #[command(flatten)]
        data: DataFolder,
        /// Print only JSON on standard output
        #[arg(long)]
        json: bool,
        /// Exit 0 if the program itself works, whatever ails platforms, webhooks or backups: for health checks
        #[arg(long)]
        health: bool,
    },
    /// Look at all that has to be right, and say what to do about what is not; exit 0 only if all is well
    Doctor {
        #[command(flatten)]
        data: DataFolder,
        /// Address and port that the program is to listen on
        #[arg(long, env = "GARSON_LISTEN", value_name = "ADDRESS", default_value = "0.0.0.0:8080")]
        listen: SocketAddr,
        /// Print only JSON on standard output
        #[arg(long)]
        json: bool,
    },
    /// Say whether a downloaded file is as it was published; its signature, FILE.minisig, has to lie beside it
    Verify { file: PathBuf },
    /// Have a newer program take the place of this one, once it has shown that it works; FILE.minisig has to lie beside it
    Upgrade {
        #[command(flatten)]
        data: DataFolder,
        file: PathBuf,
        /// How long the new program may show no sign of life before it is given up
        #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
        within: Duration,
    },
    /// Go back to the store as it was before this version changed its format, for the version of before; the newer store is
    /// kept aside, and the program has to be stopped
    Back {
        #[command(flatten)]
        data: DataFolder,
    },
    /// Print what a shell reads to complete what is typed: `garson completions bash`
    Completions { shell: Shell },
    /// Print the man page
    Man {
        /// Write a page for each command into this folder instead
        #[arg(long, value_name = "DIR")]
        to: Option<PathBuf>,
    },
    /// Print the address where a box that nobody owns yet is claimed
    SetupLink {
        #[command(flatten)]
        data: DataFolder,
    },
    /// Make garson a service of this machine, which starts with it
    Service {
        /// Act on the machine whose files are here, for a test or an image
        #[cfg(unix)]
        #[arg(long, hide = true, global = true, value_name = "DIR", default_value = "/")]
        root: PathBuf,
        #[command(subcommand)]
        command: ServiceCommand,
    },
}

const FELL_OVER: &str = "This met something that cannot be, most likely a damaged page of the store. `garson check` looks at all \
    of it; where it is damaged, restore your last backup.";

pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.acts_on().map_or(Ok(()), |data| data::act_as_owner_of(&data.folder())) {
        // redb panics where a page of the file makes no sense to it; the user is owed a sentence instead.
        Ok(()) => catch_unwind(AssertUnwindSafe(|| perform(cli))).unwrap_or_else(|_| Err(FELL_OVER.to_owned())),
        Err(sentence) => Err(sentence),
    };
    match result {
        Ok(code) => code,
        Err(sentence) => {
            eprintln!("garson: {sentence}");
            ExitCode::FAILURE
        }
    }
}

impl Cli {
    /// Whose folder it is about, if any.
    fn acts_on(&self) -> Option<&DataFolder> {
        match self.command.as_ref() {
            None => Some(&self.serve.data),
            Some(Command::Serve(serve)) => Some(&serve.data),
            Some(
                Command::Setup { data, .. }
                | Command::Key { data, .. }
                | Command::User { data, .. }
                | Command::Check { data }
                | Command::Compact { data, .. }
                | Command::Status { data, .. }
                | Command::Doctor { data, .. }
                | Command::Back { data }
                | Command::SetupLink { data },
            ) => Some(data),
            // These read and write files elsewhere with the user's own rights, and see to the rest themselves.
            Some(Command::Backup { .. } | Command::Restore { .. }) => None,
            Some(
                Command::Demo(_)
                | Command::Verify { .. }
                // The program may be root's where the data is not.
                | Command::Upgrade { .. }
                | Command::Completions { .. }
                | Command::Man { .. }
                | Command::Service { .. },
            ) => None,
        }
    }
}

fn perform(cli: Cli) -> Result<ExitCode, String> {
    match cli.command {
        #[cfg(windows)]
        None if service::is_double_click() => service::double_click(cli.serve),
        None => serve::serve(cli.serve, None, Supervisor::found()),
        Some(Command::Serve(serve)) => serve::serve(*serve, None, Supervisor::found()),
        Some(Command::Demo(options)) => demo::demo(&options),
        Some(Command::Setup { data, user, password_stdin: _, json }) => commands::setup(&data, &user, json),
        Some(Command::Key { data, command }) => commands::key(&data, command),
        Some(Command::User { data, command }) => commands::user(&data, command),
        Some(Command::Check { data }) => commands::check(&data),
        Some(Command::Compact { data, estimate }) => commands::compact(&data, estimate),
        Some(Command::Backup { data, options }) => commands::backup(&data, &options),
        Some(Command::Restore { data, options }) => commands::restore(&data, &options),
        Some(Command::Status { data, json, health }) => commands::status(&data, json, health),
        Some(Command::Doctor { data, listen, json }) => doctor::doctor(&data, listen, json),
        Some(Command::Verify { file }) => commands::verify(&file),
        Some(Command::Upgrade { data, file, within }) => upgrade::command::upgrade(&data, &file, within),
        Some(Command::Back { data }) => commands::back(&data),
        Some(Command::Completions { shell }) => manual::completions(Cli::command(), shell),
        Some(Command::Man { to }) => manual::man(Cli::command(), to.as_deref()),
        Some(Command::SetupLink { data }) => commands::setup_link(&data),
        #[cfg(unix)]
        Some(Command::Service { root, command }) => service::service(&root, &command),
        #[cfg(windows)]
        Some(Command::Service { command }) => service::service(command),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
