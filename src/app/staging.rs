//! What a demo adds to an empty store: an owner, a restaurant with every platform, a till that takes notifications and
//! now and then does not, and a kitchen that works.

use super::machine_lang::machine_lang;
use crate::http::{self, Door, Limits, Site, post, reply};
use crate::model::{Actor, Code, Failure, Id, Lang, Order, Provider, Status, Walk};
use crate::ops::orders::{self, OrderFilter, Picked, Wish};
use crate::ops::people::setup::{self, Claim, FirstThings, Setup};
use crate::ops::{AppState, Ctx, events::webhooks::WebhookDraft, integrations, places::restaurants};
use crate::{clock, i18n::terminal as texts};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{io, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::watch};

const USER: &str = "demo";
/// Of so many notifications the receiver refuses one.
const FAILS_ONE_IN: u32 = 6;
/// Of so many new orders the kitchen leaves one to the viewer, for a while.
const LEFT_ONE_IN: u64 = 3;

pub struct Staging {
    pub password: String,
}

impl Staging {
    /// `stopped` sends the kitchen home: the store closes only when the state is no longer held.
    pub async fn raise(self, app: &Arc<AppState>, url: &str, mut stopped: watch::Receiver<bool>) -> Result<(), String> {
        let made = raise(app, &self.password).await.map_err(|failure| format!("The demo cannot start: {failure}."))?;
        let kitchen = kitchen(app.clone(), made.restaurant);
        tokio::spawn(async move {
            tokio::select! {
                () = kitchen => {}
                _ = stopped.wait_for(|stopped| *stopped) => {}
            }
        });
        let line = "─".repeat(64);
        let (lang, key) = (machine_lang(), &made.key.secret);
        let demo = texts::demo(lang, &line, url, USER, &self.password, key);
        println!("{demo}\nlistening on {url}\n{}", texts::demo_end(lang));
        Ok(())
    }
}

async fn raise(app: &Arc<AppState>, password: &str) -> Result<FirstThings, Failure> {
    let connected = Provider::ALL.into_iter().filter(|provider| *provider != Provider::Open);
    let setup = Setup {
        owner: USER.to_owned(),
        password: password.to_owned(),
        key: "demo".to_owned(),
        lang: None,
        restaurant: Some(restaurants::RestaurantDraft::named("Lezzet Durağı (demo)", Some("Moda, Kadıköy"))?),
        // A scheduled order starts a minute before its time, so that one is seen to start.
        integrations: connected
            .map(|provider| Ok((provider, integrations::IntegrationDraft::new(app)?.preparing(1))))
            .collect::<Result<_, Failure>>()?,
        webhook: Some(WebhookDraft::to(receiver().await.map_err(Failure::fault)?)),
        browser: None,
    };
    match setup::set_up(&Ctx::command_line(app.clone()), setup).await? {
        Claim::Made(made) => Ok(*made),
        Claim::Taken => Err(Failure::fault("the throwaway store has an owner")),
    }
}

/// A till that takes notifications, and now and then does not.
async fn receiver() -> io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/till", listener.local_addr()?);
    let heard = Arc::new(AtomicU32::new(1));
    let take = move |_| {
        let number = heard.fetch_add(1, Ordering::Relaxed);
        async move {
            if number.is_multiple_of(FAILS_ONE_IN) {
                return Err(Failure::new(Code::Unavailable));
            }
            reply::done()
        }
    };
    let site = Site::new();
    site.mount(vec![Door::new("", vec![post("till", take)])]);
    tokio::spawn(http::serve(listener, site, std::future::pending(), Limits::default()));
    Ok(url)
}

/// Works as a kitchen does, but leaves enough for the viewer.
async fn kitchen(app: Arc<AppState>, restaurant: Option<Id>) {
    let open: Vec<Status> = Status::ALL.into_iter().filter(|status| !status.is_closed()).collect();
    let filter = OrderFilter { picked: Picked::orders(restaurant, None, &open), ..OrderFilter::default() };
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let Ok((page, _)) = orders::browse(&app, "", &filter, &Walk::newest(200)) else { continue };
        for order in page.items {
            if clock::now() < order.updated_at.plus(patience(&order)) {
                continue;
            }
            let ctx = Ctx::new(app.clone(), Actor::User("mutfak".into()), Lang::Tr);
            let wish = match order.status {
                Status::New | Status::Scheduled => Wish::Verify { minutes: None },
                Status::Preparing | Status::OnTheWay => Wish::Advance { from: Some(order.status) },
                _ => continue,
            };
            // A courier of the platform decides for itself, and a customer may have been quicker.
            let _ = orders::act(ctx, order.id.to_string(), wish).await;
        }
    }
}

/// How long an order stays where it is: no two are alike, and some are left for the visitor.
fn patience(order: &Order) -> Duration {
    let number = order.id.bytes().iter().fold(0u64, |sum, byte| sum.wrapping_mul(31).wrapping_add((*byte).into()));
    Duration::from_secs(match order.status {
        Status::New if number.is_multiple_of(LEFT_ONE_IN) => 60,
        Status::New => 5 + number % 5,
        Status::Scheduled => 6,
        _ => 9 + number % 9,
    })
}
