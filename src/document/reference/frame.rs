//! What all pages of the reference share: head, navigation, the way to the other language.

use super::{html::escaped, source::EVENTS, source::OBJECTS, voice::Voice};

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

pub fn framed(voice: &Voice, assets: &PageAssets, groups: &[NavGroup], page: &PageText) -> String {
    let (w, lang, other) = (voice.words(), voice.lang, voice.lang.other());
    let there = Voice { document: voice.document, lang: other }.page(&page.slug);
    let title = if page.slug.is_empty() { String::new() } else { format!("{} · ", escaped(&page.title)) };
    let styles: String =
        assets.styles.iter().map(|style| format!("<link rel=\"stylesheet\" href=\"{style}\">\n")).collect();
    format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}garson API</title>\n<link rel=\"icon\" href=\"{icon}\" type=\"image/svg+xml\">\n\
         <link rel=\"alternate\" hreflang=\"{other_tag}\" href=\"{there}\">\n{styles}<script src=\"{script}\" defer></script>\n</head>\n\
         <body class=\"reference\">\n<a class=\"skip\" href=\"#content\">{skip}</a>\n<header class=\"top\">\n\
         <a class=\"brand\" href=\"{home}\"><img src=\"{icon}\" alt=\"\" width=\"28\" height=\"28\"> garson <span>API</span></a>\n\
         <div class=\"who\"><a class=\"button quiet\" id=\"other-language\" href=\"{there}\" lang=\"{other_tag}\" hreflang=\"{other_tag}\">{other_name}</a>\
         <a class=\"button quiet\" href=\"/\">{panel}</a></div>\n</header>\n\
         <details class=\"contents-menu\"><summary>{contents}</summary></details>\n{nav}<main id=\"content\" tabindex=\"-1\">\n{body}<footer class=\"faint\">garson {version} · <a href=\"/openapi.json\">{document}</a></footer>\n\
         </main>\n</body>\n</html>\n",
        tag = lang.tag(),
        icon = assets.icon,
        other_tag = other.tag(),
        script = assets.script,
        skip = w.skip,
        home = voice.page(""),
        contents = w.contents,
        nav = navigation(voice, groups, page),
        other_name = other.name(),
        panel = w.panel,
        body = page.body,
        version = escaped(voice.document.version()),
        document = w.document,
    )
}

fn navigation(voice: &Voice, groups: &[NavGroup], page: &PageText) -> String {
    let w = voice.words();
    let mut made = format!("<nav class=\"contents\" aria-label=\"{}\">\n", w.contents);
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

/// The pages that the document makes beside its tags.
pub fn made_pages(voice: &Voice) -> [(String, String); 2] {
    let w = voice.words();
    [(EVENTS.to_owned(), w.events.to_owned()), (OBJECTS.to_owned(), w.objects.to_owned())]
}
