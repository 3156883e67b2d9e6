//! What only Windows itself can say or do: whose the console window is, and the verbs of its shell.
//!
//! The only unsafe code of the program; no crate in use offers these two calls.

#![allow(unsafe_code, reason = "two calls of the Windows API that no crate in use offers")]

use std::{ffi::OsStr, os::windows::ffi::OsStrExt, ptr};
use windows_sys::Win32::{
    System::Console::GetConsoleProcessList,
    UI::{Shell::ShellExecuteW, WindowsAndMessaging::SW_SHOWNORMAL},
};

/// The shell's answer is a number above this if it did as it was told.
const DONE: isize = 32;

/// Whether the window goes when the program ends: it was made for this program alone.
pub fn console_is_ours() -> bool {
    let mut ids = [0u32; 2];
    // SAFETY: the list has room for as many numbers as the call is told.
    let count = unsafe { GetConsoleProcessList(ids.as_mut_ptr(), 2) };
    count == 1
}

/// Does with a file or an address what the shell knows under a verb: `open`, `runas`. Whether it was done.
pub fn shell(verb: &str, what: &OsStr, words: &OsStr) -> bool {
    let wide = |text: &OsStr| text.encode_wide().chain([0]).collect::<Vec<u16>>();
    let (verb, what, words) = (wide(verb.as_ref()), wide(what), wide(words));
    // SAFETY: the three texts end with a zero and live until the call returns; the others may be null.
    let answer = unsafe {
        ShellExecuteW(ptr::null_mut(), verb.as_ptr(), what.as_ptr(), words.as_ptr(), ptr::null(), SW_SHOWNORMAL)
    };
    answer as isize > DONE
}
