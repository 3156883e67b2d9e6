//! The API reference in one language, made of the joined document and the guides.

use super::frame::{BoundBook, NavGroup, PageText};
use super::guides::{self, GUIDES, GuideFolders};
use super::html::{self, bare};
use super::schema::{self, Direction};
use super::source::{self, EVENTS, OBJECTS};
use super::{article::Article, example, markdown, operation, voice::Voice, words};

/// All pages of a language.
pub fn reference(voice: &Voice, folders: &GuideFolders) -> Result<BoundBook, String> {
    let w = voice.words();
    let mut guides = Vec::new();
    for slug in GUIDES {
        guides.push(guides::guide(voice, folders, slug)?);
    }
    let mut pages: Vec<PageText> = guides.iter().map(Article::page).collect();
    for tag in &voice.document.tags {
        pages.push(tag_page(voice, tag));
    }
    pages.push(events_page(voice));
    pages.push(objects_page(voice));

    let listed =
        |slug: &str| pages.iter().find(|page| page.slug == slug).map(|page| (slug.to_owned(), page.title.clone()));
    let made_pages = [EVENTS, OBJECTS].into_iter().filter_map(listed);
    let groups = vec![
        NavGroup { title: w.guides, pages: GUIDES.iter().filter_map(|slug| listed(slug)).collect() },
        NavGroup {
            title: w.operations,
            pages: voice.document.tags.iter().filter_map(|tag| listed(&tag.name)).chain(made_pages).collect(),
        },
    ];
    pages.push(home(voice, &guides));
    let index = index(voice, &pages);
    Ok(BoundBook { groups, pages, index })
}

fn tag_page(voice: &Voice, tag: &source::ApiTag) -> PageText {
    let title = title_of(voice, &tag.name);
    let head = format!("<h1>{title}</h1>\n{}", markdown::told(voice, &tag.description));
    let body = tag.operations.iter().fold(head, |body, one| body + &operation::operation(voice, one));
    PageText { slug: tag.name.clone(), title, body, parts: summaries(voice, &tag.operations) }
}

fn events_page(voice: &Voice) -> PageText {
    let w = voice.words();
    let guide = voice.page("receiving-events");
    let head = format!(
        "<h1>{0}</h1>\n<p class=\"lead\">{1} <a href=\"{guide}\">{2}</a>.</p>\n",
        w.events, w.events_lead, w.events_guide
    );
    let events = &voice.document.events;
    let body = events.iter().fold(head, |body, one| body + &operation::event(voice, one));
    PageText { slug: EVENTS.to_owned(), title: w.events.to_owned(), body, parts: summaries(voice, events) }
}

fn summaries(voice: &Voice, all: &[source::ApiOperation]) -> Vec<(String, String)> {
    all.iter().map(|one| (one.id.clone(), markdown::said(voice, one.text("summary")))).collect()
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

fn home(voice: &Voice, guides: &[Article]) -> PageText {
    let w = voice.words();
    let mut body = format!("<h1>garson API</h1>\n<p class=\"lead\">{}</p>\n", w.home_lead);
    body += &format!("<p class=\"base\" hidden>{} {}</p>\n", w.home_address, html::code(example::BASE));
    body += &format!("<p><a class=\"button primary\" href=\"{}\">{}</a></p>\n", voice.page("first-call"), w.home_begin);
    body += &format!("<h2>{}</h2>\n<ul class=\"guides\">\n", w.guides);
    body += &guides.iter().map(|guide| guide.card(voice)).collect::<String>();
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

fn title_of(voice: &Voice, tag: &str) -> String {
    if let Some(title) = words::tag_title(tag, voice.lang) {
        return title.to_owned();
    }
    let mut letters = tag.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}
