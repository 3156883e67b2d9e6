//! What a caller wrote about a restaurant, checked.

use crate::places::{NamedFields, checked_name};
use crate::{AppState, events::read_headers};
use model::fields::{NAME, TEXT};
use model::limits::{CONFIG_BYTES, HEADERS};
use model::{
    Failure, Fields, RestaurantForm, Result, Sealed, Why, integration::MOST_MINUTES, restaurant::Headers, time,
};
use net::Trouble;

/// What may be written beside the link to a business.
const FIELDS: &[&str] =
    &["name", "description", "address", "lat", "lon", "config", "paymentMatchingUrl", "paymentMatchingHeaders"];

#[derive(Clone)]
pub struct RestaurantDraft {
    pub form: RestaurantForm,
    pub(super) headers: Option<Sealed>,
    pub(super) clear_headers: Headers,
    /// `None`: left out. `Some(None)`: unlink.
    pub(super) business: Option<Option<String>>,
    pub(super) named: NamedFields,
}

impl RestaurantDraft {
    /// One of which only this is known yet.
    pub fn named(name: &str, address: Option<&str>) -> Result<RestaurantDraft> {
        let form = RestaurantForm {
            name: checked_name("name", name)?,
            description: None,
            address: address.map(str::to_owned),
            lat: None,
            lon: None,
            config: None,
            payment_matching_url: None,
        };
        let (headers, named) = (None, NamedFields::ALL);
        Ok(RestaurantDraft { form, headers, clear_headers: Headers::new(), business: None, named })
    }

    /// What a restaurant with that form will have.
    pub(super) fn over(&self, old: &RestaurantForm) -> RestaurantForm {
        let (new, named) = (&self.form, &self.named);
        RestaurantForm {
            name: named.pick("name", &new.name, &old.name),
            description: named.pick("description", &new.description, &old.description),
            address: named.pick("address", &new.address, &old.address),
            lat: named.pick("lat", &new.lat, &old.lat),
            lon: named.pick("lon", &new.lon, &old.lon),
            config: named.pick("config", &new.config, &old.config),
            payment_matching_url: named.pick(
                "paymentMatchingUrl",
                &new.payment_matching_url,
                &old.payment_matching_url,
            ),
        }
    }
}

/// All of a restaurant: what is left out is cleared, but for the link to its business.
pub fn draft(app: &AppState, fields: &Fields<'_>) -> Result<RestaurantDraft> {
    read(app, fields, NamedFields::ALL)
}

/// Of a restaurant that is there, what a caller names.
pub fn changes(app: &AppState, fields: &Fields<'_>) -> Result<RestaurantDraft> {
    read(app, fields, NamedFields::of(fields, FIELDS))
}

fn read(app: &AppState, fields: &Fields<'_>, named: NamedFields) -> Result<RestaurantDraft> {
    let payment_matching_url = fields.stated("paymentMatchingUrl")?;
    if let Some(url) = &payment_matching_url {
        check_url(app, "paymentMatchingUrl", url)?;
    }
    let clear_headers = read_headers(fields, "paymentMatchingHeaders", HEADERS)?.unwrap_or_default();
    let headers = match clear_headers.is_empty() {
        true => None,
        false => {
            let clear = serde_json::to_vec(&clear_headers).map_err(Failure::fault)?;
            Some(app.store.sealer().seal("headers", &clear)?)
        }
    };
    let form = RestaurantForm {
        name: if named.has("name") { fields.required_text("name", NAME)? } else { String::new() },
        description: fields.text("description", TEXT)?,
        address: fields.text("address", TEXT)?,
        lat: fields.decimal("lat", -90.0, 90.0)?,
        lon: fields.decimal("lon", -180.0, 180.0)?,
        config: read_config(fields)?,
        payment_matching_url,
    };
    let business = fields.has("businessId").then(|| fields.text("businessId", TEXT)).transpose()?;
    Ok(RestaurantDraft { form, headers, clear_headers, business, named })
}

/// Kept as it was written; only the keys that the program understands are checked.
fn read_config(fields: &Fields<'_>) -> Result<Option<Box<serde_json::value::RawValue>>> {
    let Some(raw) = fields.raw("config") else { return Ok(None) };
    if raw.get().len() > CONFIG_BYTES {
        return Err(fields.invalid("config", Why::TooLarge(CONFIG_BYTES)));
    }
    let Some(config) = fields.object("config")? else { return Ok(None) };
    if let Some(zone) = config.stated("timezone")?
        && time::zone(&zone).is_none()
    {
        return Err(config.invalid("timezone", Why::NotATimeZone));
    }
    config.currency("currency")?;
    config.boolean("autoAccept")?;
    config.whole("preparationMinutes", 0, MOST_MINUTES)?;
    Ok(Some(raw.to_owned()))
}

/// An address that the program will dial: http or https, and not one that is refused.
pub fn check_url(app: &AppState, field: &'static str, url: &str) -> Result<()> {
    app.net.guard().check_url(url).map_err(|trouble| {
        let why = match trouble {
            Trouble::Refused { .. } => Why::AddressRefused,
            _ => Why::NotAUrl,
        };
        Failure::invalid(field, why)
    })
}
