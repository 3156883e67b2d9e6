//! Businesses: the records that restaurants belong to.

use crate::places::{NamedFields, removal};
use crate::{AppState, Ctx};
use model::fields::{NAME, TEXT};
use model::limits::{BUSINESSES, LIST_BYTES};
use model::{Business, BusinessForm, Code, Deed, Failure, Fields, Id, Note, RecordKind, Result, Why};
use serde::{Deserialize, Serialize};
use store::{Places, ReadView, Tx};

/// What of a business is on record; of its other fields, only that they were changed.
const SHOWN: &[&str] = &["name", "vatNumber", "taxOffice", "city", "country"];

const FIELDS: &[&str] =
    &["name", "description", "vatNumber", "taxOffice", "address", "city", "country", "zipCode", "phone", "email"];

/// A business with what is counted for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BusinessDetails {
    pub business: Business,
    pub restaurant_count: usize,
}

/// What a caller wrote, checked.
#[derive(Clone)]
pub struct BusinessDraft {
    form: BusinessForm,
    named: NamedFields,
}

impl From<BusinessForm> for BusinessDraft {
    /// It takes the place of all that is there.
    fn from(form: BusinessForm) -> BusinessDraft {
        BusinessDraft { form, named: NamedFields::ALL }
    }
}

impl BusinessDraft {
    fn over(&self, old: &BusinessForm) -> BusinessForm {
        let (new, named) = (&self.form, &self.named);
        BusinessForm {
            name: named.pick("name", &new.name, &old.name),
            description: named.pick("description", &new.description, &old.description),
            vat_number: named.pick("vatNumber", &new.vat_number, &old.vat_number),
            tax_office: named.pick("taxOffice", &new.tax_office, &old.tax_office),
            address: named.pick("address", &new.address, &old.address),
            city: named.pick("city", &new.city, &old.city),
            country: named.pick("country", &new.country, &old.country),
            zip_code: named.pick("zipCode", &new.zip_code, &old.zip_code),
            phone: named.pick("phone", &new.phone, &old.phone),
            email: named.pick("email", &new.email, &old.email),
        }
    }
}

/// All of a business.
pub fn form(fields: &Fields<'_>) -> Result<BusinessForm> {
    read(fields, &NamedFields::ALL)
}

/// Of a business that is there, what a caller names.
pub fn changes(fields: &Fields<'_>) -> Result<BusinessDraft> {
    let named = NamedFields::of(fields, FIELDS);
    Ok(BusinessDraft { form: read(fields, &named)?, named })
}

fn read(fields: &Fields<'_>, named: &NamedFields) -> Result<BusinessForm> {
    let text = |name| fields.text(name, TEXT);
    Ok(BusinessForm {
        name: if named.has("name") { fields.required_text("name", NAME)? } else { String::new() },
        description: text("description")?,
        vat_number: text("vatNumber")?,
        tax_office: text("taxOffice")?,
        address: text("address")?,
        city: text("city")?,
        country: text("country")?,
        zip_code: text("zipCode")?,
        phone: text("phone")?,
        email: text("email")?,
    })
}

pub fn list(app: &AppState) -> Result<Vec<BusinessDetails>> {
    let reader = app.store.read()?;
    let restaurants = reader.restaurants()?;
    let count = |id| restaurants.iter().filter(|restaurant| restaurant.business_id == Some(id)).count();
    let details = |business: Business| BusinessDetails { restaurant_count: count(business.id), business };
    Ok(reader.businesses()?.into_iter().map(details).collect())
}

pub fn show(app: &AppState, id: &str) -> Result<BusinessDetails> {
    let reader = app.store.read()?;
    let business = find(&reader, id)?;
    Ok(BusinessDetails { restaurant_count: reader.restaurants_of(business.id)?.len(), business })
}

pub async fn add(ctx: Ctx, form: BusinessForm) -> Result<BusinessDetails> {
    ctx.write_with_room(move |tx, recorder| {
        if tx.business_count()? >= BUSINESSES as u64 {
            return Err(Failure::invalid("name", Why::NoMore(RecordKind::Business, BUSINESSES)));
        }
        let (id, now) = (tx.next_id(), tx.now);
        let business = Business { id, form: form.clone(), created_at: now, updated_at: now };
        put(tx, &business)?;
        recorder.note(tx, Note::of(Deed::BusinessAdded).about(business.id, &business.form.name))?;
        Ok(BusinessDetails { business, restaurant_count: 0 })
    })
    .await
}

pub async fn change(ctx: Ctx, id: String, draft: impl Into<BusinessDraft>) -> Result<BusinessDetails> {
    let draft = draft.into();
    ctx.write_with_room(move |tx, recorder| {
        let mut business = find(tx, &id)?;
        let form = draft.over(&business.form);
        let note = Note::of(Deed::BusinessChanged).about(business.id, &form.name);
        recorder.note(tx, note.changed(&business.form, &form, SHOWN))?;
        business.form = form;
        business.updated_at = tx.now;
        let restaurant_count = tx.restaurants_of(business.id)?.len();
        put(tx, &business)?;
        Ok(BusinessDetails { business, restaurant_count })
    })
    .await
}

/// Stores one, where all of them together stay a list that is told in one go.
fn put(tx: &mut Tx<'_>, business: &Business) -> Result<()> {
    tx.put_business(business)?;
    match tx.business_bytes()? > LIST_BYTES {
        true => Err(Failure::invalid("description", Why::AllTooLarge(LIST_BYTES))),
        false => Ok(()),
    }
}

/// With its restaurants, and all that hangs on them. Orders stay, for accounting.
pub async fn remove(ctx: Ctx, id: String) -> Result<()> {
    let removed = ctx.write_on_record(move |tx, recorder| {
        let business = find(tx, &id)?;
        recorder.note(tx, Note::of(Deed::BusinessRemoved).about(business.id, &business.form.name))?;
        let restaurants = tx.restaurants_of(business.id)?;
        for restaurant in &restaurants {
            removal::remove_restaurant(tx, restaurant, recorder)?;
        }
        tx.remove_business(business.id)?;
        Ok(restaurants.iter().map(|restaurant| restaurant.id).collect::<Vec<Id>>())
    });
    for restaurant in removed.await? {
        ctx.app.integrations.forget_restaurant(restaurant);
        ctx.app.dishes.forget(restaurant);
    }
    ctx.app.integrations.changed();
    Ok(())
}

/// An id that is no UUID is simply unknown.
pub fn find(view: &impl ReadView, id: &str) -> Result<Business> {
    let found = Id::parse(id).map_or(Ok(None), |id| view.business(id))?;
    found.ok_or_else(|| Failure::new(Code::BusinessNotFound))
}
