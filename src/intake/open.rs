//! What a web shop posts: orders, customers' cancellations, its menu.

use super::request::IntakeRequest;
use crate::http::{Answer, reply};
use crate::{
    model::{Fields, fields::TEXT},
    ops::{orders, places::menus},
};

pub async fn receive(request: IntakeRequest) -> Answer {
    let body = request.call.json_body()?;
    reply::ok(&orders::receive_from_shop(&request.app, &request.integration, body).await?)
}

pub async fn cancel(request: IntakeRequest) -> Answer {
    let fields = Fields::parse(request.call.json_body()?)?;
    let (reason, note) = (fields.text("reason", TEXT)?, fields.text("note", TEXT)?);
    let id = request.call.param(1).to_owned();
    reply::ok(&orders::cancelled_by_customer(&request.app, &request.integration, id, reason, note).await?)
}

pub async fn set_menu(request: IntakeRequest) -> Answer {
    let body = request.call.json_body()?;
    reply::ok(&menus::set(&request.app, &request.integration, body).await?)
}
