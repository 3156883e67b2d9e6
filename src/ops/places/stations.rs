//! The stations of a restaurant's kitchen: add, rename, remove. Which dishes one takes is `dishes::sort`'s.

use crate::places::{checked_name, dishes::plans::sort, restaurants};
use crate::{AppState, Ctx};
use model::limits::STATIONS;
use model::{
    Access, Code, Deed, Failure, Id, Note, RecordKind, Restaurant, Result, Station, Takes, Why, bilingual, fold,
};
use serde_json::json;
use store::{KnownDishes, ReadView};

bilingual! {
    TAKEN: "Bu adda bir istasyon zaten var." / "There is a station of this name already.",
}

/// In the order of their names.
pub fn of(view: &impl ReadView, restaurant: Id) -> Result<Vec<Station>> {
    let mut stations = view.stations_of(restaurant)?;
    sort(&mut stations);
    Ok(stations)
}

pub fn show(app: &AppState, access: Access, restaurant: &str, station: &str) -> Result<(Restaurant, Station)> {
    let reader = app.store.read()?;
    let restaurant = restaurants::find(&reader, access, restaurant)?;
    let station = find(&reader, restaurant.id, station)?;
    Ok((restaurant, station))
}

fn find(view: &impl ReadView, restaurant: Id, station: &str) -> Result<Station> {
    let id = Id::parse(station);
    let found = view.stations_of(restaurant)?.into_iter().find(|one| Some(one.id) == id);
    found.ok_or_else(|| Failure::new(Code::NotFound))
}

pub async fn add(ctx: Ctx, restaurant: String, name: &str) -> Result<Station> {
    let (name, access) = (checked_name("name", name)?, ctx.access);
    ctx.write_with_room(move |tx, recorder| {
        let restaurant = restaurants::find(tx, access, &restaurant)?;
        let all = tx.stations_of(restaurant.id)?;
        refuse_taken(&all, &name, None)?;
        if all.len() >= STATIONS {
            return Err(Failure::invalid("name", Why::NoMore(RecordKind::Station, STATIONS)));
        }
        let (id, takes) = (tx.next_id(), Takes::default());
        let station = Station { id, restaurant_id: restaurant.id, name: name.clone(), takes };
        tx.put_station(&station)?;
        recorder.note(tx, Note::of(Deed::StationAdded).about(id, &name))?;
        Ok(station)
    })
    .await
}

pub async fn rename(ctx: Ctx, restaurant: String, station: String, name: &str) -> Result<()> {
    let (name, access) = (checked_name("name", name)?, ctx.access);
    ctx.write_with_room(move |tx, recorder| {
        let restaurant = restaurants::find(tx, access, &restaurant)?;
        let before = find(tx, restaurant.id, &station)?;
        refuse_taken(&tx.stations_of(restaurant.id)?, &name, Some(before.id))?;
        if before.name == name {
            return Ok(());
        }
        let note = Note::of(Deed::StationRenamed).about(before.id, &name);
        recorder.note(tx, note.changed(&json!({ "name": before.name }), &json!({ "name": name }), &["name"]))?;
        tx.put_station(&Station { name: name.clone(), ..before })
    })
    .await
}

/// What it took goes to all from then on, unless another takes it.
pub async fn remove(ctx: Ctx, restaurant: String, station: String) -> Result<()> {
    let access = ctx.access;
    ctx.write_on_record(move |tx, recorder| {
        let restaurant = restaurants::find(tx, access, &restaurant)?;
        let station = find(tx, restaurant.id, &station)?;
        tx.remove_station(restaurant.id, station.id)?;
        recorder.note(tx, Note::of(Deed::StationRemoved).about(station.id, &station.name))
    })
    .await
}

fn refuse_taken(all: &[Station], name: &str, but: Option<Id>) -> Result<()> {
    let is_taken = all.iter().any(|one| Some(one.id) != but && fold(&one.name) == fold(name));
    if is_taken { Err(Failure::invalid("name", Why::Plain(TAKEN))) } else { Ok(()) }
}
