//! `once`: a request with an Idempotency-Key is carried out once, and its repetition gets the same answer.

use crate::engine::ctx::{ReceiptAnswer, ReceiptDraft, put_receipt};
use crate::{AppState, Ctx, engine::locks::LockGuard};
use model::{Code, Failure, FieldPlace, Id, ReceiptSlot, Result, Sealed, Sha};
use serde::{Serialize, de::DeserializeOwned};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{future::Future, sync::Arc};
use store::{Receipts, Store};

/// Runs `work`, or returns what it returned before, and then says so in the flag. A second request with the same key waits
/// for the first.
pub async fn once<T, F>(
    ctx: Ctx,
    slot: Option<(ReceiptSlot, Arc<AtomicBool>)>,
    work: impl FnOnce(Ctx) -> F,
) -> Result<T>
where
    T: Serialize + DeserializeOwned + Send + 'static,
    F: Future<Output = Result<T>> + Send + 'static,
{
    let Some((slot, is_replayed)) = slot else {
        return work(ctx).await;
    };
    let receipt = Arc::new(ReceiptDraft { slot, is_kept: AtomicBool::new(false), is_replayed });
    let app = ctx.app.clone();
    let work = work(Ctx { receipt: Some(receipt.clone()), ..ctx });
    // A task of its own: were the caller to hang up, a repetition must still find the first under way.
    let (running, tasks) = (app.clone(), &app.engine.tasks);
    tasks
        .run(async move {
            let _held = match begin(&running, &receipt).await? {
                Begun::Before(clear) => return answer_in::<T>(&clear)?.result(),
                Begun::Now(held) => held,
            };
            let result = work.await;
            let answer = worth_keeping(&result).filter(|_| !receipt.is_kept.load(Ordering::Relaxed));
            if let Some(outcome) = answer.map(|answer| answer.sealed(running.store.sealer())).transpose()? {
                keep_unwritten(&running, &receipt.slot, outcome).await?;
            }
            result
        })
        .await
}

enum Begun {
    /// With the answer, as it was kept.
    Before(Vec<u8>),
    Now(LockGuard<(Id, Sha)>),
}

async fn begin(app: &AppState, receipt: &ReceiptDraft) -> Result<Begun> {
    let held = app.engine.receipt_locks.hold((receipt.slot.key_id, receipt.slot.name)).await;
    if let Some(clear) = stored(&app.store, &receipt.slot)? {
        receipt.is_replayed.store(true, Ordering::Relaxed);
        return Ok(Begun::Before(clear));
    }
    let may_keep = app.keyring.may_keep(receipt.slot.key_id);
    may_keep.map_err(|wait| Failure::new(Code::RateLimited).retry_after(wait))?;
    Ok(Begun::Now(held))
}

/// Keeps the answer of work that wrote nothing it could have been kept with.
async fn keep_unwritten(app: &AppState, slot: &ReceiptSlot, outcome: Sealed) -> Result<()> {
    app.keyring.note_kept(slot.key_id, outcome.0.len());
    let slot = slot.clone();
    app.store.write(move |tx| put_receipt(tx, &slot, outcome.clone())).await
}

impl Ctx {
    /// The answer to this very request, where it was stored since `once` looked: by settling what a crash cut off.
    pub(crate) fn settled_answer<T: DeserializeOwned>(&self) -> Result<Option<ReceiptAnswer<T>>> {
        let Some(receipt) = &self.receipt else { return Ok(None) };
        let Some(clear) = stored(&self.app.store, &receipt.slot)? else { return Ok(None) };
        receipt.is_kept.store(true, Ordering::Relaxed);
        receipt.is_replayed.store(true, Ordering::Relaxed);
        answer_in(&clear).map(Some)
    }
}

/// Forgets stored answers whose day is over, in small jobs, so that no order waits for it.
pub async fn forget_receipts(app: &AppState) -> Result<()> {
    const ANSWERS_PER_WRITE: usize = 200;
    while app.store.write_unhurried(|tx| tx.forget_receipts(ANSWERS_PER_WRITE)).await? == ANSWERS_PER_WRITE {}
    Ok(())
}

fn stored(store: &Store, slot: &ReceiptSlot) -> Result<Option<Vec<u8>>> {
    let Some(receipt) = store.read()?.receipt(slot, clock::now())? else { return Ok(None) };
    if receipt.request != slot.request {
        return Err(Failure::new(Code::IdempotencyKeyReused).field("Idempotency-Key").of(FieldPlace::Header));
    }
    store.sealer().unseal("receipt", &receipt.outcome).map(Some)
}

fn answer_in<T: DeserializeOwned>(clear: &[u8]) -> Result<ReceiptAnswer<T>> {
    serde_json::from_slice(clear).map_err(|e| Failure::fault(format!("a stored answer: {e}")))
}

/// The answer of a request that changed nothing: a refusal, or one that found its work done.
fn worth_keeping<T>(result: &Result<T>) -> Option<ReceiptAnswer<&T>> {
    match result {
        Ok(result) => Some(ReceiptAnswer::Done(result)),
        Err(failure) if is_passing(failure.code) => None,
        Err(failure) => Some(ReceiptAnswer::Refused(failure.refusal().clone())),
    }
}

/// Refusals that say nothing about the request itself: the same request may succeed later.
fn is_passing(code: Code) -> bool {
    match code {
        Code::Unauthorized
        | Code::Forbidden
        | Code::StaleForm
        | Code::KitchenOnly
        | Code::HttpsOnly
        | Code::ForeignForm
        | Code::RateLimited
        | Code::PlatformRejected
        | Code::PlatformUnreachable
        | Code::PlatformTimedOut
        | Code::WebhookTargetUnreachable
        | Code::WebhookTargetTimedOut
        | Code::Unavailable
        | Code::IntegrationOff
        | Code::Internal => true,
        Code::InvalidJson
        | Code::InvalidParameter
        | Code::NotFound
        | Code::OrderNotFound
        | Code::BusinessNotFound
        | Code::RestaurantNotFound
        | Code::WebhookNotFound
        | Code::DeliveryNotFound
        | Code::KeyNotFound
        | Code::ProviderNotFound
        | Code::IntegrationNotFound
        | Code::MethodNotAllowed
        | Code::OrderClosed
        | Code::StatusChanged
        | Code::AmbiguousOrder
        | Code::PlatformDecides
        | Code::OrderUnknownThere
        | Code::KeyIsPrimary
        | Code::KeyInUse
        | Code::PayloadTooLarge
        | Code::UnsupportedMediaType
        | Code::ValidationFailed
        | Code::ReasonNotAccepted
        | Code::IdempotencyKeyReused
        | Code::NotOffered => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine::testing::an_empty_app, keys};
    use model::{Actor, Lang, limits::KEPT_ANSWER_BYTES};

    #[tokio::test]
    async fn a_key_has_so_many_answers_kept_and_finds_those_again() {
        let (app, _data) = an_empty_app();
        let key_id = keys::add(Ctx::system(app.clone()), keys::KeyForm::named("Kasa").unwrap()).await.unwrap().key.id;
        let run =
            |name: &'static str| {
                let slot = ReceiptSlot { key_id, name: Sha::of(name.as_bytes()), request: Sha::of(b"a request") };
                let ctx = Ctx::new(app.clone(), Actor::Key("Kasa".into()), Lang::En);
                once(ctx, Some((slot, Arc::default())), move |ctx| async move {
                    ctx.write(move |_| Ok(name.to_owned())).await
                })
            };
        assert_eq!(run("first").await.unwrap(), "first");
        app.keyring.note_kept(key_id, KEPT_ANSWER_BYTES as usize);
        let refused = run("second").await.unwrap_err();
        assert!(refused.code == Code::RateLimited && refused.retry_after.is_some(), "{refused}");
        assert_eq!(run("first").await.unwrap(), "first", "what is kept is found");
    }
}
