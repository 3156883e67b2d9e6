//! `StrictLines`: a connection on which nothing but CR LF ends a line of a request's head. What follows another end is not
//! handed on.
//!
//! hyper takes a bare LF for the end of a line as well. What stands before us may not, and passes on as one header what would
//! be two here, and so as one request what would be two. `server` puts every connection into one, above the encryption. It
//! follows heads and bodies only to know which bytes are which; what is wrong with a request is hyper's to say.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// What takes the place of a bare LF and of all that follows it: it stands in no head, so hyper answers 400.
const NO_LINE: u8 = 0;
/// hyper has given a line up long before.
const LONGEST_LINE: usize = 64 << 10;

pub struct StrictLines<S> {
    stream: S,
    framing: Framing,
}

impl<S> StrictLines<S> {
    pub fn new(stream: S) -> StrictLines<S> {
        StrictLines { stream, framing: Framing::default() }
    }
}

/// Where in its requests a connection stands.
#[derive(Default)]
struct Framing {
    part: Part,
    /// The beginning of a line whose end has not come.
    begun: Vec<u8>,
    /// What the head that is being read says of its body.
    body: BodyLength,
    /// A line of the head has come.
    is_in_head: bool,
}

#[derive(Clone, Copy, Default)]
enum Part {
    #[default]
    Head,
    /// So many bytes, and what follows them.
    Body {
        left: u64,
        is_chunk: bool,
    },
    ChunkSize,
    Trailers,
    /// The connection ends with what came: hyper reads nothing of what is sent after it.
    Broken,
}

#[derive(Clone, Copy, Default)]
enum BodyLength {
    #[default]
    None,
    Bytes(u64),
    Chunked,
}

impl Framing {
    fn follow(&mut self, mut bytes: &mut [u8]) {
        while !bytes.is_empty() {
            let length = match self.part {
                Part::Broken => return bytes.fill(NO_LINE),
                Part::Body { left, is_chunk } => self.pass(left, is_chunk, bytes.len()),
                Part::Head | Part::ChunkSize | Part::Trailers => self.take_line(bytes),
            };
            bytes = &mut bytes[length..];
        }
    }

    /// Bytes that may be any; how many of these are.
    fn pass(&mut self, left: u64, is_chunk: bool, there: usize) -> usize {
        let passed = usize::try_from(left).unwrap_or(usize::MAX).min(there);
        self.part = match (left - passed as u64, is_chunk) {
            (0, false) => Part::Head,
            (0, true) => Part::ChunkSize,
            (left, is_chunk) => Part::Body { left, is_chunk },
        };
        passed
    }

    /// A line, or as much of one as has come; how long that is.
    fn take_line(&mut self, bytes: &mut [u8]) -> usize {
        let end = memchr::memchr(b'\n', bytes);
        // Nearly all of them are headers that came in one piece and say nothing of a body.
        if let (Part::Head, Some(end)) = (self.part, end)
            && end > 1
            && bytes[end - 1] == b'\r'
            && !matches!(bytes[0], b'c' | b'C' | b't' | b'T')
            && self.begun.is_empty()
        {
            self.is_in_head = true;
            return end + 1;
        }
        let (length, is_whole) = end.map_or((bytes.len(), false), |end| (end + 1, true));
        let line = &bytes[..length];
        if !is_whole || !self.begun.is_empty() {
            self.begun.extend_from_slice(line);
        }
        if !is_whole {
            if self.begun.len() > LONGEST_LINE {
                self.part = Part::Broken;
            }
            return length;
        }
        let begun = std::mem::take(&mut self.begun);
        let line = if begun.is_empty() { line } else { &begun };
        match line.strip_suffix(b"\r\n") {
            Some(text) => self.part = self.after(text),
            None => {
                // hyper refuses it where a chunk begins, and would read over what takes its place there.
                if !matches!(self.part, Part::ChunkSize) {
                    bytes[length - 1] = NO_LINE;
                }
                self.part = Part::Broken;
            }
        }
        length
    }

    /// What comes after a line.
    fn after(&mut self, text: &[u8]) -> Part {
        match self.part {
            Part::ChunkSize => match chunk_size(text) {
                Some(0) => Part::Trailers,
                // Each chunk ends with a line of its own.
                Some(size) => Part::Body { left: size.saturating_add(2), is_chunk: true },
                None => Part::Broken,
            },
            Part::Trailers if text.is_empty() => Part::Head,
            Part::Head if text.is_empty() && self.is_in_head => {
                self.is_in_head = false;
                match std::mem::take(&mut self.body) {
                    BodyLength::None | BodyLength::Bytes(0) => Part::Head,
                    BodyLength::Bytes(left) => Part::Body { left, is_chunk: false },
                    BodyLength::Chunked => Part::ChunkSize,
                }
            }
            Part::Head if !text.is_empty() => {
                self.is_in_head = true;
                self.note_body(text);
                Part::Head
            }
            part => part,
        }
    }

    /// Where both are said, chunks count, as for hyper.
    fn note_body(&mut self, line: &[u8]) {
        match line[0] {
            b'c' | b'C' => {
                let value = value_of(line, "content-length").filter(|_| !matches!(self.body, BodyLength::Chunked));
                let text = value.and_then(|value| std::str::from_utf8(value).ok());
                if let Some(bytes) = text.and_then(|text| text.trim().parse().ok()) {
                    self.body = BodyLength::Bytes(bytes);
                }
            }
            b't' | b'T' if value_of(line, "transfer-encoding").is_some() => self.body = BodyLength::Chunked,
            _ => {}
        }
    }
}

/// The value of a header, where it has this name.
fn value_of<'a>(line: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let (given, value) = line.split_at_checked(name.len())?;
    given.eq_ignore_ascii_case(name.as_bytes()).then(|| value.strip_prefix(b":"))?
}

/// Its digits, without what may stand behind them.
fn chunk_size(line: &[u8]) -> Option<u64> {
    let digits = line.split(|byte| !byte.is_ascii_hexdigit()).next()?;
    u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

impl<S: AsyncRead + Unpin> AsyncRead for StrictLines<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
        self.framing.follow(&mut buf.filled_mut()[before..]);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for StrictLines<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is handed on of a connection, however it comes in pieces.
    fn handed_on(sent: &str) -> String {
        let whole = |size: usize| {
            let mut framing = Framing::default();
            let mut bytes = sent.as_bytes().to_vec();
            bytes.chunks_mut(size).for_each(|piece| framing.follow(piece));
            String::from_utf8(bytes).unwrap()
        };
        let once = whole(sent.len());
        (1..sent.len()).for_each(|size| assert_eq!(whole(size), once, "in pieces of {size}: {sent:?}"));
        once
    }

    #[test]
    fn only_a_bare_line_feed_in_a_head_is_taken_out() {
        const GET: &str = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        let post = "POST / HTTP/1.1\r\ncontent-LENGTH: 9 \r\n\r\na\nb\n\nc\nde";
        let chunked = format!(
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5;x=1\r\na\nb\nc\r\nA\r\n{}\r\n0\r\nx: y\r\n\r\n",
            "\n".repeat(10)
        );
        let both = "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n\n\n\n\r\n0\r\n\r\n";
        let broken_off = |sent: &str, kept: &str| format!("{kept}{}", "\0".repeat(sent.len() - kept.len()));
        for fine in [GET, post, &chunked, both, "\r\n\r\nGET / HTTP/1.1\r\n\r\n"] {
            assert_eq!(handed_on(fine), fine);
            // And whatever came before, the next head is one.
            let kept = format!("{fine}GET / HTTP/1.1\r\nA: b");
            let odd = format!("{kept}\nTransfer-Encoding: chunked\r\n\r\n{GET}");
            assert_eq!(handed_on(&odd), broken_off(&odd, &kept), "{fine:?}");
        }
        let [trailer, extension, size] =
            ["\r\nx: y", ";\n", "\n"].map(|end| format!("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0{end}"));
        let table: [(&str, &str); 6] = [
            ("GET / HTTP/1.1", "\nHost: a\r\n\r\n"),
            ("GET / HTTP/1.1\r\nHost: a\r\n", "\n"),
            ("", "\nGET / HTTP/1.1\r\n\r\n"),
            (&trailer, "\n\r\n"),
            // hyper gives up at this line feed, and at no zero in its place.
            (&extension, "x\r\n\r\nGET / HTTP/1.1\nHost: a\n\n"),
            (&size, "\r\nGET / HTTP/1.1\nHost: a\n\n"),
        ];
        for (kept, rest) in table {
            let odd = format!("{kept}{rest}");
            assert_eq!(handed_on(&odd), broken_off(&odd, kept));
        }
    }
}
