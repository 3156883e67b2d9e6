//! The API reference: static pages in Turkish and English, made of the joined document and the guides.
//!
//! `source` reads the document, `voice` is one language of the pages, `markdown` and `schema` render its texts and shapes,
//! `operation` an operation, `guides` a guide, `frame` puts a page together. The program hands the files out as they are.

mod example;
mod frame;
mod guides;
mod html;
mod markdown;
mod operation;
mod schema;
mod source;
mod voice;
mod words;

use frame::{NavGroup, PageAssets, PageText};
use guides::{GUIDES, Guide, GuideFolders};
use schema::Direction;
use sha2::{Digest, Sha256};
use source::{ApiDocument, EVENTS, OBJECTS};
use std::path::Path;
use voice::Voice;
use words::PageLang;

/// How many bytes of a hash an address carries.
const HASH: usize = 6;

/// A file of the reference: its path below `/api`, and its text.
pub struct MadeFile {
    pub path: String,
    pub text: String,
}

/// `edition` is in the address of every file of `static/`.
pub fn files(document: &str, folder: &Path, receivers: &Path, edition: &str) -> Result<Vec<MadeFile>, String> {
    let document = ApiDocument::read(document, &folder.join("tr"))?;
    let guides = folder.join("guides");
    let folders = GuideFolders { guides: &guides, receivers };
    let address = |name: &str| format!("/assets/{edition}/{name}");
    let assets = PageAssets {
        icon: address("icon.svg"),
        styles: vec![address("panel.css"), address("reference.css")],
        script: address("reference.js"),
    };
    let mut made = Vec::new();
    for lang in PageLang::ALL {
        made.extend(pages(&Voice { document: &document, lang }, &folders, &assets)?);
    }
    Ok(made)
}

/// The beginning of the hash of something, as addresses and entity tags carry it.
pub fn hash_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..HASH].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// All pages of a language.
fn pages(voice: &Voice, folders: &GuideFolders, assets: &PageAssets) -> Result<Vec<MadeFile>, String> {
    let w = voice.words();
    let mut guides = Vec::new();
    for slug in GUIDES {
        guides.push(guides::guide(voice, folders, slug)?);
    }
    let mut texts = Vec::new();
    for guide in &guides {
        let (slug, title) = (guide.slug.to_owned(), guide.title.clone());
        texts.push(PageText { slug, title, parts: headings(&guide.body), body: guide.body.clone() });
    }
    for tag in &voice.document.tags {
        texts.push(tag_page(voice, tag));
    }
    texts.push(events_page(voice));
    texts.push(objects_page(voice));

    let listed =
        |slug: &str| texts.iter().find(|page| page.slug == slug).map(|page| (slug.to_owned(), page.title.clone()));
    let groups = [
        NavGroup { title: w.guides, pages: GUIDES.iter().filter_map(|slug| listed(slug)).collect() },
        NavGroup {
            title: w.operations,
            pages: voice
                .document
                .tags
                .iter()
                .filter_map(|tag| listed(&tag.name))
                .chain(frame::made_pages(voice))
                .collect(),
        },
    ];
    texts.push(home(voice, &guides));
    let mut made: Vec<MadeFile> = Vec::new();
    for page in &texts {
        let path = [voice.lang.tag(), &page.slug].join("/").trim_end_matches('/').to_owned();
        if made.iter().any(|other| other.path == path) {
            return Err(format!("two pages are called {path}"));
        }
        made.push(MadeFile { path, text: frame::framed(voice, assets, &groups, page) });
    }
    made.push(MadeFile { path: format!("{}/index.json", voice.lang.tag()), text: index(voice, &texts) });
    Ok(made)
}

fn tag_page(voice: &Voice, tag: &source::ApiTag) -> PageText {
    let title = title_of(voice, &tag.name);
    let mut body = format!("<h1>{title}</h1>\n{}", markdown::told(voice, &tag.description));
    let mut parts = Vec::new();
    for one in &tag.operations {
        parts.push((one.id.clone(), markdown::said(voice, one.text("summary"))));
        body += &operation::operation(voice, one);
    }
    PageText { slug: tag.name.clone(), title, body, parts }
}

fn events_page(voice: &Voice) -> PageText {
    let w = voice.words();
    let guide = voice.page("receiving-events");
    let mut body = format!(
        "<h1>{0}</h1>\n<p class=\"lead\">{1} <a href=\"{guide}\">{2}</a>.</p>\n",
        w.events, w.events_lead, w.events_guide
    );
    let mut parts = Vec::new();
    for one in &voice.document.events {
        parts.push((one.id.clone(), markdown::said(voice, one.text("summary"))));
        body += &operation::event(voice, one);
    }
    PageText { slug: EVENTS.to_owned(), title: w.events.to_owned(), body, parts }
}

fn objects_page(voice: &Voice) -> PageText {
    let w = voice.words();
    let mut body = format!("<h1>{}</h1>\n<p class=\"lead\">{}</p>\n", w.objects, w.objects_lead);
    let mut shown: Vec<_> = voice.document.schemas().filter(|(name, _)| voice.document.home(name) == OBJECTS).collect();
    shown.sort_by_key(|(name, _)| *name);
    let links: Vec<String> = shown.iter().map(|(name, _)| format!("<a href=\"#{name}\">{name}</a>")).collect();
    body += &format!("<p class=\"names\">{}</p>\n", links.join(" "));
    let mut parts = Vec::new();
    for (name, schema) in shown {
        parts.push((name.clone(), name.clone()));
        let text = schema["description"].as_str().map(|text| markdown::told(voice, text)).unwrap_or_default();
        let direction = if voice.document.is_input(name) { Direction::ToUs } else { Direction::FromUs };
        body += &format!(
            "<section class=\"object\" id=\"{name}\">\n<h2>{name}{}</h2>\n{text}{}</section>\n",
            markdown::anchor(voice, name),
            schema::shape(voice, schema, direction)
        );
    }
    PageText { slug: OBJECTS.to_owned(), title: w.objects.to_owned(), body, parts }
}

fn home(voice: &Voice, guides: &[Guide]) -> PageText {
    let w = voice.words();
    let mut body = format!("<h1>garson API</h1>\n<p class=\"lead\">{}</p>\n", w.home_lead);
    body += &format!("<p class=\"base\" hidden>{} {}</p>\n", w.home_address, html::code(example::BASE));
    body += &format!("<p><a class=\"button primary\" href=\"{}\">{}</a></p>\n", voice.page("first-call"), w.home_begin);
    body += &format!("<h2>{}</h2>\n<ul class=\"guides\">\n", w.guides);
    for guide in guides {
        let title = html::escaped(&guide.title);
        body += &format!(
            "<li><a href=\"{}\"><b>{title}</b> <span>{}</span></a></li>\n",
            voice.page(guide.slug),
            bare(&guide.lead)
        );
    }
    body += &format!("</ul>\n<h2>{}</h2>\n", w.home_operations);
    for tag in &voice.document.tags {
        body += &format!(
            "<h3><a href=\"{}\">{}</a></h3>\n<ul class=\"calls\">\n",
            voice.page(&tag.name),
            title_of(voice, &tag.name)
        );
        for one in &tag.operations {
            body += &format!(
                "<li><a href=\"{}#{}\">{}</a> {}</li>\n",
                voice.page(&tag.name),
                one.id,
                markdown::said(voice, one.text("summary")),
                operation::call_words(one)
            );
        }
        body += "</ul>\n";
    }
    body += &format!("<p class=\"faint\">{}</p>\n", w.home_no_script);
    PageText { slug: String::new(), title: w.title.to_owned(), body, parts: Vec::new() }
}

/// What the search on the pages looks through: title, what it is, and where.
fn index(voice: &Voice, pages: &[PageText]) -> String {
    let mut all = Vec::new();
    for page in pages {
        all.push(serde_json::json!([page.title, "", voice.page(&page.slug)]));
        if page.slug == "errors" {
            let place = |code: &String| format!("{}#{code}", voice.page("errors"));
            all.extend(voice.document.codes().map(|code| serde_json::json!([code, page.title, place(code)])));
        }
        for (id, title) in &page.parts {
            all.push(serde_json::json!([bare(title), page.title, format!("{}#{id}", voice.page(&page.slug))]));
        }
    }
    serde_json::Value::Array(all).to_string()
}

/// The second headings of a guide.
fn headings(body: &str) -> Vec<(String, String)> {
    let found = body.split("<h2 id=\"").skip(1).filter_map(|rest| {
        let (id, rest) = rest.split_once("\">")?;
        Some((id.to_owned(), rest.split(" <a class=\"anchor\"").next()?.to_owned()))
    });
    found.collect()
}

/// A line of HTML without its tags.
fn bare(html: &str) -> String {
    let mut made = String::new();
    for piece in html.split('<') {
        made += piece.split_once('>').map_or(piece, |(_, text)| text);
    }
    made.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

fn title_of(voice: &Voice, tag: &str) -> String {
    if let Some(title) = words::tag_title(tag, voice.lang) {
        return title.to_owned();
    }
    let mut letters = tag.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}
