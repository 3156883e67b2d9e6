//! The parts of a page that are the same on all of them, as templates of their own: written into each of some fifty page
//! templates, they were a tenth of all that is compiled.

use super::frame::Frame;
use askama::Template;

#[derive(Template)]
#[template(path = "frame_head.html")]
pub struct FrameHead<'a> {
    frame: &'a Frame,
}

#[derive(Template)]
#[template(path = "frame_scripts.html")]
pub struct FrameScripts<'a> {
    frame: &'a Frame,
}

#[derive(Template)]
#[template(path = "frame_top.html")]
pub struct FrameTop<'a> {
    frame: &'a Frame,
}

#[derive(Template)]
#[template(path = "frame_menu_keys.html")]
pub struct FrameMenuKeys<'a> {
    frame: &'a Frame,
}

impl Frame {
    pub fn head(&self) -> FrameHead<'_> {
        FrameHead { frame: self }
    }

    pub fn scripts(&self) -> FrameScripts<'_> {
        FrameScripts { frame: self }
    }

    pub fn top(&self) -> FrameTop<'_> {
        FrameTop { frame: self }
    }

    pub fn menu_keys(&self) -> FrameMenuKeys<'_> {
        FrameMenuKeys { frame: self }
    }
}
