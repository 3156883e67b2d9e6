//! Orders such as platforms send: five dishes with options, a customer with an address, about 3 kB of JSON.
//!
//! The number decides everything in one, so every run and every peer gets the same orders.

use serde_json::{Value, json};

const FIRST: [&str; 16] = [
    "Ayşe", "Mehmet", "Fatma", "Mustafa", "Zeynep", "Ahmet", "Elif", "Hüseyin", "Emine", "Ali", "Deniz", "Hasan",
    "Merve", "İbrahim", "Büşra", "Yusuf",
];
const LAST: [&str; 16] = [
    "Yılmaz", "Kaya", "Demir", "Çelik", "Şahin", "Yıldız", "Öztürk", "Aydın", "Arslan", "Doğan", "Kılıç", "Aslan",
    "Çetin", "Kara", "Koç", "Kurt",
];
const DISHES: [&str; 12] = [
    "Adana Dürüm",
    "Mercimek Çorbası",
    "Izgara Köfte Porsiyon",
    "Karışık Pide",
    "Lahmacun",
    "Tavuk Şiş",
    "Mevsim Salata",
    "Fırın Sütlaç",
    "Patates Kızartması",
    "İskender",
    "Künefe",
    "Ayran",
];
const STREETS: [&str; 8] =
    ["Bağdat", "İstiklal", "Atatürk", "Cumhuriyet", "Gül", "Menekşe", "Fevzi Çakmak", "Barbaros"];
const DISTRICTS: [&str; 8] = ["Kadıköy", "Beşiktaş", "Üsküdar", "Şişli", "Bakırköy", "Maltepe", "Ataşehir", "Sarıyer"];

/// Two words that every sixteenth order has, each: what a search of common words looks for.
pub fn common_words() -> String {
    customer(0).0
}

/// Who ordered: the name and the telephone of an order.
pub fn customer(number: u64) -> (String, String) {
    let mixed = mix(number);
    let name = format!("{} {}", pick(&FIRST, mixed), pick(&LAST, mixed >> 8));
    (name, format!("+9053{:08}", mixed % 100_000_000))
}

pub fn provider_order_id(number: u64) -> String {
    // As platforms make them: nothing in it rises.
    format!("{:016x}{number:08x}", mix(number ^ 0x5bd1_e995))
}

/// The order of a number, on one line.
pub fn order(number: u64) -> String {
    let mixed = mix(number);
    let (name, phone) = customer(number);
    let (street, district) = (pick(&STREETS, mixed >> 20), pick(&DISTRICTS, mixed >> 30));
    let (door, flat) = (10 + mixed % 89, 10 + (mixed >> 9) % 30);
    let total = 1_249.5 + (mixed % 100) as f64;
    let order = json!({
        "providerOrderId": provider_order_id(number),
        "code": (number % 10_000).to_string(),
        "placedAt": "2026-11-14T18:02:11.123Z",
        "customer": {
            "name": name,
            "phone": phone,
            "phoneCode": (mixed % 1_000_000).to_string(),
            "address": {
                "line": format!("{street} Caddesi No: {door} Daire {flat}, {district} / İstanbul"),
                "district": district,
                "city": "İstanbul",
                "doorNumber": door.to_string(),
                "floor": "3",
                "flat": flat.to_string(),
                "directions": "Eczanenin yanındaki mavi kapı, zile basmayın lütfen",
                "lat": 40.98,
                "lon": 29.03,
            },
        },
        "items": (0..5).map(|place| item(mixed >> (7 * place), place)).collect::<Vec<_>>(),
        "amount": {
            "total": total, "subtotal": total, "discount": 0, "deliveryFee": 0, "fees": 0, "tip": 0, "currency": "TRY",
        },
        "payment": { "type": "online_card", "name": "Online Kredi/Banka Kartı", "isPaid": true },
        "note": "Çatal bıçak göndermeyin, acı sos bol olsun.",
        "deliveryType": "restaurant_courier",
        "isScheduled": false,
    });
    order.to_string()
}

fn item(mixed: u64, place: u64) -> Value {
    let (price, quantity) = (90 + mixed % 50, 1 + place % 2);
    let option = |number: u64, group: &str, name: &str, kind: &str| {
        let id = format!("{:022x}{number:02x}", mixed ^ place);
        json!({ "id": id, "group": group, "name": name, "quantity": 1, "price": 0, "kind": kind })
    };
    json!({
        "id": format!("{:024x}", mixed ^ place),
        "productId": format!("{:024x}", mixed % 200),
        "name": pick(&DISHES, mixed),
        "quantity": quantity,
        "unitPrice": price,
        "total": price * quantity,
        "note": "",
        "options": [
            option(1, "Pişirme derecesi", "Az pişmiş", "add"),
            option(2, "İçindekiler", "Soğansız", "remove"),
        ],
    })
}

fn pick<'a>(words: &[&'a str], mixed: u64) -> &'a str {
    words[(mixed % words.len() as u64) as usize]
}

/// Bits that look as if by chance (the finish of SplitMix64).
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
