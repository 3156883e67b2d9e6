//! `Query`: names and values of a query string, or of a form that was posted.
//!
//! Made by `Call::query` and `Call::form`. It decodes; what a value means is the handler's to say.

use crate::model::{Failure, Why};
use percent_encoding::percent_decode;
use std::borrow::Cow;

#[derive(Debug)]
pub struct Query<'a> {
    pairs: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

impl<'a> Query<'a> {
    /// Bytes that are no UTF-8 are refused: a filter that silently means something else shows the wrong orders.
    pub fn parse(text: &'a str) -> Result<Query<'a>, Failure> {
        let mut pairs = Vec::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let unreadable = || Failure::unreadable(name.to_owned(), Why::WrongType(Cow::Borrowed("text")));
            let name = decode(name).ok_or_else(unreadable)?;
            pairs.push((name, decode(value).ok_or_else(unreadable)?));
        }
        Ok(Query { pairs })
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
    use crate::model::Code;

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
    fn bytes_that_are_no_text_are_refused_by_name() {
        let refused = Query::parse("limit=5&provider=%FF").unwrap_err();
        assert_eq!((refused.code, refused.field.as_deref()), (Code::InvalidParameter, Some("provider")));
    }
}
