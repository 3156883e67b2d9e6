//! What is in an order, all of it, for the kitchen: dishes, options and notes. Nothing of the customer beyond the name that
//! the card has, and only while the order is in sight on the board.

use super::super::{
    board::look::BoardLook,
    frame::{Frame, Here},
    order::view::OrderView,
    page::page,
    visit::Visit,
};
use askama::Template;
use http::Answer;
use i18n::Spoken;
use model::{Code, Failure};
use ops::orders;

#[derive(Template)]
#[template(path = "kitchen_dishes.html")]
struct DishesPage {
    frame: Frame,
    order: OrderView,
}

pub async fn show(visit: Visit) -> Answer {
    let on_board = orders::board_order(&visit.app, visit.access(), visit.call.param(0))?;
    let is_recalled = || {
        let recalled = orders::moved_on(&visit.app, visit.access().restaurant)?;
        Ok::<_, Failure>(recalled.iter().any(|one| one.order.id == on_board.order.id))
    };
    let is_cooking = on_board.order.is_cooking();
    if on_board.order.status.is_closed() && !on_board.is_just_over && !is_cooking && !is_recalled()? {
        return Err(Failure::new(Code::OrderClosed));
    }
    let order = OrderView::of(&on_board, visit.lang);
    let order = if BoardLook::of_page(&visit)?.card.role.has_money() { order } else { order.without_money() };
    let title = order.title(visit.lang.texts().kitchen_page.dishes);
    page(&DishesPage { frame: Frame { is_kitchen: true, ..Frame::of(&visit, Here::Elsewhere, title) }, order })
}
