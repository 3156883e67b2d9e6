//! How a board is looked at: of which restaurant, in which role, at which station. All that a screen is sent follows it, and a
//! screen is held to the roles that its owner gave it.

use crate::{
    cookies::{chosen_look, keep_look},
    visit::Visit,
};
use http::Response;
use model::{Code, Failure, Id, ScreenRole, Why};
use ops::orders;

/// What cards show: rendered once for all screens that look alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardLook {
    pub role: ScreenRole,
    /// Of a station: whose dishes. Without one those of all.
    pub station: Option<Id>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardLook {
    pub restaurant: Option<Id>,
    pub card: CardLook,
}

impl CardLook {
    /// Read from left to right in fixed rows, with nothing of money and customers.
    pub fn is_tiled(self) -> bool {
        !self.role.has_money()
    }

    /// `station` and its id behind a point, or the role alone: as a cookie keeps it.
    fn word(self) -> String {
        let role = self.role.word();
        self.station.map_or_else(|| role.to_owned(), |station| format!("{role}.{station}"))
    }

    fn parse(text: &str) -> Option<CardLook> {
        let (role, station) = text.split_once('.').unwrap_or((text, ""));
        Some(CardLook { role: ScreenRole::parse(role)?, station: Id::parse(station) })
    }

    /// Nothing where the address names no role.
    fn asked(visit: &Visit) -> Result<Option<CardLook>, Failure> {
        let query = visit.call.query()?;
        let Some(role) = query.one("role")?.filter(|word| !word.is_empty()) else { return Ok(None) };
        let role = ScreenRole::parse(role).ok_or_else(|| Failure::new(Code::NotFound))?;
        let station = query.one("station")?.and_then(Id::parse).filter(|_| role == ScreenRole::Station);
        Ok(Some(CardLook { role, station }))
    }
}

impl BoardLook {
    /// Of a page: what is asked for, or what was looked at last on this device, as far as it may be; else what comes first.
    pub fn of_page(visit: &Visit) -> Result<BoardLook, Failure> {
        let roles = visit.roles();
        let kept = || chosen_look(&visit.call).as_deref().and_then(CardLook::parse);
        let wanted = CardLook::asked(visit).unwrap_or_default().or_else(kept);
        let first = CardLook { role: roles.first(), station: None };
        let mut card = wanted.filter(|look| roles.allow(look.role)).unwrap_or(first);
        let restaurant = restaurant(visit)?;
        if card.role == ScreenRole::Station {
            let stations = orders::stations(&visit.app, restaurant)?;
            let known = card.station.filter(|id| stations.iter().any(|station| station.id == *id));
            // Where there are none, or none any more, everything is everybody's.
            card.station = known.or(stations.first().map(|station| station.id));
        }
        Ok(BoardLook { restaurant, card })
    }

    /// Of what a page fetches and hears: exactly what its address says.
    pub fn of_piece(visit: &Visit) -> Result<BoardLook, Failure> {
        let roles = visit.roles();
        let card = CardLook::asked(visit)?.unwrap_or(CardLook { role: roles.first(), station: None });
        if !roles.allow(card.role) {
            return Err(Failure::new(Code::KitchenOnly).why(Why::NotOfThisScreen));
        }
        Ok(BoardLook { restaurant: restaurant(visit)?, card })
    }

    /// As an address has it; empty where there is nothing to say.
    pub fn query(self) -> String {
        let CardLook { role, station } = self.card;
        let restaurant = self.restaurant.map(|id| format!("restaurant={id}"));
        let role = (role != ScreenRole::All).then(|| format!("role={}", role.word()));
        let station = station.map(|id| format!("station={id}"));
        let parts: Vec<String> = [restaurant, role, station].into_iter().flatten().collect();
        if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
    }

    /// What was chosen by the address is kept on this device.
    pub fn keep(self, visit: &Visit, response: &mut Response) {
        if let Ok(Some(asked)) = CardLook::asked(visit)
            && asked.role == self.card.role
        {
            keep_look(response, &self.card.word());
        }
    }
}

/// The restaurant that the board is narrowed to. One that is unknown has no orders.
fn restaurant(visit: &Visit) -> Result<Option<Id>, Failure> {
    let query = visit.call.query()?;
    let asked = query.one("restaurant")?.filter(|text| !text.is_empty());
    let asked = asked.map(|text| Id::parse(text).unwrap_or(Id::NIL));
    // A screen that is for one restaurant shows that one, whatever it asks for.
    Ok(visit.access().restaurant.or(asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_and_a_cookie_say_what_is_looked_at() {
        let station = CardLook { role: ScreenRole::Station, station: Some(Id::from_parts(1, 2)) };
        for look in [CardLook::default(), CardLook { role: ScreenRole::Pass, station: None }, station] {
            assert_eq!(CardLook::parse(&look.word()), Some(look));
        }
        assert_eq!(CardLook::parse("owner"), None);
        assert_eq!(BoardLook::default().query(), "");
        let id = Id::from_parts(1, 2);
        let all = BoardLook { restaurant: Some(id), card: station };
        assert_eq!(all.query(), format!("?restaurant={id}&role=station&station={id}"));
    }
}
