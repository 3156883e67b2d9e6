//! The cancellation reasons. Migros publishes no list, so it is asked for and kept for a while.

use super::{calls, words};
use crate::{Client, list_of, plainly};
use model::{Failure, Reason};
use serde_json::Value;
use std::time::Duration;

const KEPT: Duration = Duration::from_secs(3_600);

/// Named in Turkish alone: the platform has no other names for them.
pub fn list(client: &Client<'_>) -> Result<Vec<Reason>, Failure> {
    let list = client.session.kept("reasons", KEPT, || {
        let data = calls::get(client, "/Mapping/v2/GetCancelReasons")?;
        let list: Value = serde_json::from_str(data.get()).map_err(Failure::fault)?;
        // None at all is not worth keeping: nothing could be cancelled for an hour.
        if read(&list).is_empty() {
            return Err(plainly(words::NO_REASONS));
        }
        Ok(list)
    })?;
    Ok(read(&list))
}

fn read(list: &Value) -> Vec<Reason> {
    let read = |entry: &Value| {
        let id = match entry.get("reasonId")? {
            Value::Number(id) => id.to_string(),
            Value::String(id) => id.clone(),
            _ => return None,
        };
        let name = entry.get("description").and_then(Value::as_str).map(str::trim).filter(|name| !name.is_empty());
        let name = name.unwrap_or(&id).to_owned();
        Some(Reason { id: id.into(), tr: name.clone().into(), en: name.into() })
    };
    list_of(list).iter().filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_can_be_read_of_the_list_is_offered() {
        let list = json!([{ "reasonId": 23_000_000_001_i64, "description": " Ürün yok " }, { "reasonId": "7" }, { "x": 1 }, 5]);
        let read = read(&list);
        assert_eq!(
            read.iter().map(|reason| (&*reason.id, &*reason.tr)).collect::<Vec<_>>(),
            [("23000000001", "Ürün yok"), ("7", "7")]
        );
        assert!(super::read(&json!({ "reasonId": 1 })).is_empty());
    }
}
