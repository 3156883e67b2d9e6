//! How requests and answers travel: each is a line of JSON, and the program's first line says its version.

use super::request::ControlReply;
use crate::model::Lang;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;
use std::io;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};

pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What the program says first.
#[derive(Serialize, Deserialize)]
pub struct Greeting {
    pub garson: String,
}

/// What the caller says, once.
#[derive(Serialize, Deserialize)]
pub struct ControlCall {
    /// The caller's version.
    pub garson: String,
    /// What the user reads.
    #[serde(default)]
    pub lang: Lang,
    pub request: Box<RawValue>,
}

/// What the program says then: how far it is, and in the end one of the others.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ControlFrame {
    Progress(f64),
    /// So many bytes follow the line, as they are.
    Bytes(u32),
    Reply(ControlReply),
    Refused(String),
}

/// Bytes as they are, behind a line that says how many.
pub async fn send_bytes(stream: &mut (impl AsyncWrite + Unpin), bytes: &[u8]) -> io::Result<()> {
    let count = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    send(stream, &ControlFrame::Bytes(count)).await?;
    stream.write_all(bytes).await?;
    stream.flush().await
}

pub async fn receive_bytes(stream: &mut (impl AsyncBufRead + Unpin), count: u32) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(count.into()).read_to_end(&mut bytes).await?;
    match bytes.len() == count as usize {
        true => Ok(bytes),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

pub async fn send(stream: &mut (impl AsyncWrite + Unpin), value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    stream.write_all(&line).await?;
    stream.flush().await
}

/// The next line; one that is longer than `most` bytes, or is cut off, is an error.
pub async fn receive(stream: &mut (impl AsyncBufRead + Unpin), most: u64) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    stream.take(most).read_until(b'\n', &mut line).await?;
    match line.pop() {
        Some(b'\n') => Ok(line),
        _ => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

pub fn read<T: DeserializeOwned>(line: &[u8]) -> io::Result<T> {
    Ok(serde_json::from_slice(line)?)
}
