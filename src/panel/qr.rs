//! A text as a square that a telephone scans, drawn by ourselves: it stands in the page and needs nothing from elsewhere. The
//! template is `qr.html`.

use crate::model::Failure;
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

#[cfg(test)]
mod tests {
    use super::*;

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
