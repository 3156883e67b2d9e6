//! A text as a square that a telephone scans, drawn by ourselves: it stands in the page and needs nothing from elsewhere. The
//! template is `qr.html`.

use model::Failure;
use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// The white frame that a camera needs, in modules.
const QUIET: i32 = 4;

pub struct QrPicture {
    /// Modules on each side, the frame included.
    pub side: i32,
    /// The dark modules, as the path of an SVG.
    pub path: String,
}

impl QrPicture {
    /// Refused are texts that are too long for any square.
    pub fn of(text: &str) -> Result<QrPicture, Failure> {
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).map_err(Failure::fault)?;
        let mut path = String::new();
        for y in 0..code.size() {
            let mut x = 0;
            while x < code.size() {
                let length = (x..code.size()).take_while(|at| code.get_module(*at, y)).count() as i32;
                if length > 0 {
                    write!(path, "M{},{}h{length}v1h-{length}z", x + QUIET, y + QUIET).map_err(Failure::fault)?;
                }
                x += length.max(1);
            }
        }
        Ok(QrPicture { side: code.size() + 2 * QUIET, path })
    }
}

/// A QR code for a terminal: two modules in each character, one above the other.
pub fn in_terminal(text: &str) -> Result<String, Failure> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).map_err(Failure::fault)?;
    // Cameras need dark on light, whatever the terminal has. Windows' console may not know colours; its own are light on dark.
    let (begin, end, inks) = match cfg!(windows) {
        true => ("", "", ["█", "▄", "▀", " "]),
        false => ("\x1b[38;5;16;48;5;231m", "\x1b[0m", [" ", "▀", "▄", "█"]),
    };
    let modules = -QUIET..code.size() + QUIET;
    let lines = modules.clone().step_by(2).map(|y| {
        let ink = |x| inks[usize::from(code.get_module(x, y)) + 2 * usize::from(code.get_module(x, y + 1))];
        format!("{begin}{}{end}", modules.clone().map(ink).collect::<String>())
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_shows_every_module_once() {
        let url = "http://192.168.1.20:8080";
        let (code, shown) = (QrCode::encode_text(url, QrCodeEcc::Low).unwrap(), in_terminal(url).unwrap());
        let dark = |ink: char| match ink {
            '█' => 2,
            '▀' | '▄' => 1,
            _ => 0,
        };
        let modules = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
        let expected = modules.filter(|(x, y)| code.get_module(*x, *y)).count();
        assert_eq!(shown.chars().map(dark).sum::<usize>(), expected);
        assert_eq!(shown.lines().count() as i32, (code.size() + 2 * QUIET + 1) / 2);
    }

    #[test]
    fn a_picture_has_its_corners_and_its_frame() {
        let picture = QrPicture::of("otpauth://totp/garson:a?secret=MZXW6YTBOI").unwrap();
        // The upper edge of the two upper corners: seven dark modules each, right at the frame.
        let (left, right) = (format!("M{QUIET},{QUIET}h7v1h-7z"), picture.side - QUIET - 7);
        assert!(picture.path.starts_with(&left), "{}", picture.path);
        assert!(picture.path.contains(&format!("M{right},{QUIET}h7v1h-7z")), "{}", picture.path);
        assert!(QrPicture::of(&"a".repeat(4_000)).is_err());
    }
}
