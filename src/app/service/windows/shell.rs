//! What only Windows itself can say or do: whose the console window is, and the verbs of its shell.
//!
//! No crate in use offers these calls, so they are unsafe code; `src/README.md` lists all places that have some.

#![expect(unsafe_code, reason = "calls of the Windows API that no crate in use offers")]

use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::{env, ffi::OsStr, io, os::windows::ffi::OsStrExt, path::PathBuf, ptr, time::Duration};
use windows_sys::Win32::System::Console::{ENABLE_ECHO_INPUT, GetConsoleMode, GetConsoleProcessList, SetConsoleMode};
use windows_sys::Win32::System::Threading::{GetExitCodeProcess, INFINITE, WaitForSingleObject};
use windows_sys::Win32::UI::Shell::{SEE_MASK_NOCLOSEPROCESS, SHELLEXECUTEINFOW, ShellExecuteExW, ShellExecuteW};
use windows_sys::Win32::{Foundation::WAIT_OBJECT_0, UI::WindowsAndMessaging::SW_SHOWNORMAL};

/// The shell's answer is a number above this if it did as it was told.
const DONE: isize = 32;

/// Whether the window goes when the program ends: it was made for this program alone.
pub fn console_is_ours() -> bool {
    let mut ids = [0u32; 2];
    // SAFETY: the list has room for as many numbers as the call is told.
    let count = unsafe { GetConsoleProcessList(ids.as_mut_ptr(), 2) };
    count == 1
}

/// Has the console show what is typed, or not; whether it is one.
pub fn show_typed(is_shown: bool) -> bool {
    let (console, mut mode) = (io::stdin().as_raw_handle(), 0);
    // SAFETY: the handle stays open as long as the program runs, and the number lives until the call returns.
    if unsafe { GetConsoleMode(console, &mut mode) } == 0 {
        return false;
    }
    let mode = if is_shown { mode | ENABLE_ECHO_INPUT } else { mode & !ENABLE_ECHO_INPUT };
    // SAFETY: as above.
    unsafe { SetConsoleMode(console, mode) != 0 }
}

/// Opens a file or an address as a double-click does.
pub fn open(what: &OsStr) {
    let (verb, what) = (wide(OsStr::new("open")), wide(what));
    // SAFETY: both texts end with a zero and live until the call returns; the others may be null.
    let answer = unsafe {
        ShellExecuteW(ptr::null_mut(), verb.as_ptr(), what.as_ptr(), ptr::null(), ptr::null(), SW_SHOWNORMAL)
    };
    if answer as isize <= DONE {
        tracing::debug!("Windows did not open it: {}", answer as isize);
    }
}

/// A program that was started with an administrator's rights.
pub struct ElevatedProgram(OwnedHandle);

impl ElevatedProgram {
    /// Nothing if the person, or Windows, did not allow it.
    pub fn start(program: &OsStr, words: &OsStr) -> Option<ElevatedProgram> {
        let (verb, program, words) = (wide(OsStr::new("runas")), wide(program), wide(words));
        let mut wish = SHELLEXECUTEINFOW {
            cbSize: size_of::<SHELLEXECUTEINFOW>() as u32,
            fMask: SEE_MASK_NOCLOSEPROCESS,
            lpVerb: verb.as_ptr(),
            lpFile: program.as_ptr(),
            lpParameters: words.as_ptr(),
            nShow: SW_SHOWNORMAL,
            ..SHELLEXECUTEINFOW::default()
        };
        // SAFETY: the three texts end with a zero and live until the call returns; the others may be null.
        let is_done = unsafe { ShellExecuteExW(&raw mut wish) } != 0;
        if !is_done || wish.hProcess.is_null() {
            return None;
        }
        // SAFETY: the mask asked for the handle, and then it is the caller's to close.
        Some(ElevatedProgram(unsafe { OwnedHandle::from_raw_handle(wish.hProcess) }))
    }

    /// Its exit code, if it ends within this time.
    pub fn ends_within(&self, patience: Duration) -> Option<u32> {
        let (handle, limit) = (self.0.as_raw_handle(), u32::try_from(patience.as_millis()).unwrap_or(INFINITE));
        let mut code = 0;
        // SAFETY: the handle is open as long as this lives, and the code has its place.
        let is_known = unsafe {
            WaitForSingleObject(handle, limit) == WAIT_OBJECT_0 && GetExitCodeProcess(handle, &raw mut code) != 0
        };
        is_known.then_some(code)
    }
}

/// One of Windows' own programs, by its full path: a bare name may be another program's.
pub fn of_windows(name: &str) -> PathBuf {
    let windows = env::var_os("SystemRoot").map_or_else(|| PathBuf::from(r"C:\Windows"), PathBuf::from);
    windows.join("System32").join(name)
}

fn wide(text: &OsStr) -> Vec<u16> {
    text.encode_wide().chain([0]).collect()
}
