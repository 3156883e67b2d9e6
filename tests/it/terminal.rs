//! Commands at a terminal: a password is not shown while it is typed, and the terminal is as it was afterwards.

use crate::harness::{Garson, eventually, garson, signal};
use rustix::{
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, tcgetattr},
};
use std::{
    fs::File,
    io::{Read, Write},
    process::{Child, Stdio},
};

/// Both ends of a terminal: a person's, and the program's.
struct Terminal {
    person: File,
    program: File,
}

impl Terminal {
    fn open() -> Terminal {
        let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&person).unwrap();
        unlockpt(&person).unwrap();
        let name = ptsname(&person, Vec::new()).unwrap();
        let program = File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
        Terminal { person: person.into(), program }
    }

    fn shows_what_is_typed(&self) -> bool {
        tcgetattr(&self.program).unwrap().local_modes.contains(LocalModes::ECHO)
    }

    /// A new password for the owner, up to where it waits for it.
    fn ask(&self, appliance: &Garson) -> Child {
        assert!(self.shows_what_is_typed());
        let mut command = garson();
        command.args(["user", "password", "ayşe", "--data"]).arg(appliance.data());
        command.stdin(Stdio::from(self.program.try_clone().unwrap())).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().unwrap();
        eventually("the password to be asked for", || (!self.shows_what_is_typed()).then_some(()));
        child
    }
}

#[test]
fn a_password_is_not_shown_and_the_terminal_is_as_it_was() {
    let appliance = Garson::prepare(&[]);
    let mut terminal = Terminal::open();
    let mut child = terminal.ask(&appliance);
    terminal.person.write_all("yeni ve uzun parola\nseen\n".as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(terminal.shows_what_is_typed());
    // Whatever the terminal would have shown is there to be read; this is the first of it.
    terminal.person.write_all(b"after").unwrap();
    let mut shown = [0; 256];
    let length = terminal.person.read(&mut shown).unwrap();
    let shown = String::from_utf8_lossy(&shown[..length]);
    assert!(!shown.contains("parola"), "{shown}");
}

#[test]
fn whoever_breaks_off_has_the_terminal_back() {
    let appliance = Garson::prepare(&[]);
    let terminal = Terminal::open();
    let mut child = terminal.ask(&appliance);
    signal(child.id(), "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(terminal.shows_what_is_typed());
}

#[test]
fn a_terminal_is_answered_in_the_language_of_the_machine_and_programs_are_not() {
    let appliance = Garson::unowned(&[]).env("LC_ALL", "tr_TR.UTF-8").serve();
    let printed = eventually("the greeting", || {
        Some(appliance.printed()).filter(|printed| printed.contains("Kurulum henüz yapılmadı."))
    });
    assert!(printed.starts_with("listening on http://127.0.0.1:"), "{printed}");
    let ask = |locale: &str| {
        let mut command = garson();
        command.args(["setup-link", "--data"]).arg(appliance.data()).env("LC_ALL", locale);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(ask("tr_TR.UTF-8").contains("Kurulum için") && ask("de_DE.UTF-8").contains("this box is yours"));
    // A language is more than how its name begins.
    assert!(ask("trv_TW.UTF-8").contains("this box is yours"));
}
