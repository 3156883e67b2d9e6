//! `HeldBody`: an answer's body with what is held until the client has all of it: in HTTP/1.1 until hyper has taken it, which
//! takes no more than it can write; in HTTP/2, where hyper takes it all, until its last piece is gone.

use super::{patient_stream::Connection, streams::StreamHold};
use crate::model::QuotaPlace;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use std::{
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

pub struct HeldBody<B> {
    body: B,
    connection: Arc<Connection>,
    is_page: bool,
    _place: Option<QuotaPlace<IpAddr>>,
    hold: Option<StreamHold>,
}

impl<B> HeldBody<B> {
    /// With its connection, which rests once this is sent and after a page may give way then; with one of the requests that a
    /// visitor behind a proxy may have under way, or with what a request of HTTP/2 holds.
    pub fn new(
        body: B,
        connection: Arc<Connection>,
        is_page: bool,
        place: Option<QuotaPlace<IpAddr>>,
        hold: Option<StreamHold>,
    ) -> HeldBody<B> {
        HeldBody { body, connection, is_page, _place: place, hold }
    }

    /// Of a request that was not admitted.
    pub fn free(body: B, connection: Arc<Connection>) -> HeldBody<B> {
        HeldBody::new(body, connection, false, None, None)
    }
}

/// The last piece of an answer with what is held for it.
struct LastPiece {
    bytes: Bytes,
    _hold: StreamHold,
}

impl AsRef<[u8]> for LastPiece {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl<B: Body<Data = Bytes> + Unpin> Body for HeldBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let this = &mut *self;
        if let Some(hold) = &this.hold {
            // It asks for more only when the client has made room.
            hold.taken();
        }
        let frame = ready!(Pin::new(&mut this.body).poll_frame(cx));
        let Some(hold) = &this.hold else { return Poll::Ready(frame) };
        let bytes = match frame.map(|frame| frame.map(Frame::into_data)) {
            Some(Ok(Ok(bytes))) => bytes,
            Some(Ok(Err(other))) => return Poll::Ready(Some(Ok(other))),
            Some(Err(error)) => return Poll::Ready(Some(Err(error))),
            None => return Poll::Ready(None),
        };
        hold.handed_over(bytes.len());
        let bytes = match this.hold.take_if(|_| this.body.is_end_stream() && !bytes.is_empty()) {
            Some(_hold) => Bytes::from_owner(LastPiece { bytes, _hold }),
            None => bytes,
        };
        Poll::Ready(Some(Ok(Frame::data(bytes))))
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
        self.connection.rest(self.is_page);
    }
}
