//! The panel's own list of its routes: what holds for every page and form is tried on every one of them, also on those that
//! come one day.

use crate::harness::in_an_empty_app;
use garson::{
    http::{Door, Site},
    panel,
};

/// Method and pattern of every route: `("POST", "/orders/{orderId}/verify")`.
pub fn routes() -> Vec<(String, String)> {
    in_an_empty_app(|app| {
        let (_stop, stopped) = tokio::sync::watch::channel(false);
        let site = Site::new();
        site.mount(vec![Door::new("", panel::routes(app, stopped))]);
        site.routes().into_iter().map(|(method, path)| (method.to_string(), path)).collect()
    })
}

/// Events without an end, of which there is no whole answer.
pub fn is_endless(pattern: &str) -> bool {
    ["/live", "/bell"].contains(&pattern)
}

/// Whether a path is one of this pattern's.
pub fn fits(pattern: &str, path: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default();
    let (mut pattern, mut path) = (pattern.split('/'), path.split('/'));
    loop {
        match (pattern.next(), path.next()) {
            (None, None) => return true,
            (Some(word), Some(part)) if word == part || (word.starts_with('{') && !part.is_empty()) => {}
            _ => return false,
        }
    }
}
