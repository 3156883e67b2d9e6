//! The menu. Its option groups are not part of what Migros answers.

use super::calls;
use crate::{Client, Link, Loose, NAMELESS, Paper};
use model::{Category, Failure, Menu, Product};

pub fn menu(client: &Client<'_>) -> Result<Menu, Failure> {
    let data = calls::post(client, "/Menu/GetMenuDetailsByStoreAndStoreGroupId", &calls::store(client.link))?;
    let paper = Paper::of(&data);
    let root = paper.root();
    let menus = if root.value().is_array() { root.list() } else { vec![root] };
    let categories = menus.iter().flat_map(|menu| menu.get("menuHeaderInfos").list()).map(|one| read_category(&one));
    let &Link { provider, restaurant_id, currency, .. } = client.link;
    Ok(Menu { provider, restaurant_id, currency, categories: categories.collect(), fetched_at: None })
}

fn read_category(category: &Loose<'_>) -> Category {
    let is_sold = is_active(category);
    let products = category.get("foodMenuItemDetailsDTOs").list();
    Category {
        id: category.get("id").text(),
        name: category.get("name").text().unwrap_or_else(|| NAMELESS.to_owned()),
        products: products.iter().map(|product| read_product(product, is_sold)).collect(),
    }
}

/// Orders count in kuruş, the menu in lira: its prices are decimals there, and the one client that sets them sends lira.
fn read_product(product: &Loose<'_>, is_sold: bool) -> Product {
    Product {
        id: product.any(&["productId", "id"]).text(),
        name: product.get("productName").text().unwrap_or_else(|| NAMELESS.to_owned()),
        description: product.get("productDescription").text(),
        price: product.any(&["defaultPrimaryPrice", "defaultPrimaryDiscountedPrice"]).money().unwrap_or_default(),
        is_active: is_sold && is_active(product),
        option_groups: Vec::new(),
    }
}

fn is_active(thing: &Loose<'_>) -> bool {
    !thing.get("status").text().is_some_and(|status| status.eq_ignore_ascii_case("PASSIVE"))
}
