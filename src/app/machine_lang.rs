//! What the machine speaks, which is what a terminal is answered in.

use crate::model::Lang;

/// By the locale of the user who started the program: `LC_ALL` and `LANG`, or the settings of Windows and macOS.
pub fn machine_lang() -> Lang {
    let locale = sys_locale::get_locale().unwrap_or_default().to_ascii_lowercase();
    let language = locale.split(['-', '_', '.']).next().unwrap_or_default();
    if language == "tr" { Lang::Tr } else { Lang::En }
}
