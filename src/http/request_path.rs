//! `RequestPath`: the path of a request as it was sent, with its query.
//!
//! The call has it, and so has whoever shows that call's failure. Nothing in it is decoded.

use std::{convert::Infallible, sync::Arc};
use warp::{Filter, path::FullPath};

#[derive(Clone)]
pub struct RequestPath {
    text: Arc<str>,
    path_length: usize,
}

pub(super) fn filter() -> impl Filter<Extract = (RequestPath,), Error = Infallible> + Copy {
    let query = warp::query::raw().map(Some).or(warp::any().map(|| None)).unify();
    warp::path::full().and(query).map(RequestPath::new)
}

impl RequestPath {
    fn new(path: FullPath, query: Option<String>) -> RequestPath {
        let path = path.as_str();
        let text = match query {
            None => path.into(),
            Some(query) => [path, "?", &query].concat().into(),
        };
        RequestPath { text, path_length: path.len() }
    }

    pub fn path(&self) -> &str {
        &self.text[..self.path_length]
    }

    /// Empty where none was sent.
    pub fn query(&self) -> &str {
        self.text.get(self.path_length + 1..).unwrap_or_default()
    }

    /// Both, as they were sent.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}
