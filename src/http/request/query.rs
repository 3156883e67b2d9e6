//! `Query`: names and values of a query string, or of a form that was posted.
//!
//! Made by `Call::query` and `Call::form`. It decodes; what a value means is the handler's to say.

use model::{Failure, FieldPlace, Why, nearest};
use percent_encoding::percent_decode;
use std::borrow::Cow;

#[derive(Debug, Default)]
pub struct Query<'a> {
    pairs: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

impl<'a> Query<'a> {
    /// Bytes that are no UTF-8 are refused: a filter that silently means something else shows the wrong orders.
    pub fn parse(text: &'a str) -> Result<Query<'a>, Failure> {
        let mut pairs = Vec::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let unreadable = || Failure::unreadable(name.to_owned(), Why::NotText);
            let name = decode(name).ok_or_else(unreadable)?;
            pairs.push((name, decode(value).ok_or_else(unreadable)?));
        }
        Ok(Query { pairs })
    }

    /// For keeping beside what it was read from.
    pub fn into_owned(self) -> Query<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Query { pairs: self.pairs.into_iter().map(|(name, value)| (owned(name), owned(value))).collect() }
    }

    /// The value of a parameter that may be given once.
    pub fn one(&self, name: &str) -> Result<Option<&str>, Failure> {
        let mut values = self.values(name);
        let first = values.next();
        match values.next() {
            None => Ok(first),
            Some(_) => Err(Failure::unreadable(name.to_owned(), Why::GivenTwice)),
        }
    }

    /// The values of a parameter that may be repeated, in the order they were given.
    pub fn many(&self, name: &str) -> Vec<&str> {
        self.values(name).collect()
    }

    fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.pairs.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_ref())
    }
}

/// What of a name is said back.
const SAID_BACK: usize = 60;

/// Refuses a query that has a name beside those that its operation knows: a filter that is spelled wrong would show
/// everything. Names that begin with `_` are for caches and the like, and always let through.
pub(crate) fn check_names(text: &str, known: &[&str]) -> Result<(), Failure> {
    for pair in text.split('&') {
        let written = pair.split_once('=').map_or(pair, |(name, _)| name);
        // Nearly always as it is, without decoding.
        if written.is_empty() || known.contains(&written) {
            continue;
        }
        let name = decode(written).unwrap_or(Cow::Borrowed(written));
        if name.starts_with('_') || known.contains(&name.as_ref()) {
            continue;
        }
        let is_printable = !name.chars().any(char::is_control);
        let field: String = if is_printable { name.as_ref() } else { written }.chars().take(SAID_BACK).collect();
        let nearest = nearest(&name, known).map(str::to_owned);
        let why = Why::UnknownParameter { nearest, known: known.join(", ") };
        return Err(Failure::invalid(field, why).of(FieldPlace::Query));
    }
    Ok(())
}

fn decode(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains(['%', '+']) {
        return Some(Cow::Borrowed(text));
    }
    let spaced = text.replace('+', " ");
    let decoded = percent_decode(spaced.as_bytes()).decode_utf8().ok()?;
    Some(Cow::Owned(decoded.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Code;

    #[test]
    fn values_are_decoded_and_a_doubled_one_is_refused() {
        let query = Query::parse("limit=5&status=400&status=500&&a+b=%C5%9F+x&empty=&bare&pct=100%").unwrap();
        assert_eq!(query.one("limit").unwrap(), Some("5"));
        assert_eq!(query.one("absent").unwrap(), None);
        assert_eq!(query.one("a b").unwrap(), Some("ş x"));
        assert_eq!(query.one("empty").unwrap(), Some(""));
        assert_eq!(query.one("bare").unwrap(), Some(""));
        assert_eq!(query.one("pct").unwrap(), Some("100%"));
        assert_eq!(query.many("status"), ["400", "500"]);
        let twice = query.one("status").unwrap_err();
        assert_eq!((twice.code, twice.field.as_deref()), (Code::InvalidParameter, Some("status")));
        assert_eq!(twice.why, Some(Why::GivenTwice));
    }

    #[test]
    fn a_name_that_is_not_known_is_refused_with_the_nearest() {
        let known = ["limit", "restaurantId"];
        for query in ["", "&&", "=", "limit=5&restaurantId=x&limit", "_=1&_ts=%FF&%5Fx", "li%6Dit=5"] {
            assert_eq!(check_names(query, &known), Ok(()), "{query}");
        }
        let refused = |query: &str| {
            let failure = check_names(query, &known).unwrap_err();
            assert_eq!(failure.code, Code::ValidationFailed);
            let Some(Why::UnknownParameter { nearest, known }) = failure.why.clone() else { panic!("{failure:?}") };
            assert_eq!((known.as_str(), failure.to_string().as_str()), ("limit, restaurantId", "validation_failed"));
            (failure.field.as_deref().unwrap().to_owned(), nearest)
        };
        assert_eq!(refused("limit=1&restaurantid=x"), ("restaurantid".into(), Some("restaurantId".into())));
        assert_eq!(refused("a+b=x"), ("a b".into(), None));
        assert_eq!(refused("a%0Ab"), ("a%0Ab".into(), None));
        assert_eq!(refused("%FF=1"), ("%FF".into(), None));
        assert_eq!(refused(&"ş".repeat(3_000)), ("ş".repeat(SAID_BACK), None));
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_by_name() {
        let refused = Query::parse("limit=5&provider=%FF").unwrap_err();
        assert_eq!((refused.code, refused.field.as_deref()), (Code::InvalidParameter, Some("provider")));
    }
}
