//! Markdown as HTML, with what the books add: codes of errors and calls lead to where they are explained.

use super::{html, voice::Voice};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html as writer};

/// A text of the document as a sentence. Untranslated text is marked as English.
pub fn said(voice: &Voice, english: &str) -> String {
    match voice.document.translated(english, voice.lang) {
        Some(text) => line(voice, text),
        None => format!("<span lang=\"en\">{}</span>", line(voice, english)),
    }
}

/// A text of the document as paragraphs. Untranslated text is marked as English.
pub fn told(voice: &Voice, english: &str) -> String {
    match voice.document.translated(english, voice.lang) {
        Some(text) => blocks(voice, text),
        None => format!("<div lang=\"en\">{}</div>\n", blocks(voice, english)),
    }
}

/// Whole paragraphs.
pub fn blocks(voice: &Voice, text: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut depth_of_links = 0;
    let mut heading = None;
    let mut events = Vec::new();
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                depth_of_links += 1;
                let dest_url = CowStr::from(voice.address(&dest_url));
                events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            Event::End(TagEnd::Link) => {
                depth_of_links -= 1;
                events.push(event);
            }
            Event::Code(word) if depth_of_links == 0 => events.push(linked(voice, word)),
            Event::Start(Tag::Heading { ref id, .. }) => {
                heading = id.as_ref().map(ToString::to_string);
                events.push(event);
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some(id) = heading.take() {
                    events.push(Event::Html(anchor(voice, &id).into()));
                }
                events.push(event);
            }
            Event::Start(Tag::Table(_)) => {
                events.push(Event::Html(table_start(voice).into()));
                events.push(event);
            }
            Event::End(TagEnd::Table) => {
                events.push(event);
                events.push(Event::Html("</div>\n".into()));
            }
            _ => events.push(event),
        }
    }
    let mut made = String::new();
    writer::push_html(&mut made, events.into_iter());
    made
}

/// A text of one paragraph, without the paragraph.
pub fn line(voice: &Voice, text: &str) -> String {
    let made = blocks(voice, text);
    let made = made.trim_end();
    let bare = made.strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>"));
    bare.filter(|bare| !bare.contains("<p>")).unwrap_or(made).to_owned()
}

/// A table may be wider than a telephone; its box is then moved with the keys.
fn table_start(voice: &Voice) -> String {
    format!("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">", voice.words().table)
}

pub fn anchor(voice: &Voice, id: &str) -> String {
    format!(" <a class=\"anchor\" href=\"#{id}\" aria-label=\"{}\">#</a>", voice.words().anchor)
}

fn linked<'a>(voice: &Voice, word: CowStr<'a>) -> Event<'a> {
    match voice.place_of(&word) {
        Some(address) => Event::Html(format!("<a href=\"{address}\">{}</a>", html::code(&word)).into()),
        None => Event::Code(word),
    }
}
