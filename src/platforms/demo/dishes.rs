//! What the people of a demo eat, where they live and what they ask for. All of it is made up.

use super::diners::{Dice, Diner};
use crate::{link::Link, report::Arrival};
use model::{
    Currency, Menu, Money, Provider, Time,
    menu::{Category, MenuOption, OptionGroup, Product},
    order::{Address, Amount, Content, Customer, DeliveryType, Flag, Item, ItemOption, OptionKind, Payment},
    payment::table,
};
use serde_json::json;
use std::time::Duration;

struct DemoDish {
    id: &'static str,
    category: &'static str,
    name: &'static str,
    lira: i64,
    /// What can be left out, and what can be added for how much.
    without: &'static [&'static str],
    extras: &'static [(&'static str, i64)],
}

const DISHES: [DemoDish; 12] = [
    DemoDish {
        id: "d1",
        category: "Kebaplar",
        name: "Adana Kebap",
        lira: 340,
        without: &["Soğan", "Sumak"],
        extras: &[("Közlenmiş biber", 25), ("Lavaş", 10)],
    },
    DemoDish {
        id: "d2",
        category: "Kebaplar",
        name: "Urfa Kebap",
        lira: 340,
        without: &["Soğan"],
        extras: &[("Acılı ezme", 40)],
    },
    DemoDish {
        id: "d3",
        category: "Dürümler",
        name: "Tavuk Dürüm",
        lira: 180,
        without: &["Turşu", "Domates"],
        extras: &[("Kaşar", 25), ("Patates", 20)],
    },
    DemoDish {
        id: "d4",
        category: "Dürümler",
        name: "Et Döner Dürüm",
        lira: 260,
        without: &["Soğan", "Marul"],
        extras: &[("Kaşar", 25)],
    },
    DemoDish {
        id: "d5",
        category: "Pideler",
        name: "Karışık Pide",
        lira: 290,
        without: &["Sucuk"],
        extras: &[("Yumurta", 20), ("Kaşar", 30)],
    },
    DemoDish {
        id: "d6",
        category: "Pideler",
        name: "Lahmacun",
        lira: 95,
        without: &["Maydanoz", "Soğan"],
        extras: &[("Acı", 0)],
    },
    DemoDish {
        id: "d7",
        category: "Çorbalar",
        name: "Mercimek Çorbası",
        lira: 110,
        without: &[],
        extras: &[("Limon", 0)],
    },
    DemoDish {
        id: "d8",
        category: "Salatalar",
        name: "Çoban Salata",
        lira: 120,
        without: &["Biber", "Soğan"],
        extras: &[("Beyaz peynir", 35)],
    },
    DemoDish {
        id: "d9",
        category: "Tatlılar",
        name: "Künefe",
        lira: 190,
        without: &["Fıstık"],
        extras: &[("Kaymak", 45)],
    },
    DemoDish { id: "d10", category: "Tatlılar", name: "Fırın Sütlaç", lira: 130, without: &[], extras: &[] },
    DemoDish { id: "d11", category: "İçecekler", name: "Ayran", lira: 35, without: &[], extras: &[] },
    DemoDish { id: "d12", category: "İçecekler", name: "Şalgam", lira: 40, without: &[], extras: &[("Acılı", 0)] },
];

const PEOPLE: [&str; 14] = [
    "Ayşe K.",
    "Mehmet Y.",
    "Zeynep A.",
    "Emre D.",
    "Elif Ş.",
    "Burak T.",
    "Deniz Ö.",
    "Fatma G.",
    "Can B.",
    "Selin Ç.",
    "Hakan U.",
    "İrem S.",
    "Oğuz E.",
    "Gül N.",
];
const STREETS: [&str; 8] = [
    "Moda Cad.",
    "Bahariye Cad.",
    "Söğütlüçeşme Cad.",
    "Caferağa Mah. Sakız Sok.",
    "Rasimpaşa Mah. Karakolhane Cad.",
    "Osmanağa Mah. Kuşdili Sok.",
    "Feneryolu Mah. Bağdat Cad.",
    "Acıbadem Mah. Çeçen Sok.",
];
const DIRECTIONS: [&str; 5] =
    ["Eczanenin yanı", "Mavi kapılı bina", "Zil çalışmıyor, arayın", "Site girişi güvenlikten", "Fırının üstü"];
const NOTES: [&str; 6] = [
    "Acısız olsun",
    "Bol limon lütfen",
    "Peçete ekleyin",
    "Kapıda bekletmeyin lütfen",
    "Az pişmiş olmasın",
    "Teşekkürler",
];

pub fn arrival(diner: Diner, number: u32, now: Time, dice: &mut Dice) -> Arrival {
    let items: Vec<Item> = (0..1 + dice.below(3)).map(|_| item(dice)).collect();
    let subtotal = items.iter().fold(Money(0), |sum, item| sum.plus(item.total));
    let discount = if dice.below(4) == 0 { Money(3_000) } else { Money(0) };
    let is_delivered = diner.delivery != DeliveryType::Pickup;
    let delivery_fee = if is_delivered && dice.below(2) == 0 { Money(2_490) } else { Money(0) };
    let total = subtotal.plus(delivery_fee).minus(discount);
    let scheduled_at = diner.is_scheduled.then(|| now.plus(Duration::from_secs(100)));
    let mut flags = Vec::new();
    if dice.below(3) == 0 {
        flags.push(Flag::NoCutlery);
    }
    if is_delivered && dice.below(4) == 0 {
        flags.push(Flag::DoNotRing);
    }
    let content = Content {
        customer: customer(diner, dice),
        items,
        amount: Amount {
            subtotal,
            discount,
            delivery_fee,
            fees: Money(0),
            tip: Money(0),
            total,
            currency: Currency::TRY,
        },
        payment: payment(diner.provider, dice),
        note: (dice.below(2) == 0).then(|| (*dice.one_of(&NOTES)).to_owned()),
        flags,
        delivery_type: diner.delivery,
        is_scheduled: diner.is_scheduled,
        scheduled_at,
        placed_at: Some(now),
        accept_by: (diner.provider == Provider::Getir && !diner.is_scheduled).then(|| now.plus(Duration::from_mins(5))),
        promised_at: is_delivered.then(|| now.plus(Duration::from_mins(40))),
        pickup_code: None,
        is_test: false,
        problems: Vec::new(),
    };
    let code = match diner.provider {
        Provider::Getir => format!("{}{:03}", ["k", "m", "t"][number as usize % 3], 100 + number % 900),
        Provider::TrendyolGo => {
            format!("{}{}{}", number % 9 + 1, ["K", "E", "B"][number as usize % 3], number / 9 % 10)
        }
        _ => (100 + number % 900).to_string(),
    };
    let raw = json!({ "demo": true, "made": number, "code": code, "items": content.items.len() });
    Arrival { code: Some(code), content, raw: raw.to_string().into_bytes() }
}

fn item(dice: &mut Dice) -> Item {
    let dish = dice.one_of(&DISHES);
    let quantity = 1 + dice.below(4) / 2;
    let mut options = Vec::new();
    let mut each = dish.lira;
    if !dish.extras.is_empty() && dice.below(2) == 0 {
        let (name, lira) = *dice.one_of(dish.extras);
        each += lira;
        options.push(choice("Ekstra", name, Some(lira), OptionKind::Add));
    }
    if !dish.without.is_empty() && dice.below(3) == 0 {
        let left_out: &&str = dice.one_of(dish.without);
        options.push(choice("Çıkarılacak malzeme", left_out, None, OptionKind::Remove));
    }
    Item {
        id: None,
        product_id: Some(dish.id.to_owned()),
        remote_code: None,
        name: dish.name.to_owned(),
        quantity,
        unit_price: Some(lira(dish.lira)),
        total: lira(each * i64::from(quantity)),
        note: (dice.below(6) == 0).then(|| "İyi pişmiş olsun".to_owned()),
        options,
    }
}

fn choice(group: &str, name: &str, price: Option<i64>, kind: OptionKind) -> ItemOption {
    ItemOption {
        id: None,
        group: Some(group.to_owned()),
        name: name.to_owned(),
        quantity: 1,
        price: price.map(lira),
        kind,
        options: Vec::new(),
    }
}

fn customer(diner: Diner, dice: &mut Dice) -> Customer {
    let name = Some(format!("{} (demo)", dice.one_of(&PEOPLE)));
    // As the platforms do: the address of a customer whom their own courier visits is theirs alone.
    let address = match diner.delivery {
        DeliveryType::RestaurantCourier => Address {
            line: Some(format!("{} No: {}", dice.one_of(&STREETS), 1 + dice.below(120))),
            district: Some("Kadıköy".to_owned()),
            city: Some("İstanbul".to_owned()),
            door_number: None,
            floor: Some((1 + dice.below(6)).to_string()),
            flat: Some((1 + dice.below(20)).to_string()),
            directions: (dice.below(2) == 0).then(|| (*dice.one_of(&DIRECTIONS)).to_owned()),
            lat: None,
            lon: None,
        },
        _ => Address::default(),
    };
    let phone_code = Some(format!("{:06}", dice.below(1_000_000)));
    Customer { name, phone: Some("+90 850 000 00 00".to_owned()), phone_code, address }
}

fn payment(provider: Provider, dice: &mut Dice) -> Payment {
    let (name, is_paid) = match (provider, dice.below(4)) {
        (_, 0) => ("Kapıda nakit", false),
        (_, 1) => ("Kapıda kredi kartı", false),
        (Provider::Getir, 2) => *dice.one_of(&[("Multinet Kart", false), ("Pluxee Online", true), ("Setcard", false)]),
        (Provider::TrendyolGo, 2) => *dice.one_of(&[("EDENRED_CARD", false), ("PLUXEE - ONLINE", true)]),
        (_, 2) => *dice.one_of(&[("Sodexo", false), ("Ticket Restaurant", false), ("Metropol", false)]),
        _ => ("Online kredi kartı", true),
    };
    Payment::new(table::read(name, Some(is_paid)), Some(name.to_owned()), is_paid)
}

pub fn menu(link: &Link) -> Menu {
    let mut categories: Vec<Category> = Vec::new();
    for dish in &DISHES {
        let options = dish.extras.iter().map(|(name, price)| MenuOption {
            id: None,
            name: (*name).to_owned(),
            price: lira(*price),
            is_active: true,
        });
        let options: Vec<MenuOption> = options.collect();
        let group = OptionGroup { id: None, name: "Ekstra".to_owned(), min: 0, max: None, options };
        let product = Product {
            id: Some(dish.id.to_owned()),
            name: dish.name.to_owned(),
            description: None,
            price: lira(dish.lira),
            is_active: true,
            option_groups: if dish.extras.is_empty() { Vec::new() } else { vec![group] },
        };
        match categories.iter_mut().find(|category| category.name == dish.category) {
            Some(category) => category.products.push(product),
            None => categories.push(Category { id: None, name: dish.category.to_owned(), products: vec![product] }),
        }
    }
    let (provider, restaurant_id) = (link.provider, link.restaurant_id);
    Menu { provider, restaurant_id, currency: Currency::TRY, categories, fetched_at: None }
}

fn lira(lira: i64) -> Money {
    Money(lira * 100)
}
