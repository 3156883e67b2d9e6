//! `HeldBody`: an answer's body with what is held until hyper has taken all of it.

use super::patient_stream::Connection;
use crate::model::QuotaPlace;
use hyper::body::{Body, Frame, SizeHint};
use std::{
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

pub struct HeldBody<B> {
    body: B,
    page_of: Option<Arc<Connection>>,
    _place: Option<QuotaPlace<IpAddr>>,
}

impl<B> HeldBody<B> {
    /// With a page's connection, which may give way once this is sent, and one of the requests that a visitor behind a
    /// proxy may have under way.
    pub fn new(body: B, page_of: Option<Arc<Connection>>, place: Option<QuotaPlace<IpAddr>>) -> HeldBody<B> {
        HeldBody { body, page_of, _place: place }
    }
}

impl<B: Body + Unpin> Body for HeldBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<B> Drop for HeldBody<B> {
    fn drop(&mut self) {
        if let Some(connection) = &self.page_of {
            connection.rest_after_page();
        }
    }
}
