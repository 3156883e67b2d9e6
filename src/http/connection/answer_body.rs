//! `AnswerBody`: an answer's body with what is held until hyper has taken all of it, which takes no more than it can write.

use crate::connection::patient_stream::Connection;
use hyper::body::{Body, Frame, SizeHint};
use model::QuotaPlace;
use std::task::{Context, Poll};
use std::{net::IpAddr, pin::Pin, sync::Arc};

pub struct AnswerBody<B> {
    body: B,
    connection: Arc<Connection>,
    is_page: bool,
    _place: Option<QuotaPlace<IpAddr>>,
}

impl<B> AnswerBody<B> {
    /// With its connection, which rests once this is sent and after a page may give way then; with one of the requests that a
    /// visitor behind a proxy may have under way.
    pub fn new(
        body: B,
        connection: Arc<Connection>,
        is_page: bool,
        place: Option<QuotaPlace<IpAddr>>,
    ) -> AnswerBody<B> {
        AnswerBody { body, connection, is_page, _place: place }
    }
}

impl<B: Body + Unpin> Body for AnswerBody<B> {
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

impl<B> Drop for AnswerBody<B> {
    fn drop(&mut self) {
        self.connection.rest(self.is_page);
    }
}
