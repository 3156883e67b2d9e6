//! Which stations make what, kept in memory until a dish or a station changes: boards ask of every item that they show.
//! Where a restaurant has no stations nothing is read of its dishes.

use crate::engine::last_read::LastRead;
use model::{Id, Result, Station, StationPlan, fold};
use parking_lot::Mutex;
use std::{collections::HashMap, sync::Arc};
use store::{KnownDishes, Store};

#[derive(Default)]
pub(crate) struct StationPlans(LastRead<StationBook>);

/// The stations of all restaurants that have some. Others are not in it.
#[derive(Default)]
pub(crate) struct StationBook {
    /// In the order of their names.
    stations: HashMap<Id, Vec<Station>>,
    /// Made when one is asked for.
    plans: Mutex<HashMap<Id, Arc<StationPlan>>>,
}

impl StationPlans {
    pub fn book(&self, store: &Store) -> Result<Arc<StationBook>> {
        self.0.get_since(store.dish_changes(), store, |reader| {
            let mut stations: HashMap<Id, Vec<Station>> = HashMap::new();
            for station in reader.all_stations()? {
                stations.entry(station.restaurant_id).or_default().push(station);
            }
            stations.values_mut().for_each(|stations| sort(stations));
            Ok(StationBook { stations, plans: Mutex::default() })
        })
    }
}

/// By their names.
pub(crate) fn sort(stations: &mut [Station]) {
    stations.sort_by_cached_key(|station| (fold(&station.name), station.id));
}

impl StationBook {
    pub fn is_empty(&self) -> bool {
        self.stations.is_empty()
    }

    /// Those of a restaurant, in the order of their names.
    pub fn stations(&self, restaurant: Id) -> &[Station] {
        self.stations.get(&restaurant).map_or(&[], Vec::as_slice)
    }

    /// Nothing where a restaurant has no stations.
    pub fn plan(&self, store: &Store, restaurant: Id) -> Result<Option<Arc<StationPlan>>> {
        let Some(stations) = self.stations.get(&restaurant) else { return Ok(None) };
        if let Some(plan) = self.plans.lock().get(&restaurant) {
            return Ok(Some(plan.clone()));
        }
        // A snapshot of its own: one that a caller has had for a while may be older than this book.
        let plan = Arc::new(StationPlan::new(stations, &store.read()?.dishes_of(restaurant)?));
        self.plans.lock().insert(restaurant, plan.clone());
        Ok(Some(plan))
    }
}
