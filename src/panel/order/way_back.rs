//! The way back from an order: to the page that the user came from, as they left it.

use crate::visit::{Visit, own_path};
use http::Query;
use i18n::{Lang, Spoken};
use model::{Failure, Id, url};

/// Where it leads, and what that page is called.
#[derive(Debug, PartialEq, Eq)]
pub struct WayBack {
    pub path: String,
    pub text: &'static str,
}

impl WayBack {
    /// What the address says, because the page was come back to after a press; else the page before this one; else the
    /// list of orders. Only pages of ours that lead to orders count, so that no link from elsewhere leads away.
    pub fn of(visit: &Visit) -> Result<WayBack, Failure> {
        WayBack::read(visit.lang, &visit.call.query()?, visit.path_before())
    }

    fn read(lang: Lang, query: &Query<'_>, before: Option<&str>) -> Result<WayBack, Failure> {
        let asked = query.one("back")?.map(|back| own_path(Some(back)));
        let known = |path: &str| title(lang, path).map(|text| WayBack { path: path.to_owned(), text });
        let found = asked.as_deref().and_then(known).or_else(|| known(before?));
        Ok(found.unwrap_or_else(|| WayBack { path: "/orders".to_owned(), text: lang.texts().orders_page.title }))
    }

    /// The order's own page, from which the way back is still known.
    pub fn through(&self, order: Id) -> String {
        format!("/orders/{order}?back={}", url::value(&self.path))
    }
}

fn title(lang: Lang, path: &str) -> Option<&'static str> {
    let t = lang.texts();
    match path.split(['?', '#']).next()? {
        "/" => Some(t.board_page.title),
        "/orders" => Some(t.orders_page.title),
        "/reports/pending" => Some(t.reports_page.pending),
        "/deliveries" => Some(t.deliveries_page.title),
        one if one.starts_with("/deliveries/") => Some(t.deliveries_page.one),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_leads_to_a_page_of_ours_as_it_was_left_and_nowhere_else() {
        let to = |query: &str, before: &str| {
            WayBack::read(Lang::En, &Query::parse(query).unwrap(), Some(before)).unwrap().path
        };
        assert_eq!(to("", "/?restaurant=1"), "/?restaurant=1");
        assert_eq!(to("", "/orders?status=open&q=ay%C5%9Fe"), "/orders?status=open&q=ay%C5%9Fe");
        assert_eq!(to("back=%2Forders%3Fstatus%3Dopen", "/"), "/orders?status=open");
        assert_eq!(to("", "/reports/pending?provider=getir"), "/reports/pending?provider=getir");
        for foreign in
            ["https://evil.example/", "//evil.example/orders", "/\\evil.example", "javascript:alert(1)", "/logout"]
        {
            assert_eq!(
                to(&format!("back={}", url::value(foreign)), "/settings"),
                if foreign == "/logout" { "/orders" } else { "/" }
            );
        }
        let way = WayBack::read(Lang::Tr, &Query::parse("").unwrap(), Some("/orders?q=a b")).unwrap();
        assert_eq!(way.text, "Siparişler");
        assert_eq!(WayBack::read(Lang::Tr, &Query::parse("").unwrap(), None).unwrap().path, "/orders");
        assert!(way.through(Id::NIL).ends_with("?back=%2Forders%3Fq%3Da%20b"), "{}", way.through(Id::NIL));
    }
}
