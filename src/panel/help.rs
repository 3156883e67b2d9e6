//! Which page of the manual explains which page of the panel: the one table of it, from which the frame makes its link.

use document::MANUAL;
use i18n::Lang;

/// Where the page of the panel at a path is explained; the manual's first page where nothing is said of it.
pub fn address(lang: Lang, path: &str) -> String {
    let words: Vec<&str> =
        path.split(['?', '#']).next().unwrap_or_default().split('/').filter(|word| !word.is_empty()).collect();
    page(lang, subject(&words))
}

/// Where a subject is explained.
pub fn page(lang: Lang, subject: &str) -> String {
    let page = format!("{}/{subject}", lang.tag());
    match MANUAL.iter().find(|known| known.path == page) {
        Some(page) => format!("/help/{}", page.path),
        None => format!("/help/{}", lang.tag()),
    }
}

/// The subject of a page of the panel, by the words of its path.
fn subject<'a>(words: &[&'a str]) -> &'a str {
    match words {
        [] | ["board", ..] => "board",
        ["setup" | "start", ..] => "first-steps",
        ["kitchen", ..] => "kitchen",
        ["orders", ..] => "orders",
        ["reports", ..] => "reports",
        // Each platform has a page under its own key.
        ["restaurants", _, "integrations", platform, ..] => platform,
        ["restaurants" | "businesses", ..] => "restaurants",
        ["webhooks" | "deliveries", ..] => "webhooks",
        ["keys", ..] => "till",
        ["login" | "me" | "users" | "audit", ..] => "users",
        ["settings", "heartbeat", ..] => "heartbeat",
        ["settings", ..] => "settings",
        ["status", ..] => "trouble",
        ["backups", ..] => "backup",
        ["trust", ..] => "network",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Provider;

    #[test]
    fn a_page_is_explained_in_its_readers_language_and_what_nobody_explains_by_the_first_page() {
        for (path, page) in [
            ("/", "/help/tr/board"),
            ("/?restaurant=1", "/help/tr/board"),
            ("/orders/1/cancel", "/help/tr/orders"),
            ("/restaurants/1", "/help/tr/restaurants"),
            ("/restaurants/1/integrations/nobody", "/help/tr"),
            ("/nothing", "/help/tr"),
        ] {
            assert_eq!(address(Lang::Tr, path), page, "{path}");
        }
        for provider in Provider::ALL {
            let path = format!("/restaurants/1/integrations/{provider}/rotate");
            assert_eq!(address(Lang::En, &path), format!("/help/en/{provider}"));
        }
    }
}
