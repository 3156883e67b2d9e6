//! Restaurants: add, change, link to a business, packages, remove.

pub(crate) mod details;
mod draft;

use crate::places::businesses;
use crate::places::removal::{self, Consequences};
use crate::{AppState, Ctx};
use model::fields::{self, Given, NAME};
use model::limits::{LIST_BYTES, PACKAGES, RESTAURANTS};
use model::{
    Access, Business, Code, Deed, Failure, Id, Note, Package, Power, RecordKind, Restaurant, Result, Why, bilingual,
    restaurant::Headers,
};
use std::sync::Arc;
use store::{Integrations, Places, ReadView, Sealer, Tx};

pub use details::RestaurantDetails;
pub use draft::{RestaurantDraft, changes, check_url, draft};

/// More than so many are read in a moment, not in no time.
pub const MANY_PLACES: u64 = 100;
/// What of a restaurant is on record; of its other fields, only that they were changed.
const SHOWN: &[&str] = &["name", "city", "country", "lat", "lon"];

/// What people call each of them, in the order of their names.
pub fn names(app: &AppState) -> Result<Vec<(Id, String)>> {
    let restaurants = app.store.read()?.restaurants()?;
    let mut names: Vec<(Id, String)> = restaurants.into_iter().map(|one| (one.id, one.form.name)).collect();
    names.sort_by(|one, other| one.1.cmp(&other.1));
    Ok(names)
}

pub fn list(app: &AppState, access: Access) -> Result<Arc<Vec<RestaurantDetails>>> {
    let all = app.restaurants.get(&app.store, |reader| {
        let all = reader.restaurants()?;
        all.into_iter().map(|restaurant| shown(reader, app.store.sealer(), restaurant)).collect()
    })?;
    if access.sees_everything() {
        return Ok(all);
    }
    let seen = all.iter().filter(|one: &&RestaurantDetails| access.sees(one.restaurant.id)).cloned();
    Ok(Arc::new(seen.map(|one| one.seen_with(access)).collect()))
}

/// Whether reading all of them may take long.
pub fn are_many(app: &AppState) -> Result<bool> {
    Ok(app.store.read()?.restaurant_count()? > MANY_PLACES)
}

pub fn list_of_business(app: &AppState, access: Access, business: &str) -> Result<Vec<RestaurantDetails>> {
    let reader = app.store.read()?;
    let business = businesses::find(&reader, business)?;
    let linked = reader.restaurants_of(business.id)?.into_iter().filter(|one| access.sees(one.id));
    linked.map(|one| Ok(shown(&reader, app.store.sealer(), one)?.seen_with(access))).collect()
}

pub fn show(app: &AppState, access: Access, id: &str) -> Result<RestaurantDetails> {
    let reader = app.store.read()?;
    let restaurant = find(&reader, access, id)?;
    Ok(shown(&reader, app.store.sealer(), restaurant)?.seen_with(access))
}

/// A restaurant with what removing it comes to.
pub fn removal(app: &AppState, id: &str) -> Result<(RestaurantDetails, Consequences)> {
    let reader = app.store.read()?;
    let restaurant = find(&reader, Access::FULL, id)?;
    let consequences = removal::consequences(&reader, &[restaurant.id])?;
    Ok((shown(&reader, app.store.sealer(), restaurant)?, consequences))
}

/// A business with its restaurants, and what removing them all comes to.
pub fn removal_of_business(app: &AppState, id: &str) -> Result<(Business, Vec<RestaurantDetails>, Consequences)> {
    let reader = app.store.read()?;
    let business = businesses::find(&reader, id)?;
    let linked = reader.restaurants_of(business.id)?;
    let ids: Vec<Id> = linked.iter().map(|restaurant| restaurant.id).collect();
    let linked = linked.into_iter().map(|restaurant| shown(&reader, app.store.sealer(), restaurant));
    Ok((business, linked.collect::<Result<_, _>>()?, removal::consequences(&reader, &ids)?))
}

pub async fn add(ctx: Ctx, draft: RestaurantDraft) -> Result<RestaurantDetails> {
    ctx.write_with_room(move |tx, recorder| {
        let restaurant = insert(tx, &draft)?;
        recorder.note(tx, Note::of(Deed::RestaurantAdded).about(restaurant.id, &restaurant.form.name))?;
        Ok(RestaurantDetails { restaurant, headers: draft.clear_headers.clone(), integrations: Vec::new() })
    })
    .await
}

pub fn insert(tx: &mut Tx<'_>, draft: &RestaurantDraft) -> Result<Restaurant> {
    let business_id = match &draft.business {
        Some(Some(id)) => Some(named_business(tx, id)?),
        _ => None,
    };
    if tx.restaurant_count()? >= RESTAURANTS as u64 {
        return Err(Failure::invalid("name", Why::NoMore(RecordKind::Restaurant, RESTAURANTS)));
    }
    let restaurant = Restaurant {
        id: tx.next_id(),
        business_id,
        form: draft.form.clone(),
        payment_matching_headers: draft.headers.clone(),
        packages: Vec::new(),
        created_at: tx.now,
        updated_at: tx.now,
    };
    put(tx, &restaurant)?;
    Ok(restaurant)
}

bilingual! {
    NOT_YOUR_LINK: "Restoranın bağlı olduğu işletmeyi (businessId) değiştiremez; bu alanı göndermeyin."
        / "It cannot change which business the restaurant belongs to; leave businessId out.",
}

/// The business that a body names.
fn named_business(tx: &Tx<'_>, id: &str) -> Result<Id> {
    businesses::find(tx, id).map(|business| business.id).map_err(|failure| failure.field("businessId"))
}

/// Stores one, where all of them together stay a list that is told in one go.
fn put(tx: &mut Tx<'_>, restaurant: &Restaurant) -> Result<()> {
    tx.put_restaurant(restaurant)?;
    match tx.restaurant_bytes()? > LIST_BYTES {
        true => Err(Failure::invalid("config", Why::AllTooLarge(LIST_BYTES))),
        false => Ok(()),
    }
}

/// Writes what the draft has: all but the link, which changes only if it is named, or what its caller named.
pub async fn change(ctx: Ctx, id: String, draft: RestaurantDraft) -> Result<RestaurantDetails> {
    let (sealer, access) = (ctx.app.store.sealer().clone(), ctx.access);
    ctx.write_with_room(move |tx, recorder| {
        let mut restaurant = find(tx, access, &id)?;
        let form = draft.over(&restaurant.form);
        let note = Note::of(Deed::RestaurantChanged).about(restaurant.id, &form.name);
        let mut note = note.changed(&restaurant.form, &form, SHOWN);
        if draft.named.has("paymentMatchingHeaders") {
            if restaurant.payment_matching_headers.is_some() || draft.headers.is_some() {
                note = note.touched("paymentMatchingHeaders");
            }
            restaurant.payment_matching_headers.clone_from(&draft.headers);
        }
        recorder.note(tx, note)?;
        restaurant.business_id = match &draft.business {
            None => restaurant.business_id,
            // A caller that manages no businesses may repeat whose it is, and change nothing about it.
            Some(wanted) if !access.may(Power::ManageAccount) => {
                if wanted.as_deref() != restaurant.business_id.map(|id| id.to_string()).as_deref() {
                    return Err(Failure::new(Code::Forbidden).field("businessId").why(Why::Plain(NOT_YOUR_LINK)));
                }
                restaurant.business_id
            }
            Some(wanted) => wanted.as_deref().map(|id| named_business(tx, id)).transpose()?,
        };
        restaurant.form = form;
        restaurant.updated_at = tx.now;
        let shown = shown(tx, &sealer, restaurant)?;
        put(tx, &shown.restaurant)?;
        Ok(shown)
    })
    .await
}

/// Links an existing restaurant to a business.
pub async fn link(ctx: Ctx, business: String, restaurant: String) -> Result<RestaurantDetails> {
    let (sealer, access) = (ctx.app.store.sealer().clone(), ctx.access);
    ctx.write_with_room(move |tx, recorder| {
        let business = businesses::find(tx, &business)?.id;
        let mut restaurant = find(tx, access, &restaurant).map_err(|failure| failure.field("restaurantId"))?;
        if restaurant.business_id != Some(business) {
            restaurant.business_id = Some(business);
            restaurant.updated_at = tx.now;
            let note = Note::of(Deed::RestaurantChanged).about(restaurant.id, &restaurant.form.name);
            recorder.note(tx, note.with("businessId", business))?;
        }
        let shown = shown(tx, &sealer, restaurant)?;
        tx.put_restaurant(&shown.restaurant)?;
        Ok(shown)
    })
    .await
}

/// Takes it out of this business; one that meanwhile belongs to another stays there.
pub async fn unlink(ctx: Ctx, business: String, restaurant: String) -> Result<()> {
    let access = ctx.access;
    ctx.write_on_record(move |tx, recorder| {
        let business = businesses::find(tx, &business)?.id;
        let mut restaurant = find(tx, access, &restaurant)?;
        if restaurant.business_id != Some(business) {
            return Ok(());
        }
        restaurant.business_id = None;
        restaurant.updated_at = tx.now;
        let note = Note::of(Deed::RestaurantChanged).about(restaurant.id, &restaurant.form.name);
        recorder.note(tx, note.touched("businessId"))?;
        tx.put_restaurant(&restaurant)
    })
    .await
}

pub fn packages(list: Given<'_>) -> Result<Vec<Package>> {
    let entries = fields::entries_of(list, PACKAGES)?;
    let read = |entry: &fields::Element<'_>| {
        let package = entry.fields()?;
        let (starts_at, ends_at) = (package.time("startsAt")?, package.time("endsAt")?);
        if let (Some(start), Some(end)) = (starts_at, ends_at)
            && end <= start
        {
            return Err(package.invalid("endsAt", Why::EndsAtStart));
        }
        let name = package.required_text("name", NAME)?;
        Ok(Package { name, starts_at, ends_at, is_active: package.boolean("isActive")?.unwrap_or(true) })
    };
    entries.iter().map(read).collect()
}

pub async fn set_packages(ctx: Ctx, id: String, packages: Vec<Package>) -> Result<RestaurantDetails> {
    let (sealer, access) = (ctx.app.store.sealer().clone(), ctx.access);
    ctx.write_with_room(move |tx, recorder| {
        let mut restaurant = find(tx, access, &id)?;
        let names: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
        let note = Note::of(Deed::PackagesChanged).about(restaurant.id, &restaurant.form.name);
        recorder.note(tx, note.with("packages", names))?;
        restaurant.packages = packages.clone();
        restaurant.updated_at = tx.now;
        let shown = shown(tx, &sealer, restaurant)?;
        put(tx, &shown.restaurant)?;
        Ok(shown)
    })
    .await
}

pub async fn remove(ctx: Ctx, id: String) -> Result<()> {
    let access = ctx.access;
    let removed = ctx.write_on_record(move |tx, recorder| {
        let restaurant = find(tx, access, &id)?;
        removal::remove_restaurant(tx, &restaurant, recorder)?;
        Ok(restaurant.id)
    });
    let removed = removed.await?;
    ctx.app.integrations.forget_restaurant(removed);
    ctx.app.dishes.forget(removed);
    ctx.app.integrations.changed();
    Ok(())
}

/// An id that is no UUID, or of a restaurant that is not seen, is simply unknown.
pub fn find(view: &impl ReadView, access: Access, id: &str) -> Result<Restaurant> {
    let id = Id::parse(id).filter(|id| access.sees(*id));
    let found = id.map_or(Ok(None), |id| view.restaurant(id))?;
    found.ok_or_else(|| Failure::new(Code::RestaurantNotFound))
}

fn shown(view: &impl ReadView, sealer: &Sealer, restaurant: Restaurant) -> Result<RestaurantDetails> {
    let headers = match &restaurant.payment_matching_headers {
        None => Headers::new(),
        Some(sealed) => serde_json::from_slice(&sealer.unseal("headers", sealed)?).map_err(Failure::fault)?,
    };
    let integrations = view.integrations_of(restaurant.id)?;
    Ok(RestaurantDetails { restaurant, headers, integrations })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::an_empty_app;
    use model::{Fields, limits::CONFIG_BYTES};

    #[tokio::test]
    async fn there_are_so_many_and_no_more() {
        let (app, _data) = an_empty_app();
        let small = RestaurantDraft::named("Köfteci", None).unwrap();
        let fill = small.clone();
        let all = move |tx: &mut Tx<'_>| (0..RESTAURANTS).try_for_each(|_| insert(tx, &fill).map(drop));
        app.store.write(all).await.unwrap();
        let refused = add(Ctx::system(app.clone()), small).await.unwrap_err();
        assert_eq!(
            (refused.field.as_deref(), &refused.why),
            (Some("name"), &Some(Why::NoMore(RecordKind::Restaurant, RESTAURANTS)))
        );
        assert_eq!(list(&app, Access::FULL).unwrap().len(), RESTAURANTS);
    }

    #[tokio::test]
    async fn together_they_weigh_so_much_and_no_more() {
        let (app, _data) = an_empty_app();
        let large = format!(r#"{{"name":"Köfteci","config":{{"x":"{}"}}}}"#, "x".repeat(CONFIG_BYTES - 8));
        let large = draft(&app, &Fields::parse(large.as_bytes()).unwrap()).unwrap();
        let (fit, fill) = (LIST_BYTES / CONFIG_BYTES - 1, large.clone());
        let all = move |tx: &mut Tx<'_>| (0..fit).try_for_each(|_| insert(tx, &fill).map(drop));
        app.store.write(all).await.unwrap();
        let refused = add(Ctx::system(app.clone()), large.clone()).await.unwrap_err();
        assert_eq!((refused.code, &refused.why), (Code::ValidationFailed, &Some(Why::AllTooLarge(LIST_BYTES))));
        assert_eq!(list(&app, Access::FULL).unwrap().len(), fit, "nothing of what was refused is there");
        // What is there may be changed, made smaller, and then there is room for another.
        let (small, id) =
            (RestaurantDraft::named("Köfteci", None).unwrap(), list(&app, Access::FULL).unwrap()[0].restaurant.id);
        change(Ctx::system(app.clone()), id.to_string(), small).await.unwrap();
        add(Ctx::system(app.clone()), large).await.unwrap();
    }
}
