//! An article of a book: a file of Markdown that begins with its title.

use super::html::{bare, escaped};
use super::markdown::{blocks, line};
use super::{frame::PageText, voice::Voice};
use std::{fs, path::Path};

pub struct Article {
    pub slug: &'static str,
    pub title: String,
    /// Its first paragraph.
    pub lead: String,
    pub body: String,
}

impl Article {
    /// A line of its own such as `{{errors}}` stands for what `made` makes of that word.
    pub fn read(
        voice: &Voice,
        folder: &Path,
        slug: &'static str,
        made: impl Fn(&str) -> Result<String, String>,
    ) -> Result<Article, String> {
        let text = read(&folder.join(voice.lang.tag()).join(format!("{slug}.md")))?;
        let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let title = title.strip_prefix("# ").ok_or_else(|| format!("{slug}.md does not begin with its title"))?;
        let mut body = format!("<h1>{}</h1>\n", line(voice, title));
        let mut lines = Vec::new();
        for one in rest.lines() {
            match one.strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}")) {
                Some(part) => {
                    body += &blocks(voice, &lines.join("\n"));
                    lines.clear();
                    body += &made(part)?;
                }
                None => lines.push(one),
            }
        }
        body += &blocks(voice, &lines.join("\n"));
        let lead = rest.trim_start().lines().next().unwrap_or_default();
        Ok(Article { slug, title: title.to_owned(), lead: line(voice, lead), body })
    }

    pub fn page(&self) -> PageText {
        let (slug, title) = (self.slug.to_owned(), self.title.clone());
        PageText { slug, title, parts: headings(&self.body), body: self.body.clone() }
    }

    /// As the first page of a book shows it.
    pub fn card(&self, voice: &Voice) -> String {
        let (place, title) = (voice.page(self.slug), escaped(&self.title));
        let lead = escaped(&bare(&self.lead));
        format!("<li><a href=\"{place}\"><b>{title}</b> <span>{lead}</span></a></li>\n")
    }
}

/// The second headings of an article: anchors and titles.
fn headings(body: &str) -> Vec<(String, String)> {
    let found = body.split("<h2 id=\"").skip(1).filter_map(|rest| {
        let (id, rest) = rest.split_once("\">")?;
        Some((id.to_owned(), rest.split(" <a class=\"anchor\"").next()?.to_owned()))
    });
    found.collect()
}

pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}
