//! `once`: a request with an Idempotency-Key is carried out once, and its repetition gets the same answer.

use super::{AppState, Ctx, Keep, Kept, keep_answer};
use crate::{
    clock,
    model::{Code, Failure, ReceiptSlot},
    store::{Receipts, Store},
};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Runs `work`, or returns what it returned before. A second request with the same key waits for the first.
pub async fn once<T, F>(ctx: Ctx, slot: Option<ReceiptSlot>, work: impl FnOnce(Ctx) -> F) -> Result<T, Failure>
where
    T: Serialize + DeserializeOwned + Send + 'static,
    F: Future<Output = Result<T, Failure>> + Send + 'static,
{
    let Some(slot) = slot else {
        return work(ctx).await;
    };
    let keep = Arc::new(Keep { slot: slot.clone(), is_kept: AtomicBool::new(false) });
    let app = ctx.app.clone();
    let work = work(Ctx { keep: Some(keep.clone()), ..ctx });
    // A task of its own: were the caller to hang up, a repetition must still find the first under way.
    let running = app.clone();
    app.tasks
        .run(async move {
            let _held = running.receipt_locks.hold((slot.key_id, slot.name)).await;
            if let Some(answer) = stored(&running.store, &slot)? {
                return answer;
            }
            let result = work.await;
            if !keep.is_kept.load(Ordering::Relaxed)
                && let Some(kept) = worth_keeping(&result)
            {
                let sealer = running.store.sealer().clone();
                let kept = kept.map_err(Failure::fault)?;
                running.store.write(move |tx| keep_answer(tx, &sealer, &slot, Ok(kept.clone()))).await?;
            }
            result
        })
        .await
}

impl Ctx {
    /// The answer to this very request, where it was stored since `once` looked: by settling what a crash cut off.
    pub(super) fn settled_answer<T: DeserializeOwned>(&self) -> Result<Option<Result<T, Failure>>, Failure> {
        let Some(keep) = &self.keep else { return Ok(None) };
        let answer = stored(&self.app.store, &keep.slot)?;
        if answer.is_some() {
            keep.is_kept.store(true, Ordering::Relaxed);
        }
        Ok(answer)
    }
}

/// Forgets stored answers whose day is over, in small jobs, so that no order waits for it.
pub async fn forget_receipts(app: &AppState) -> Result<(), Failure> {
    const BATCH: usize = 200;
    while app.store.write(|tx| tx.forget_receipts(BATCH)).await? == BATCH {}
    Ok(())
}

fn stored<T: DeserializeOwned>(store: &Store, slot: &ReceiptSlot) -> Result<Option<Result<T, Failure>>, Failure> {
    let Some(receipt) = store.read()?.receipt(slot, clock::now())? else { return Ok(None) };
    if receipt.request != slot.request {
        return Err(Failure::new(Code::IdempotencyKeyReused).field("Idempotency-Key"));
    }
    let clear = store.sealer().open("receipt", &receipt.outcome)?;
    let kept = serde_json::from_slice(&clear).map_err(|e| Failure::fault(format!("a stored answer: {e}")))?;
    Ok(Some(match kept {
        Kept::Done(result) => Ok(result),
        Kept::Refused(refusal) => Err(refusal.into()),
    }))
}

/// The answer of a request that changed nothing: a refusal, or one that found its work done.
fn worth_keeping<T: Serialize>(result: &Result<T, Failure>) -> Option<serde_json::Result<Vec<u8>>> {
    match result {
        Ok(result) => Some(serde_json::to_vec(&Kept::Done(result))),
        Err(failure) if is_passing(failure.code) => None,
        Err(failure) => Some(serde_json::to_vec(&Kept::<()>::Refused(failure.refusal().clone()))),
    }
}

/// Refusals that say nothing about the request itself: the same request may succeed later.
fn is_passing(code: Code) -> bool {
    match code {
        Code::Unauthorized
        | Code::StaleForm
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
        | Code::ProviderNotFound
        | Code::IntegrationNotFound
        | Code::MethodNotAllowed
        | Code::OrderClosed
        | Code::StatusChanged
        | Code::AmbiguousOrder
        | Code::PlatformDecides
        | Code::OrderUnknownThere
        | Code::KeyIsPrimary
        | Code::PayloadTooLarge
        | Code::UnsupportedMediaType
        | Code::ValidationFailed
        | Code::ReasonNotAccepted
        | Code::IdempotencyKeyReused
        | Code::NotOffered => false,
    }
}
