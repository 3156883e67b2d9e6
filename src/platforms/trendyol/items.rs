//! The products of a package, with everything that was chosen, added and left out at every depth.

use crate::{Loose, OptionCount, Per, PriceReading, settle_depth};
use model::{Item, ItemOption, Money, OptionKind};

/// How options count: they have no numbers of their own.
const OF_A_PIECE: PriceReading = PriceReading::on_top(Per::Piece, Per::Piece, OptionCount::Once);

/// A product as it was told; what it costs, `price` finds out.
pub struct ToldItem {
    /// As many as there are pieces, without prices.
    pub item: Item,
    pub price: Option<Money>,
    /// `unitSellingPrice`.
    pub selling: Option<Money>,
    /// What its options cost for one piece.
    pub extras: Money,
    /// Its `quantity`, where that is another number than its pieces are. Of a line that lost some of them it counts for
    /// nothing: it is unknown whether it is of before or after.
    pub counted: Option<u32>,
}

/// `is_open`: the package is not cancelled as a whole. Of one that is, all is shown; of any other a product that was taken
/// out is not cooked.
pub fn read(package: &Loose<'_>, is_open: bool) -> Vec<ToldItem> {
    let lines = package.get("lines");
    let entries = lines.filled_list();
    let shows_all = !is_open && !entries.iter().any(stays);
    if is_open && !entries.is_empty() && !entries.iter().any(stays) {
        // Nothing of it is left, and nothing says that it is over.
        lines.problem();
    }
    entries.iter().filter(|line| shows_all || stays(line)).map(|line| read_item(line, shows_all)).collect()
}

/// Some pieces were cancelled, or all of a package that is not.
pub fn has_lost_some(package: &Loose<'_>, is_open: bool) -> bool {
    let lines = package.get("lines").list();
    let is_whole = |line: &Loose<'_>| line.get("items").list().iter().all(is_live);
    !lines.iter().all(is_whole) && (is_open || lines.iter().any(stays))
}

fn stays(line: &Loose<'_>) -> bool {
    let units = line.get("items").list();
    units.is_empty() || units.iter().any(is_live)
}

fn is_live(unit: &Loose<'_>) -> bool {
    !unit.get("isCancelled").flag().unwrap_or(false)
}

fn read_item(line: &Loose<'_>, is_cancelled: bool) -> ToldItem {
    let units = line.get("items");
    let all = units.list();
    // One entry for each piece.
    let pieces: Vec<_> = all.iter().filter(|unit| is_cancelled || is_live(unit)).collect();
    let counted = line.get("quantity").whole().and_then(|count| u32::try_from(count).ok()).filter(|count| *count > 0);
    if pieces.is_empty() && counted.is_none() {
        units.problem();
    }
    let quantity = match pieces.len() {
        0 => counted.unwrap_or(1),
        many => u32::try_from(many).unwrap_or(u32::MAX),
    };
    let options = settle_depth(read_choices(line, false));
    let extras = OF_A_PIECE.of_options(&options, 1, 1);
    let item = Item {
        id: pieces.first().and_then(|unit| unit.get("packageItemId").text()),
        product_id: line.get("productId").text(),
        remote_code: None,
        name: line.get("name").name(),
        quantity,
        unit_price: None,
        total: Money(0),
        note: None,
        if_unavailable: None,
        done_at: None,
        options,
    };
    ToldItem {
        item,
        price: line.get("price").money(),
        selling: line.get("unitSellingPrice").money(),
        extras,
        counted: counted.filter(|count| *count != quantity && pieces.len() == all.len()),
    }
}

/// `below_left_out`: what belongs to something that is left out is left out with it.
fn read_choices(parent: &Loose<'_>, below_left_out: bool) -> Vec<ItemOption> {
    let entries = |list: &str| parent.get(list).list();
    let is_out = |entry: &Loose<'_>| below_left_out || entry.get_or_self("name").says_no();
    let chosen = entries("modifierProducts");
    let chosen = chosen.iter().map(|entry| {
        let is_out = is_out(entry);
        choice(entry, "productId", is_out, read_choices(entry, is_out))
    });
    let added = entries("extraIngredients");
    let added = added.iter().map(|entry| choice(entry, "id", is_out(entry), Vec::new()));
    let left_out = entries("removedIngredients");
    // Whatever it is said to cost: nothing is charged for it.
    let left_out = left_out.iter().map(|entry| ItemOption { price: None, ..choice(entry, "id", true, Vec::new()) });
    chosen.chain(added).chain(left_out).collect()
}

/// An option is an object, or its name alone.
fn choice(entry: &Loose<'_>, id: &str, is_left_out: bool, options: Vec<ItemOption>) -> ItemOption {
    ItemOption {
        id: entry.get(id).text(),
        group: None,
        name: entry.get_or_self("name").name(),
        quantity: 1,
        price: entry.get("price").money(),
        kind: if is_left_out { OptionKind::Remove } else { OptionKind::Add },
        options,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loose::Paper;
    use serde_json::{Value, json, value::to_raw_value};

    fn read_of(lines: Value) -> (Vec<ToldItem>, Vec<String>) {
        let paper = Paper::of(&to_raw_value(&json!({ "lines": lines })).unwrap());
        let read = read(&paper.root(), true);
        (read, paper.finish().1)
    }

    #[test]
    fn a_quantity_is_the_number_of_pieces_that_were_not_cancelled() {
        let piece = |id: &str, is_cancelled| json!({ "packageItemId": id, "isCancelled": is_cancelled });
        let line = |name, pieces: &[Value]| json!({ "name": name, "unitSellingPrice": 10.5, "items": pieces });
        let lines = [
            line("Ayran", &[piece("1", true), piece("2", false), piece("3", false)]),
            line("Lahmacun", &[piece("4", true)]),
        ];
        let (read, problems) = read_of(json!(lines));
        assert_eq!((read.len(), &*read[0].item.name, read[0].item.quantity), (1, "Ayran", 2));
        assert_eq!((read[0].item.id.as_deref(), read[0].selling), (Some("2"), Some(Money(1_050))));
        assert!(problems.is_empty());
        let gone = json!([line("Ayran", &[piece("1", true), piece("2", true)])]);
        let whole = Paper::of(&to_raw_value(&json!({ "lines": gone })).unwrap());
        let over = super::read(&whole.root(), false);
        assert_eq!((over.len(), over[0].item.quantity), (1, 2));
        let (read, problems) = read_of(gone);
        assert_eq!((read.len(), problems), (0, vec!["lines".to_owned()]));
    }

    #[test]
    fn a_package_has_lost_some_where_a_piece_is_cancelled_and_it_is_not() {
        let has_lost = |lines: &[&[bool]], is_open| {
            let line = |gone: &&[bool]| {
                let pieces: Vec<Value> = gone.iter().map(|gone| json!({ "isCancelled": gone })).collect();
                json!({ "name": "Ayran", "items": pieces })
            };
            let lines: Vec<Value> = lines.iter().map(line).collect();
            has_lost_some(&Paper::of(&to_raw_value(&json!({ "lines": lines })).unwrap()).root(), is_open)
        };
        for is_open in [true, false] {
            for some in [&[&[true, false][..]][..], &[&[true], &[false]], &[&[true], &[]]] {
                assert!(has_lost(some, is_open), "{some:?}");
            }
            for none in [&[&[false, false][..]][..], &[&[]], &[]] {
                assert!(!has_lost(none, is_open), "{none:?}");
            }
            assert_eq!(has_lost(&[&[true, true], &[true]], is_open), is_open);
        }
    }

    #[test]
    fn what_is_left_out_is_left_out_at_every_depth() {
        let (read, problems) = read_of(json!([{
            "name": "Menü", "unitSellingPrice": 200, "items": [{}],
            "removedIngredients": ["Soğan", { "id": 7, "name": "Turşu", "price": 5 }],
            "modifierProducts": [{
                "name": "Dürüm", "price": 10, "productId": 5,
                "extraIngredients": [{ "id": 8, "name": "Kaşar", "price": 2.5 }],
                "modifierProducts": [{ "name": "Sos", "price": 1, "removedIngredients": ["Sarımsak"] }],
            }],
        }]));
        assert!(problems.is_empty(), "{problems:?}");
        let options = &read[0].item.options;
        let shape: Vec<_> = options.iter().map(|o| (&*o.name, o.kind, o.price)).collect();
        let expected = [
            ("Dürüm", OptionKind::Add, Some(Money(1_000))),
            ("Soğan", OptionKind::Remove, None),
            ("Turşu", OptionKind::Remove, None),
        ];
        assert_eq!(shape, expected);
        let below: Vec<_> = options[0].options.iter().map(|o| (&*o.name, o.kind)).collect();
        assert_eq!(below, [("Sos", OptionKind::Add), ("Kaşar", OptionKind::Add)]);
        assert_eq!(options[0].options[0].options[0].kind, OptionKind::Remove);
        assert_eq!(read[0].extras, Money(1_350));
    }

    #[test]
    fn an_option_that_is_not_wanted_is_no_addition() {
        let (read, problems) = read_of(json!([{
            "name": "Dürüm", "unitSellingPrice": 200, "items": [{}], "extraIngredients": ["Turşu olmasın", "Kaşar"],
            "modifierProducts": [
                { "name": "Soğan istemiyorum", "price": 1, "modifierProducts": [{ "name": "Közde" }] },
                { "name": "Ekstra sos istemiyorum" }, { "name": "Soğan istemiyorum, ekstra sos" },
                { "name": "No Sugar Cola" },
            ],
        }]));
        let shape: Vec<_> = read[0].item.options.iter().map(|o| (&*o.name, o.kind)).collect();
        use OptionKind::{Add, Remove};
        let expected = [
            ("Soğan istemiyorum", Remove),
            ("Ekstra sos istemiyorum", Remove),
            ("Soğan istemiyorum, ekstra sos", Remove),
            ("No Sugar Cola", Add),
            ("Turşu olmasın", Remove),
            ("Kaşar", Add),
        ];
        assert_eq!(shape, expected);
        assert_eq!(read[0].item.options[0].options[0].kind, Remove);
        assert_eq!(read[0].extras, Money(100), "what is charged for stays in the sums");
        assert_eq!(problems, ["lines[0].modifierProducts[2].name"], "it says two things");
    }

    #[test]
    fn newer_answers_count_on_the_line_and_number_their_pieces() {
        let line = |quantity, pieces: &[bool]| {
            let pieces: Vec<_> =
                pieces.iter().map(|gone| json!({ "packageItemId": 91, "isCancelled": gone })).collect();
            let (read, problems) = read_of(json!([{ "name": "Ayran", "quantity": quantity, "items": pieces }]));
            assert!(problems.is_empty(), "{problems:?}");
            (read[0].item.id.clone(), read[0].item.quantity, read[0].counted)
        };
        assert_eq!(line(3, &[]), (None, 3, None), "it is the only one to say");
        assert_eq!(line(2, &[false, false]), (Some("91".to_owned()), 2, None));
        assert_eq!(line(2, &[false]), (Some("91".to_owned()), 1, Some(2)));
        assert_eq!(line(3, &[false, true, false]), (Some("91".to_owned()), 2, None), "one was cancelled");
        assert_eq!(line(0, &[false]), (Some("91".to_owned()), 1, None));
    }

    #[test]
    fn a_line_that_says_nothing_is_one_piece_of_something() {
        let (read, problems) = read_of(json!([{}]));
        assert_eq!((&*read[0].item.name, read[0].item.quantity, read[0].selling), ("?", 1, None));
        assert_eq!(problems, ["lines[0].items", "lines[0].name"]);
        assert_eq!(read_of(Value::Null).1, ["lines"]);
    }
}
