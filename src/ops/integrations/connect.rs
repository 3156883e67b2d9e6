//! Connecting a restaurant to a platform, changing that, and taking it away.

use super::draft::{IntakeToken, IntegrationDraft, apply};
use super::find::find;
use crate::{Ctx, places::restaurants};
use model::integration::{IntegrationSettings, Pulse};
use model::{
    Code, Deed, Failure, Id, Integration, Note, Power, Provider, Result, What, Why, bilingual, limits::LIST_BYTES,
};
use serde_json::json;
use std::collections::BTreeMap;
use store::{Integrations, Tx};

bilingual! {
    NEW_ADDRESS: "Adres değişince bağlantı bilgileri de yeniden verilmelidir: bundan sonra o adrese gidecekler."
        / "With another address the credentials must be given again, because they will go there.",
    NOT_YOUR_HOST: "Platformun adresini (baseUrl) yalnızca tek restoranla sınırlı olmayan, all kapsamlı bir anahtar değiştirebilir."
        / "Only a key of the scope all that is not limited to a restaurant can change the platform’s address (baseUrl).",
}

/// Connects or changes. A new one is on unless the caller says otherwise; being switched is an event.
pub async fn put(ctx: Ctx, restaurant: String, provider: Provider, draft: IntegrationDraft) -> Result<Integration> {
    let access = ctx.access;
    let put = ctx.write_with_room(move |tx, recorder| {
        let restaurant = restaurants::find(tx, access, &restaurant)?;
        let before = tx.integration(restaurant.id, provider)?;
        // Who may name a host has this machine call it, and is told what it answered.
        if !access.may(Power::ManageAccount) && draft.leads_elsewhere(before.as_ref()) {
            return Err(Failure::new(Code::Forbidden).field("baseUrl").why(Why::Plain(NOT_YOUR_HOST)));
        }
        let put = put_in(tx, restaurant.id, provider, &draft)?;
        recorder.note(tx, changes(before.as_ref(), &put.0))?;
        Ok(put)
    });
    let (changed, is_other_account) = put.await?;
    if is_other_account {
        ctx.app.integrations.pulses.reset(changed.key());
    }
    ctx.app.integrations.changed();
    Ok(changed)
}

/// Switches one that is there on or off, and leaves all else as it is.
pub async fn switch(ctx: Ctx, restaurant: String, provider: Provider, is_active: bool) -> Result<Integration> {
    let (draft, access) = (IntegrationDraft::new(&ctx.app)?.switched(is_active), ctx.access);
    let switched = ctx.write_on_record(move |tx, recorder| {
        let before = find(tx, access, &restaurant, provider)?;
        let (after, _) = put_in(tx, before.restaurant_id, provider, &draft)?;
        recorder.note(tx, changes(Some(&before), &after))?;
        Ok(after)
    });
    switched.await.inspect(|_| ctx.app.integrations.changed())
}

/// Makes the intake address of a platform that sends its credentials only to who has one. What is there already stays.
pub async fn reserve(ctx: Ctx, restaurant: String, provider: Provider) -> Result<Integration> {
    let (draft, access) = (IntegrationDraft::new(&ctx.app)?.reserving(), ctx.access);
    let reserved = ctx.write_with_room(move |tx, recorder| {
        let restaurant = restaurants::find(tx, access, &restaurant)?;
        if let Some(there) = tx.integration(restaurant.id, provider)? {
            return Ok(there);
        }
        let (after, _) = put_in(tx, restaurant.id, provider, &draft)?;
        recorder.note(tx, changes(None, &after))?;
        Ok(after)
    });
    reserved.await.inspect(|_| ctx.app.integrations.changed())
}

/// It has an address and nothing else yet: its credentials were never given.
pub fn is_reserved(integration: &Integration) -> bool {
    let asks = platforms::of(integration.provider).facts().credentials.iter().any(|field| field.is_required);
    asks && integration.credentials.is_empty() && !integration.is_active
}

/// What was changed, without credentials and addresses, which may hold a secret.
fn changes(before: Option<&Integration>, after: &Integration) -> Note {
    let note = about(Deed::IntegrationChanged, after);
    let nothing = json!({});
    let is_active = |integration: &Integration| json!({ "isActive": integration.is_active });
    let note = note.changed(&before.map_or(nothing, is_active), &is_active(after), &["isActive"]);
    let settings = before.map(|before| before.settings.clone()).unwrap_or_default();
    let mut note = note.changed(&settings, &after.settings, &["autoAccept", "preparationMinutes", "stepPauseSeconds"]);
    if before.is_none_or(|before| before.credentials != after.credentials) {
        note = note.touched("credentials");
    }
    if before.map(|before| &before.base_url) != Some(&after.base_url) {
        note = note.touched("baseUrl");
    }
    note
}

/// An integration is known by its restaurant and its platform.
pub fn about(deed: Deed, integration: &Integration) -> Note {
    Note::of(deed).about(integration.restaurant_id, integration.provider.key())
}

/// Connects or changes an integration inside a write; says as well whether it is another account now.
pub fn put_in(
    tx: &mut Tx<'_>,
    restaurant: Id,
    provider: Provider,
    draft: &IntegrationDraft,
) -> Result<(Integration, bool)> {
    let before = tx.integration(restaurant, provider)?;
    let mut after = before.clone().unwrap_or_else(|| Integration {
        restaurant_id: restaurant,
        provider,
        is_active: true,
        on_since: tx.now,
        off_since: None,
        credentials: BTreeMap::new(),
        base_url: None,
        settings: IntegrationSettings::default(),
        token: draft.token.sealed.clone(),
        token_hash: draft.token.hash,
        created_at: tx.now,
        updated_at: tx.now,
    });
    apply(draft, &mut after);
    check_credentials(before.as_ref(), &after, draft)?;
    after.updated_at = tx.now;
    match before.as_ref().map(|before| before.is_active) {
        Some(false) if after.is_active => (after.on_since, after.off_since) = (tx.now, None),
        Some(true) | None if !after.is_active => after.off_since = Some(tx.now),
        _ => {}
    }
    tx.put_integration(before.as_ref(), &after)?;
    if tx.integration_bytes()? > LIST_BYTES {
        return Err(Failure::invalid("credentials", Why::AllTooLarge(LIST_BYTES)));
    }
    let differs = |before: &Integration| before.base_url != after.base_url || before.credentials != after.credentials;
    let is_other = before.as_ref().is_some_and(differs);
    // Whether it works is open again; how far it was read still holds, or what came meanwhile would be missed.
    if let Some(pulse) = tx.pulse(restaurant, provider)?.filter(|_| is_other) {
        tx.put_pulse(restaurant, provider, &Pulse { cursor: pulse.cursor, ..Pulse::default() })?;
    }
    let was_active = before.as_ref().is_some_and(|before| before.is_active);
    if was_active != after.is_active {
        tx.emit(restaurant, provider, None, What::IntegrationSwitched { is_active: after.is_active })?;
    }
    Ok((after, is_other))
}

/// Nothing that the platform requires may be missing.
fn check_credentials(before: Option<&Integration>, after: &Integration, draft: &IntegrationDraft) -> Result<()> {
    if draft.is_reservation {
        return Ok(());
    }
    let required = || platforms::of(after.provider).facts().credentials.iter().filter(|field| field.is_required);
    if let Some(missing) = required().find(|field| !after.credentials.contains_key(field.name)) {
        return Err(Failure::invalid(format!("credentials.{}", missing.name), Why::Missing));
    }
    // Secrets are written and never read. A caller that may only change the address must not have them sent to it.
    let moves = before.is_some_and(|before| before.base_url != after.base_url);
    if let Some(missing) = required().find(|field| moves && !draft.gives(field.name)) {
        return Err(Failure::invalid(format!("credentials.{}", missing.name), Why::Plain(NEW_ADDRESS)));
    }
    Ok(())
}

/// A new intake address; the old one is unknown at once.
pub async fn rotate_token(ctx: Ctx, restaurant: String, provider: Provider) -> Result<Integration> {
    let (token, access) = (IntakeToken::new(&ctx.app)?, ctx.access);
    ctx.write_on_record(move |tx, recorder| {
        let before = find(tx, access, &restaurant, provider)?;
        let (sealed, hash) = (token.sealed.clone(), token.hash);
        let after = Integration { token: sealed, token_hash: hash, updated_at: tx.now, ..before.clone() };
        tx.put_integration(Some(&before), &after)?;
        recorder.note(tx, about(Deed::IntakeTokenRotated, &after))?;
        Ok(after)
    })
    .await
}

pub async fn remove(ctx: Ctx, restaurant: String, provider: Provider) -> Result<()> {
    let access = ctx.access;
    let removed = ctx.write_on_record(move |tx, recorder| {
        let integration = find(tx, access, &restaurant, provider)?;
        tx.remove_integration(&integration)?;
        recorder.note(tx, about(Deed::IntegrationRemoved, &integration))?;
        if integration.is_active {
            tx.emit(integration.restaurant_id, provider, None, What::IntegrationSwitched { is_active: false })?;
        }
        Ok(integration.restaurant_id)
    });
    ctx.app.integrations.forget((removed.await?, provider));
    ctx.app.integrations.changed();
    Ok(())
}
