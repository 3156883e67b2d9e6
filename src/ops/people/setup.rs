//! The first visit: the claim of a box without an owner makes everything that it begins with, in one write.
//!
//! The panel, `garson setup` and the demo call it, each with what it has. A program that is killed meanwhile leaves a box
//! without an owner, or one that is whole.

use crate::events::webhooks::{self, WebhookDraft};
use crate::keys::{KeyDraft, KeyForm, NewKey};
use crate::people::sessions::{Browser, BrowserTokens, SessionDraft};
use crate::people::users::{self, UserDraft};
use crate::places::restaurants::{self, RestaurantDraft};
use crate::{
    Ctx,
    integrations::{connect::put_in, draft::IntegrationDraft},
};
use model::{Access, Deed, Id, Lang, Note, Provider, Result, Role};
use store::Tx;

/// What a box begins with.
pub struct Setup {
    pub owner: String,
    pub password: String,
    /// What the first key is called.
    pub key: String,
    /// What the panel speaks to the owner.
    pub lang: Option<Lang>,
    pub restaurant: Option<RestaurantDraft>,
    /// The platforms that this restaurant is connected to.
    pub integrations: Vec<(Provider, IntegrationDraft)>,
    pub webhook: Option<WebhookDraft>,
    /// Where the owner is signed in with it.
    pub browser: Option<Browser>,
}

pub enum Claim {
    Made(Box<FirstThings>),
    /// This box has an owner already, or another claim was faster.
    Taken,
}

/// What the owner is shown or given only now.
pub struct FirstThings {
    pub key: NewKey,
    pub restaurant: Option<Id>,
    /// What the browser keeps, where there is one.
    pub tokens: Option<BrowserTokens>,
}

pub async fn set_up(ctx: &Ctx, setup: Setup) -> Result<Claim> {
    let (app, recorder) = (&ctx.app, ctx.recorder());
    if users::has_owner(app)? {
        return Ok(Claim::Taken);
    }
    let Setup { owner, password, key, lang, restaurant, integrations, webhook, browser } = setup;
    let owner = UserDraft::new("user", &owner, Role::Owner, &password)?.speaking(lang);
    let key = KeyDraft::new(app, KeyForm { is_primary: Some(true), ..KeyForm::named(&key)? })?;
    // In a browser the till is one of the steps that follow, and the key is shown there.
    let key = key.unseen(browser.is_some());
    let session = browser.as_ref().map(SessionDraft::new).transpose()?;
    let sealer = app.store.sealer().clone();
    let job = move |tx: &mut Tx<'_>| {
        if users::is_owned(tx)? {
            return Ok(None);
        }
        let user = owner.insert(tx)?;
        let key = key.insert(tx, Access::FULL)?;
        let restaurant = restaurant.as_ref().map(|draft| restaurants::insert(tx, draft)).transpose()?;
        if let Some(restaurant) = &restaurant {
            for (provider, draft) in &integrations {
                put_in(tx, restaurant.id, *provider, draft)?;
            }
        }
        // After the integrations: it is told what happens from now on.
        webhook.as_ref().map(|draft| webhooks::insert(tx, &sealer, Access::FULL, draft)).transpose()?;
        recorder.note(tx, Note::of(Deed::SetUp).about(user.id, &user.name))?;
        let tokens = session.as_ref().map(|session| session.insert(tx, user)).transpose()?;
        Ok(Some(FirstThings { key, restaurant: restaurant.map(|restaurant| restaurant.id), tokens }))
    };
    let at = app.clone();
    // Even if the client hangs up: what the store says and what the keyring lets in must not part.
    let work = async move {
        let _one_after_the_other = at.keyring.changes.lock().await;
        let Some(made) = at.store.write(job).await? else { return Ok(Claim::Taken) };
        at.keyring.add(&made.key.key);
        at.integrations.changed();
        Ok(Claim::Made(Box::new(made)))
    };
    app.run(work).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AppState, engine::testing::an_empty_app};
    use model::Code;
    use model::Failure;
    use std::sync::Arc;
    use store::{Accounts, Deliveries, Integrations, Places};

    fn at_the_machine(app: &Arc<AppState>) -> Ctx {
        Ctx::command_line(app.clone())
    }

    fn everything(app: &AppState, owner: &str) -> Setup {
        Setup {
            owner: owner.to_owned(),
            password: "uzun bir parola".to_owned(),
            key: "first".to_owned(),
            lang: Some(Lang::En),
            restaurant: Some(RestaurantDraft::named("Köşe", None).unwrap()),
            integrations: vec![(Provider::Open, IntegrationDraft::new(app).unwrap())],
            webhook: Some(WebhookDraft::to("http://192.0.2.1/hook".to_owned())),
            browser: Some(Browser {
                address: "127.0.0.1".to_owned(),
                agent: "a test".to_owned(),
                device: None,
                is_https: false,
            }),
        }
    }

    /// Users, keys, restaurants, integrations, webhooks, sessions.
    fn rows(app: &AppState) -> [usize; 6] {
        let reader = app.store.read().unwrap();
        [
            reader.users().unwrap().len(),
            reader.keys().unwrap().len(),
            reader.restaurants().unwrap().len(),
            reader.all_integrations().unwrap().len(),
            reader.webhooks().unwrap().len(),
            reader.sessions().unwrap().len(),
        ]
    }

    #[tokio::test]
    async fn everything_is_made_in_one_commit_and_the_key_works_at_once() {
        let (app, _data) = an_empty_app();
        let (commits, jobs) = app.store.counts();
        let Claim::Made(made) = set_up(&at_the_machine(&app), everything(&app, "ayşe")).await.unwrap() else {
            panic!("it was taken")
        };
        assert_eq!(app.store.counts(), (commits + 1, jobs + 1));
        assert_eq!(rows(&app), [1; 6]);
        assert!(app.keyring.find(&made.key.secret, std::net::Ipv4Addr::LOCALHOST.into()).is_some());
        assert!(matches!(set_up(&at_the_machine(&app), everything(&app, "ali")).await, Ok(Claim::Taken)));
        assert_eq!(rows(&app), [1; 6]);
    }

    #[tokio::test]
    async fn of_two_at_once_one_is_taken() {
        let (app, _data) = an_empty_app();
        let (one, other) = (everything(&app, "ayşe"), everything(&app, "ali"));
        let here = at_the_machine(&app);
        let (one, other) = tokio::join!(set_up(&here, one), set_up(&here, other));
        let is_made = |claim: &Result<Claim, Failure>| matches!(claim, Ok(Claim::Made(_)));
        assert!(is_made(&one) != is_made(&other));
        assert_eq!(rows(&app), [1; 6]);
    }

    #[tokio::test]
    async fn what_is_refused_leaves_nothing() {
        let (app, _data) = an_empty_app();
        let refused =
            set_up(&at_the_machine(&app), Setup { password: "kısa".to_owned(), ..everything(&app, "ayşe") }).await;
        assert!(refused.is_err_and(|failure| failure.code == Code::ValidationFailed));
        // A platform that asks for credentials is refused inside the write.
        let integrations = vec![(Provider::Getir, IntegrationDraft::new(&app).unwrap())];
        assert!(set_up(&at_the_machine(&app), Setup { integrations, ..everything(&app, "ayşe") }).await.is_err());
        assert_eq!(rows(&app), [0; 6]);
    }
}
