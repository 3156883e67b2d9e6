//! What all pages of a book share: head, navigation, the way to the other language and to the other book.

use super::voice::{Book, Voice};
use super::{html::escaped, source::OBJECTS};

/// What the search of a book looks through, in the place of a page.
pub const INDEX: &str = "index.json";

/// One page without its frame.
pub struct PageText {
    /// Empty for the first page.
    pub slug: String,
    pub title: String,
    pub body: String,
    /// What stands on it, for the navigation: anchors and titles.
    pub parts: Vec<(String, String)>,
}

/// Where the files of `static/` are.
pub struct PageAssets {
    pub icon: String,
    pub styles: Vec<String>,
    pub script: String,
}

/// A part of the navigation: its title, and the pages in it with their titles.
pub struct NavGroup {
    pub title: &'static str,
    pub pages: Vec<(String, String)>,
}

/// A book in one language, before its pages are framed.
pub struct BoundBook {
    pub groups: Vec<NavGroup>,
    pub pages: Vec<PageText>,
    /// What its search looks through.
    pub index: String,
}

pub fn framed(voice: &Voice, assets: &PageAssets, groups: &[NavGroup], page: &PageText) -> String {
    let (w, lang, other) = (voice.words(), voice.lang, voice.lang.other());
    let (there, book) = (voice.twin(&page.slug), voice.book);
    let title = if page.slug.is_empty() { String::new() } else { format!("{} · ", escaped(&page.title)) };
    let styles: String =
        assets.styles.iter().map(|style| format!("<link rel=\"stylesheet\" href=\"{style}\">\n")).collect();
    format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}garson {name}</title>\n<link rel=\"icon\" href=\"{icon}\" type=\"image/svg+xml\">\n\
         <link rel=\"alternate\" hreflang=\"{other_tag}\" href=\"{there}\">\n{styles}<script src=\"{script}\" defer></script>\n</head>\n\
         <body class=\"book{class}\">\n<a class=\"skip\" href=\"#content\">{skip}</a>\n<header class=\"top\">\n\
         <a class=\"brand\" href=\"{home}\"><img src=\"{icon}\" alt=\"\" width=\"28\" height=\"28\"> garson <span>{name}</span></a>\n\
         <div class=\"who\"><a class=\"button quiet\" id=\"other-language\" href=\"{there}\" lang=\"{other_tag}\" hreflang=\"{other_tag}\">{other_name}</a>\
         <a class=\"button quiet\" href=\"{neighbour}\">{neighbour_name}</a><a class=\"button quiet\" href=\"/\">{panel}</a></div>\n</header>\n\
         <details class=\"contents-menu\"><summary>{contents}</summary></details>\n{nav}<main id=\"content\" tabindex=\"-1\">\n{body}<footer class=\"faint\">garson {version}{document}</footer>\n\
         </main>\n</body>\n</html>\n",
        tag = lang.tag(),
        icon = assets.icon,
        other_tag = other.tag(),
        script = assets.script,
        class = if book == Book::Manual { " manual" } else { "" },
        skip = w.skip,
        home = voice.page(""),
        contents = w.contents,
        nav = navigation(voice, groups, page),
        other_name = other.words().own_name,
        name = book.name(lang),
        neighbour = voice.neighbour(),
        neighbour_name = book.other().name(lang),
        panel = w.panel,
        body = page.body,
        version = escaped(voice.document.version()),
        document = document_link(voice),
    )
}

fn navigation(voice: &Voice, groups: &[NavGroup], page: &PageText) -> String {
    let w = voice.words();
    let index = voice.page(INDEX);
    let mut made = format!("<nav class=\"contents\" aria-label=\"{}\" data-index=\"{index}\">\n", w.contents);
    made += &entry(voice, page, "", w.start);
    for group in groups {
        made += &format!("<p>{}</p>\n<ul>\n", group.title);
        for (slug, title) in &group.pages {
            made += "<li>";
            made += &entry(voice, page, slug, title);
            if *slug == page.slug && !page.parts.is_empty() && slug != OBJECTS {
                made += &parts(page);
            }
            made += "</li>\n";
        }
        made += "</ul>\n";
    }
    made + "</nav>\n"
}

fn entry(voice: &Voice, page: &PageText, slug: &str, title: &str) -> String {
    let current = if slug == page.slug { " aria-current=\"page\"" } else { "" };
    format!("<a href=\"{}\"{current}>{}</a>", voice.page(slug), escaped(title))
}

fn parts(page: &PageText) -> String {
    let links = page.parts.iter().map(|(id, title)| format!("<li><a href=\"#{id}\">{}</a></li>", title));
    format!("<ul>{}</ul>", links.collect::<String>())
}

/// Programs read the reference in another form.
fn document_link(voice: &Voice) -> String {
    match voice.book {
        Book::Reference => format!(" · <a href=\"/openapi.json\">{}</a>", voice.words().document),
        Book::Manual => String::new(),
    }
}
