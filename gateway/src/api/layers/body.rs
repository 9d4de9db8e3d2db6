//! Reading a request's body to its end after the answer is known.
//!
//! An upload that is refused is answered while its file is still on the way. A server that closes
//! the connection then resets it: the client fails in the middle of sending, or with its next
//! request, and may never see the answer (RFC 9112, section 9.6). So the rest is read and
//! discarded, within bounds, and takes no turn.

use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::header;
use http_body_util::BodyExt;
use hyper::body::{Frame, SizeHint};
use tokio::runtime::Handle;
use tokio::time::{Instant, timeout_at};

/// How much of an unread body is still read, and until when.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest {
    pub(super) bytes_max: usize,
    pub(super) until: Instant,
}

/// Reads the rest of the request's body when its handler drops it early.
pub(super) fn read_to_end(request: Request, rest: Rest) -> Request {
    let (parts, body) = request.into_parts();
    let awaits_a_sign = parts.headers.contains_key(header::EXPECT);
    let body = WholeBody {
        body,
        rest,
        is_coming: !awaits_a_sign,
        has_ended: false,
    };
    Request::from_parts(parts, Body::new(body))
}

struct WholeBody {
    body: Body,
    rest: Rest,
    /// A client that awaits "100 Continue" sends nothing before the server reads.
    is_coming: bool,
    has_ended: bool,
}

impl HttpBody for WholeBody {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let this = self.get_mut();
        this.is_coming = true;
        let frame = Pin::new(&mut this.body).poll_frame(context);
        this.has_ended = matches!(frame, Poll::Ready(None | Some(Err(_))));
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for WholeBody {
    fn drop(&mut self) {
        if self.has_ended || !self.is_coming || self.body.is_end_stream() {
            return;
        }
        let Ok(runtime) = Handle::try_current() else {
            return;
        };
        let body = mem::take(&mut self.body);
        let Rest { bytes_max, until } = self.rest;
        // Where a bound is met, the body is dropped, and the connection is closed.
        runtime.spawn(timeout_at(until, read(body, bytes_max)));
    }
}

async fn read(mut body: Body, mut left: usize) {
    while let Some(Ok(frame)) = body.frame().await {
        let length = frame.data_ref().map_or(0, Bytes::len);
        let Some(rest) = left.checked_sub(length) else {
            return;
        };
        left = rest;
    }
}
