//! How other devices on the same network get to the panel: an address, and the same as a square to scan. The template is
//! `way_in.html`.

use super::qr::QrPicture;
use model::Failure;
use ops::AppState;

pub struct WayIn {
    /// What a tablet most likely reaches.
    pub url: String,
    pub picture: QrPicture,
    /// Other addresses of this machine, its name among them.
    pub others: Vec<String>,
}

impl WayIn {
    /// Nothing where the program listens to this machine alone.
    pub fn now(app: &AppState) -> Result<Option<WayIn>, Failure> {
        let mut urls = app.config.lan.read().urls().into_iter().skip(1);
        let Some(url) = urls.next() else { return Ok(None) };
        Ok(Some(WayIn { picture: QrPicture::of(&url)?, url, others: urls.collect() }))
    }
}
