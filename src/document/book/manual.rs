//! The manual in one language, made of the Markdown under `packaging/manual`: a page for each subject.

use super::article::{Article, read};
use super::frame::{BoundBook, NavGroup, PageText};
use super::html::{bare, block, escaped, folded};
use super::{voice::Voice, words::PageWords};
use serde_json::{Value, json};
use std::path::Path;

/// A part of the navigation, and the pages in it.
type Chapter = (fn(&PageWords) -> &'static str, &'static [&'static str]);

/// In the order in which they are read.
const CHAPTERS: [Chapter; 5] = [
    (|w| w.beginning, &["install", "first-steps", "needs"]),
    (|w| w.every_day, &["board", "kitchen", "orders", "reports"]),
    (|w| w.platforms, &["platforms", "trendyol-go", "getir", "yemeksepeti", "migros-yemek", "open"]),
    (|w| w.house, &["restaurants", "users", "till", "webhooks"]),
    (
        |w| w.machine,
        &[
            "service",
            "network",
            "public-address",
            "settings",
            "commands",
            "backup",
            "upgrade",
            "back",
            "heartbeat",
            "trouble",
        ],
    ),
];

/// All pages of a language. `packaging` has the manual, and the files that it shows.
pub fn manual(voice: &Voice, packaging: &Path) -> Result<BoundBook, String> {
    let w = voice.words();
    let mut home = format!("<h1>{}</h1>\n<p class=\"lead\">{}</p>\n", w.manual_title, w.manual_lead);
    let (mut groups, mut pages) = (Vec::new(), Vec::<PageText>::new());
    for (title, slugs) in CHAPTERS {
        let read =
            |&slug: &&'static str| Article::read(voice, &packaging.join("manual"), slug, |file| shown(packaging, file));
        let articles = slugs.iter().map(read).collect::<Result<Vec<_>, String>>()?;
        let cards: String = articles.iter().map(|article| article.card(voice)).collect();
        home += &format!("<h2>{}</h2>\n<ul class=\"guides\">\n{cards}</ul>\n", title(w));
        let listed = articles.iter().map(|article| (article.slug.to_owned(), article.title.clone())).collect();
        groups.push(NavGroup { title: title(w), pages: listed });
        pages.extend(articles.iter().map(Article::page));
    }
    let index = index(voice, &pages);
    let titles: Vec<(String, String)> = pages.iter().map(|page| (page.slug.clone(), page.title.clone())).collect();
    for (at, page) in pages.iter_mut().enumerate() {
        page.body += &turn(voice, at.checked_sub(1).map(|before| &titles[before]), titles.get(at + 1));
    }
    pages.push(PageText { slug: String::new(), title: w.manual_title.to_owned(), body: home, parts: Vec::new() });
    Ok(BoundBook { groups, pages, index })
}

/// A file as it lies there, folded.
fn shown(packaging: &Path, file: &str) -> Result<String, String> {
    let text = read(&packaging.join(file))?;
    let name = escaped(file.rsplit('/').next().unwrap_or(file));
    Ok(folded("receiver", &format!("<span id=\"{name}\">{name}</span>"), &block("code", text.trim_end())))
}

/// The ways to the pages before and after.
fn turn(voice: &Voice, before: Option<&(String, String)>, after: Option<&(String, String)>) -> String {
    let way = |page: Option<&(String, String)>, rel: &str| {
        page.map_or_else(String::new, |(slug, title)| {
            format!("<a rel=\"{rel}\" href=\"{}\">{}</a>", voice.page(slug), escaped(title))
        })
    };
    let (before, after) = (way(before, "prev"), way(after, "next"));
    format!("<nav class=\"turn\" aria-label=\"{}\">{before}{after}</nav>\n", voice.words().turn)
}

/// What the search on the pages looks through: title, page, where, and all words of each section.
fn index(voice: &Voice, pages: &[PageText]) -> String {
    let mut all = Vec::new();
    for page in pages {
        let place = voice.page(&page.slug);
        let mut sections = page.body.split("<h2 id=\"");
        let words = |html: &str| bare(html).split_whitespace().collect::<Vec<_>>().join(" ");
        all.push(json!([page.title, "", place, words(sections.next().unwrap_or_default())]));
        for ((id, title), section) in page.parts.iter().zip(sections) {
            let text = section.split_once('>').map_or(section, |(_, text)| text);
            all.push(json!([bare(title), page.title, format!("{place}#{id}"), words(text)]));
        }
    }
    Value::Array(all).to_string()
}
