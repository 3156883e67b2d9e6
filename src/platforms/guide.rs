//! `PlatformGuide`: the steps by which an owner connects a platform, read out of its page of the manual (`packaging/manual`). The
//! text is there and nowhere else; the panel shows it before it asks for credentials.

use model::{Bilingual, Lang};

/// How the heading of the steps ends.
const STEPS: &str = "{#steps}";

/// Steps in their order, each in pieces as they are written.
pub struct PlatformGuide {
    pub steps: Vec<Vec<GuidePiece>>,
    /// A letter to the platform that only has to be copied. It is in Turkish: so are those who read it.
    pub letter: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum GuidePiece {
    Plain(String),
    Strong(String),
    /// Word by word, as it is called elsewhere.
    Code(String),
    /// A text, and where it leads.
    Link(String, String),
}

impl PlatformGuide {
    /// Of a page of Markdown in both languages.
    pub fn of(page: &Bilingual, lang: Lang) -> PlatformGuide {
        let section = page.in_lang(lang).lines().skip_while(|line| !line.ends_with(STEPS)).skip(1);
        let mut steps: Vec<String> = Vec::new();
        for line in section.take_while(|line| !line.starts_with("## ")) {
            let numbered = line.split_once(". ").filter(|(number, _)| number.parse::<u8>().is_ok());
            match (numbered, steps.last_mut()) {
                (Some((_, text)), _) => steps.push(text.to_owned()),
                // What goes on under a number is set in.
                (None, Some(step)) if line.starts_with("   ") => {
                    step.push(' ');
                    step.push_str(line.trim());
                }
                _ => {}
            }
        }
        PlatformGuide { steps: steps.iter().map(|step| pieces(step)).collect(), letter: letter(page.in_lang(Lang::Tr)) }
    }
}

/// The first quotation of a page.
fn letter(page: &str) -> Option<String> {
    let quoted = page.lines().skip_while(|line| !line.starts_with('>')).take_while(|line| line.starts_with('>'));
    let mut text = String::new();
    for line in quoted.map(|line| line.trim_start_matches('>').trim()) {
        // Lines are broken where the page is narrow; a new paragraph, a number or a greeting begins a line.
        let begins = text.is_empty() || text.ends_with('\n') || line.is_empty();
        if !begins && !line.starts_with(|first: char| first.is_ascii_digit() || first == '[') {
            text.push(' ');
        } else if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    (!text.is_empty()).then_some(text)
}

fn pieces(text: &str) -> Vec<GuidePiece> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let (piece, left) = marked(rest).unwrap_or_else(|| {
            // Up to the next mark; one that marks nothing is a letter like any other.
            let end = rest.char_indices().skip(1).find(|(_, letter)| "*`[".contains(*letter));
            let (plain, left) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
            (GuidePiece::Plain(plain.to_owned()), left)
        });
        rest = left;
        match (piece, pieces.last_mut()) {
            (GuidePiece::Plain(more), Some(GuidePiece::Plain(before))) => before.push_str(&more),
            (piece, _) => pieces.push(piece),
        }
    }
    pieces
}

/// What a text begins with, if that is marked, and what follows it.
fn marked(text: &str) -> Option<(GuidePiece, &str)> {
    if let Some((strong, left)) = text.strip_prefix("**").and_then(|rest| rest.split_once("**")) {
        return Some((GuidePiece::Strong(strong.to_owned()), left));
    }
    if let Some((code, left)) = text.strip_prefix('`').and_then(|rest| rest.split_once('`')) {
        return Some((GuidePiece::Code(code.to_owned()), left));
    }
    let (shown, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (url, left) = rest.split_once(')')?;
    Some((GuidePiece::Link(shown.to_owned(), url.to_owned()), left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts;
    use model::Provider;

    #[test]
    fn a_step_is_taken_apart_by_its_marks() {
        let page = "# X\n\n## Adımlar {#steps}\n\n1. Önce **bunu**,\n   sonra `şunu` yapın.\n2. [Burası](https://a.example) * yıldız\n\n## Son\n\n3. değil\n";
        let page = Bilingual::fixed(page, "# X\n\n## Letter\n\n1. no step\n");
        let guide = PlatformGuide::of(&page, Lang::Tr);
        let plain = |text: &str| GuidePiece::Plain(text.to_owned());
        assert_eq!(
            guide.steps,
            [
                vec![
                    plain("Önce "),
                    GuidePiece::Strong("bunu".into()),
                    plain(", sonra "),
                    GuidePiece::Code("şunu".into()),
                    plain(" yapın.")
                ],
                vec![GuidePiece::Link("Burası".into(), "https://a.example".into()), plain(" * yıldız")],
            ]
        );
        assert!(guide.letter.is_none() && PlatformGuide::of(&page, Lang::En).steps.is_empty());
    }

    #[test]
    fn a_letter_keeps_its_paragraphs_and_no_other_breaks() {
        let letter = "> Konu: a\n>\n> Merhaba,\n>\n> bir\n> iki\n>\n> 1. x\n>    y\n> 2. z\n";
        let page = Bilingual::fixed(letter, "# X\n");
        assert_eq!(
            PlatformGuide::of(&page, Lang::En).letter.unwrap(),
            "Konu: a\n\nMerhaba,\n\nbir iki\n\n1. x y\n2. z"
        );
    }

    #[test]
    fn every_platform_leads_by_as_many_steps_in_both_languages_and_links_only_to_what_is_encrypted() {
        for provider in Provider::ALL {
            let [tr, en] = [Lang::Tr, Lang::En].map(|lang| PlatformGuide::of(&facts(provider).guide, lang));
            assert!(tr.steps.len() >= 3, "{provider} has {} steps", tr.steps.len());
            assert_eq!(tr.steps.len(), en.steps.len(), "{provider}");
            for piece in tr.steps.iter().chain(&en.steps).flatten() {
                if let GuidePiece::Link(_, url) = piece {
                    assert!(url.starts_with("https://"), "{provider}: {url}");
                }
            }
        }
    }
}
