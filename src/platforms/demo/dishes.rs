//! What the people of a demo eat, where they live and what they ask for. All of it is made up.

use super::diners::{Dice, Diner};
use crate::{Arrival, Link};
use model::{
    Address, Amount, Category, Content, Currency, Customer, DeliveryType, Flag, Item, ItemOption, Menu, MenuOption,
    Money, OptionGroup, OptionKind, Payment, Product, Provider, Time, payment::table,
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
    dish("d1", "Kebaplar", "Adana Kebap", 340, &["Soğan", "Sumak"], &[("Közlenmiş biber", 25), ("Lavaş", 10)]),
    dish("d2", "Kebaplar", "Urfa Kebap", 340, &["Soğan"], &[("Acılı ezme", 40)]),
    dish("d3", "Dürümler", "Tavuk Dürüm", 180, &["Turşu", "Domates"], &[("Kaşar", 25), ("Patates", 20)]),
    dish("d4", "Dürümler", "Et Döner Dürüm", 260, &["Soğan", "Marul"], &[("Kaşar", 25)]),
    dish("d5", "Pideler", "Karışık Pide", 290, &["Sucuk"], &[("Yumurta", 20), ("Kaşar", 30)]),
    dish("d6", "Pideler", "Lahmacun", 95, &["Maydanoz", "Soğan"], &[("Acı", 0)]),
    dish("d7", "Çorbalar", "Mercimek Çorbası", 110, &[], &[("Limon", 0)]),
    dish("d8", "Salatalar", "Çoban Salata", 120, &["Biber", "Soğan"], &[("Beyaz peynir", 35)]),
    dish("d9", "Tatlılar", "Künefe", 190, &["Fıstık"], &[("Kaymak", 45)]),
    dish("d10", "Tatlılar", "Fırın Sütlaç", 130, &[], &[]),
    dish("d11", "İçecekler", "Ayran", 35, &[], &[]),
    dish("d12", "İçecekler", "Şalgam", 40, &[], &[("Acılı", 0)]),
];

const fn dish(
    id: &'static str,
    category: &'static str,
    name: &'static str,
    lira: i64,
    without: &'static [&'static str],
    extras: &'static [(&'static str, i64)],
) -> DemoDish {
    DemoDish { id, category, name, lira, without, extras }
}

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
    let (fees, tip) = (Money(0), Money(0));
    let total = subtotal.plus(delivery_fee).minus(discount);
    let scheduled_at = diner.is_scheduled.then(|| now.plus(Duration::from_secs(100)));
    let flags = [
        (dice.below(3) == 0).then_some(Flag::NoCutlery),
        (is_delivered && dice.below(4) == 0).then_some(Flag::DoNotRing),
    ];
    let content = Content {
        customer: customer(diner, dice),
        items,
        amount: Amount { subtotal, discount, delivery_fee, fees, tip, total, currency: Currency::TRY },
        payment: payment(diner.provider, dice),
        note: (dice.below(2) == 0).then(|| (*dice.one_of(&NOTES)).to_owned()),
        flags: flags.into_iter().flatten().collect(),
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
        if_unavailable: None,
        done_at: None,
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
            floor: Some((1 + dice.below(6)).to_string()),
            flat: Some((1 + dice.below(20)).to_string()),
            directions: (dice.below(2) == 0).then(|| (*dice.one_of(&DIRECTIONS)).to_owned()),
            ..Address::default()
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
        let option = |(name, price): &(&str, i64)| {
            let (name, price) = ((*name).to_owned(), lira(*price));
            MenuOption { id: None, name, price, is_active: true }
        };
        let options: Vec<MenuOption> = dish.extras.iter().map(option).collect();
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
