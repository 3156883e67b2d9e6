//! What a webhook's events are signed with: made here or given by the caller, shown once, two at a time while a receiver
//! changes over.

use super::find;
use crate::{Ctx, events::deliveries::SigningSecret};
use model::{Deed, Fields, Note, Result, Time, Webhook, Why, bilingual, webhook::WebhookSecret};
use serde::{Deserialize, Serialize};
use std::{sync::Arc, time::Duration};
use store::Sealer;

/// How long the secret before the newest still counts.
const CHANGEOVER: Duration = Duration::from_hours(24);

bilingual! {
    NOT_A_SECRET: "İmza parolası whsec_ ile başlamalı, ardından 24 ile 64 bayt arasında bir değerin base64 hâli gelmelidir."
        / "A signing secret is whsec_ followed by 24 to 64 bytes in base64.",
}

/// What a caller wrote about the secret of a webhook.
#[derive(Clone, Default)]
pub enum SecretWish {
    #[default]
    Keep,
    End,
    Use(Arc<SigningSecret>),
}

impl SecretWish {
    /// `null` ends signing; left out, all stays as it is, because no read shows what it is.
    pub fn read(fields: &Fields<'_>) -> Result<SecretWish> {
        match fields.stated("secret")? {
            Some(text) => {
                let secret = SigningSecret::parse(&text);
                let secret = secret.ok_or_else(|| fields.invalid("secret", Why::Plain(NOT_A_SECRET)))?;
                Ok(SecretWish::Use(Arc::new(secret)))
            }
            None if fields.clears("secret") => Ok(SecretWish::End),
            None => Ok(SecretWish::Keep),
        }
    }

    /// A new one, and its text.
    pub(super) fn make() -> Result<(SecretWish, String)> {
        let secret = SigningSecret::make()?;
        let text = secret.text();
        Ok((SecretWish::Use(Arc::new(secret)), text))
    }

    pub(super) fn apply(&self, sealer: &Sealer, webhook: &mut Webhook, now: Time) -> Result<()> {
        match self {
            SecretWish::Keep => {}
            SecretWish::End => webhook.secrets.clear(),
            SecretWish::Use(secret) => {
                let current =
                    webhook.secrets.first().map(|one| SigningSecret::open(sealer, &one.sealed)).transpose()?;
                if current.as_ref() == Some(&**secret) {
                    return Ok(());
                }
                webhook.secrets.truncate(1);
                webhook.secrets.iter_mut().for_each(|old| old.ends_at = Some(now.plus(CHANGEOVER)));
                webhook.secrets.insert(0, WebhookSecret { sealed: secret.seal(sealer)?, made_at: now, ends_at: None });
            }
        }
        Ok(())
    }
}

/// A webhook and, this once, the secret that it signs with from now on.
#[derive(Serialize, Deserialize)]
pub struct NewSecret {
    pub webhook: Webhook,
    pub secret: String,
}

/// Makes a secret, or takes the caller's. The one before it counts for another day.
pub async fn make_secret(ctx: Ctx, id: String, given: SecretWish) -> Result<NewSecret> {
    let secret = match given {
        SecretWish::Use(secret) => secret,
        SecretWish::Keep | SecretWish::End => Arc::new(SigningSecret::make()?),
    };
    let sealer = ctx.app.store.sealer().clone();
    ctx.write_on_record(move |tx, recorder| {
        let mut webhook = find(tx, &id)?;
        SecretWish::Use(secret.clone()).apply(&sealer, &mut webhook, tx.now)?;
        webhook.updated_at = tx.now;
        tx.put_webhook(&webhook)?;
        recorder.note(tx, Note::of(Deed::WebhookSecretMade).about(webhook.id, webhook.form.host()))?;
        Ok(NewSecret { webhook, secret: secret.text() })
    })
    .await
}

/// Which secrets of a webhook end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedSecrets {
    /// Nothing is signed any more.
    All,
    /// The one before the newest, before its day is over.
    Previous,
}

pub async fn end_secrets(ctx: Ctx, id: String, which: EndedSecrets) -> Result<Webhook> {
    ctx.write_on_record(move |tx, recorder| {
        let mut webhook = find(tx, &id)?;
        let left = match which {
            EndedSecrets::All => 0,
            EndedSecrets::Previous => 1,
        };
        if webhook.secrets.len() <= left {
            return Ok(webhook);
        }
        webhook.secrets.truncate(left);
        webhook.updated_at = tx.now;
        tx.put_webhook(&webhook)?;
        recorder.note(tx, Note::of(Deed::WebhookSecretEnded).about(webhook.id, webhook.form.host()))?;
        Ok(webhook)
    })
    .await
}

/// Until when the secret before the newest counts, where it still does.
pub fn previous_ends_at(webhook: &Webhook) -> Option<Time> {
    webhook.live_secrets(clock::now()).nth(1)?.ends_at
}
