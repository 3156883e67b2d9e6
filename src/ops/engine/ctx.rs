//! `Ctx`: who asks for something and what they may see, and the write whose answer is kept for a repetition of the request.

use crate::{AppState, Recorder};
use model::{Access, Actor, Failure, Lang, Receipt, ReceiptSlot, Refusal, Result, Sealed};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{Sealer, Tx, Written};

/// Who asks for something, in which language, and where the answer is kept for a repetition.
#[derive(Clone)]
pub struct Ctx {
    pub app: Arc<AppState>,
    pub actor: Actor,
    pub access: Access,
    pub lang: Lang,
    /// The address that it is asked for from.
    pub(crate) from: Option<String>,
    pub(crate) receipt: Option<Arc<ReceiptDraft>>,
}

/// Where the answer to a request is kept, and whether it is there yet.
pub(crate) struct ReceiptDraft {
    pub slot: ReceiptSlot,
    pub is_kept: AtomicBool,
    /// It was there before this request came.
    pub is_replayed: Arc<AtomicBool>,
}

/// An answer that can be stored: what the operation returned, or why it refused.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReceiptAnswer<T> {
    Done(T),
    Refused(Refusal),
}

impl<T> ReceiptAnswer<T> {
    pub fn result(self) -> Result<T> {
        match self {
            ReceiptAnswer::Done(result) => Ok(result),
            ReceiptAnswer::Refused(refusal) => Err(refusal.into()),
        }
    }

    pub fn sealed(&self, sealer: &Sealer) -> Result<Sealed>
    where
        T: Serialize,
    {
        sealer.seal("receipt", &serde_json::to_vec(self).map_err(Failure::fault)?)
    }
}

impl Ctx {
    /// An actor who may do and see everything.
    pub fn new(app: Arc<AppState>, actor: Actor, lang: Lang) -> Ctx {
        Ctx { app, actor, access: Access::FULL, lang, from: None, receipt: None }
    }

    pub fn limited_to(self, access: Access) -> Ctx {
        Ctx { access, ..self }
    }

    /// With the address that it is asked for from.
    pub fn from(self, address: impl ToString) -> Ctx {
        Ctx { from: Some(address.to_string()), ..self }
    }

    /// The user at the machine, who typed a command.
    pub fn command_line(app: Arc<AppState>) -> Ctx {
        Ctx::new(app, Actor::CommandLine, Lang::En)
    }

    /// Puts on record what this one does.
    pub fn recorder(&self) -> Recorder {
        Recorder::new(&self.app, self.actor.clone(), self.from.clone())
    }

    /// The program itself acts.
    pub fn system(app: Arc<AppState>) -> Ctx {
        Ctx::new(app, Actor::System, Lang::En)
    }

    /// Runs a write job; its result is kept in the same transaction where the caller sent an Idempotency-Key.
    pub async fn write<T, F>(&self, mut job: F) -> Result<T>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T> + Send + 'static,
        T: Serialize + Send + 'static,
    {
        self.answered(self.write_with_receipt(move |tx| job(tx).map(ReceiptAnswer::Done))).await
    }

    /// Runs a write job that puts on record what this one does.
    pub(crate) async fn write_on_record<T, F>(&self, mut job: F) -> Result<T>
    where
        F: FnMut(&mut Tx<'_>, &Recorder) -> Result<T> + Send + 'static,
        T: Serialize + Send + 'static,
    {
        let recorder = self.recorder();
        self.write(move |tx| job(tx, &recorder)).await
    }

    /// As `write_on_record`, for what can wait: it is refused while the disk is short of room. What ends, removes or closes
    /// something goes on then.
    pub(crate) async fn write_with_room<T, F>(&self, job: F) -> Result<T>
    where
        F: FnMut(&mut Tx<'_>, &Recorder) -> Result<T> + Send + 'static,
        T: Serialize + Send + 'static,
    {
        self.app.store.has_room()?;
        self.write_on_record(job).await
    }

    /// Runs a write job that may refuse and have changed something all the same: then the refusal is kept.
    pub(crate) async fn write_answer<T, F>(&self, job: F) -> Result<T>
    where
        F: FnMut(&mut Tx<'_>) -> Result<ReceiptAnswer<T>> + Send + 'static,
        T: Serialize + Send + 'static,
    {
        self.answered(self.write_with_receipt(job)).await
    }

    /// The answer, and how many bytes of it were kept.
    fn write_with_receipt<T, F>(&self, mut job: F) -> Written<(ReceiptAnswer<T>, usize)>
    where
        F: FnMut(&mut Tx<'_>) -> Result<ReceiptAnswer<T>> + Send + 'static,
        T: Serialize + Send + 'static,
    {
        let receipt = self.receipt.as_ref().map(|receipt| (receipt.clone(), self.app.store.sealer().clone()));
        self.app.store.write(move |tx| {
            let answer = job(tx)?;
            let Some((receipt, sealer)) = &receipt else { return Ok((answer, 0)) };
            let sealed = answer.sealed(sealer)?;
            let bytes = sealed.0.len();
            put_receipt(tx, &receipt.slot, sealed)?;
            Ok((answer, bytes))
        })
    }

    async fn answered<T: 'static>(&self, written: Written<(ReceiptAnswer<T>, usize)>) -> Result<T> {
        let (answer, bytes) = written.await?;
        if let Some(receipt) = &self.receipt {
            self.app.keyring.note_kept(receipt.slot.key_id, bytes);
            receipt.is_kept.store(true, Ordering::Relaxed);
        }
        answer.result()
    }
}

pub(crate) fn put_receipt(tx: &mut Tx<'_>, slot: &ReceiptSlot, outcome: Sealed) -> Result<()> {
    tx.put_receipt(slot, &Receipt { request: slot.request, at: tx.now, outcome })
}
