//! The owner's page of the screens in the kitchen: which there are, a new one by a square to scan, and the end of one.

use super::super::{
    confirm::ConfirmPage,
    crumbs::Crumbs,
    field::{Field, FieldGroup, FieldKind, blame, fill, is_about_form},
    frame::{Frame, Here},
    https,
    page::{go_to, page, refused},
    qr::QrPicture,
    show,
    visit::Visit,
};
use askama::Template;
use http::Answer;
use i18n::{
    self, Spoken,
    pages::{kitchen as texts, words},
};
use model::{Access, Failure, Id, ScreenRole, ScreenRoles};
use ops::{
    care::settings,
    orders,
    people::{kitchen, sessions::ConnectedScreen},
    places::restaurants,
};

#[derive(Template)]
#[template(path = "kitchen_screens.html")]
struct ScreensPage {
    frame: Frame,
    crumbs: Crumbs,
    shown: Vec<ShownScreen>,
    groups: Vec<FieldGroup>,
    /// For a new screen.
    choices: Vec<RoleChoice>,
    roles_error: Option<String>,
    error: Option<String>,
    invitation: Option<ShownInvitation>,
    /// Other devices reach this machine.
    is_reachable: bool,
}

struct ShownScreen {
    path: String,
    name: String,
    restaurant: Option<String>,
    /// What it is for, where that is not everything, and all that there is to choose from.
    roles: Option<String>,
    choices: Vec<RoleChoice>,
    address: String,
    since: String,
    last_seen: String,
    /// Used within the last minutes.
    is_on: bool,
}

/// One role that a screen may be given.
struct RoleChoice {
    word: &'static str,
    text: &'static str,
    help: &'static str,
    is_chosen: bool,
}

impl RoleChoice {
    /// A station's only where there are stations.
    fn all(visit: &Visit, chosen: &[ScreenRole]) -> Result<Vec<RoleChoice>, Failure> {
        let lang = visit.lang;
        let has_stations = !orders::stations(&visit.app, None)?.is_empty();
        let offered = ScreenRole::ALL
            .into_iter()
            .filter(|role| *role != ScreenRole::Station || has_stations || chosen.contains(role));
        let choice = |role: ScreenRole| RoleChoice {
            word: role.word(),
            text: words::screen_role(lang, role),
            help: texts::role_help(lang, role),
            is_chosen: chosen.contains(&role),
        };
        Ok(offered.map(choice).collect())
    }
}

enum ShownInvitation {
    Open(Box<OpenInvitation>),
    /// What is said of one that let a screen in.
    Used(String),
    Over,
}

struct OpenInvitation {
    name: String,
    /// What the square says.
    link: String,
    picture: QrPicture,
    /// To be typed: the address, and the code.
    typed_at: String,
    digits: String,
    seconds: u64,
    left: String,
}

pub async fn list(visit: Visit) -> Answer {
    page(&screens_page(&visit, new_screen(&visit)?)?)
}

fn screens_page(visit: &Visit, groups: Vec<FieldGroup>) -> Result<ScreensPage, Failure> {
    let (lang, zone, now) = (visit.lang, settings::zone(&visit.app)?, clock::now());
    let restaurants = restaurants::list(&visit.app, Access::FULL)?;
    let name_of = |id: Id| {
        let found = restaurants.iter().find(|one| one.restaurant.id == id);
        found.map_or_else(
            || lang.texts().kitchen_page.gone_restaurant.to_owned(),
            |one| one.restaurant.form.name.clone(),
        )
    };
    let shown = kitchen::list(&visit.app)?.into_iter();
    let shown = shown.map(|ConnectedScreen { id, screen, session }| {
        Ok::<_, Failure>(ShownScreen {
            path: format!("/kitchen/screens/{id}"),
            restaurant: screen.restaurant_id.map(name_of),
            roles: (!screen.roles.is_usual()).then(|| texts::roles(lang, screen.roles.chosen())),
            choices: RoleChoice::all(visit, screen.roles.chosen())?,
            name: screen.name,
            address: session.address,
            since: show::time(lang, session.created_at, &zone),
            last_seen: show::ago(lang, session.last_seen_at, now),
            is_on: now.since(session.last_seen_at).as_secs() < 600,
        })
    });
    let handle = visit.call.query()?.one("invited")?.map(str::to_owned);
    let invitation = handle.map(|handle| shown_invitation(visit, kitchen::invitation(&visit.app, &handle)));
    Ok(ScreensPage {
        frame: Frame::of(visit, Here::Users, lang.texts().kitchen_page.screens),
        crumbs: vec![("/users".to_owned(), lang.texts().users_page.title.to_owned())],
        shown: shown.collect::<Result<_, _>>()?,
        groups,
        choices: RoleChoice::all(visit, ScreenRoles::default().chosen())?,
        roles_error: None,
        error: None,
        invitation: invitation.transpose()?,
        is_reachable: https::for_devices(&visit.app, &visit.call, "").is_some(),
    })
}

fn shown_invitation(
    visit: &Visit,
    found: Option<kitchen::invitations::Invitation>,
) -> Result<ShownInvitation, Failure> {
    let Some(invitation) = found else { return Ok(ShownInvitation::Over) };
    if let Some(screen) = invitation.screen() {
        let still = kitchen::list(&visit.app)?.into_iter().find(|one| one.id == screen);
        let name = still.map_or(invitation.wanted.name, |one| one.screen.name);
        return Ok(ShownInvitation::Used(texts::came_in(visit.lang, &name)));
    }
    let seconds = invitation.left().as_secs();
    if seconds == 0 {
        return Ok(ShownInvitation::Over);
    }
    let local = || format!("{}/kitchen", visit.app.config.local_url());
    let typed_at = https::for_devices(&visit.app, &visit.call, "/kitchen").unwrap_or_else(local);
    let link = format!("{typed_at}/join?code={}", invitation.link);
    Ok(ShownInvitation::Open(Box::new(OpenInvitation {
        name: invitation.wanted.name,
        picture: QrPicture::of(&link)?,
        link,
        typed_at: typed_at.split_once("://").map_or(typed_at.clone(), |(_, rest)| rest.to_owned()),
        digits: invitation.digits,
        seconds,
        left: format!("{}:{:02}", seconds / 60, seconds % 60),
    })))
}

fn new_screen(visit: &Visit) -> Result<Vec<FieldGroup>, Failure> {
    let t = visit.lang.texts().kitchen_page;
    let names: Vec<String> = kitchen::list(&visit.app)?.into_iter().map(|one| one.screen.name).collect();
    // Most have one, and need not think of a name.
    let usual = if names.is_empty() { t.usual_name } else { "" };
    let mut fields = vec![Field::line("name", t.name).help(t.name_help).value(usual).required(true)];
    let restaurants = restaurants::list(&visit.app, Access::FULL)?;
    if restaurants.len() > 1 {
        let all = [(String::new(), visit.lang.texts().board_page.all_restaurants.to_owned())];
        let each = restaurants.iter().map(|one| (one.restaurant.id.to_string(), one.restaurant.form.name.clone()));
        fields.push(
            Field::choice("restaurant", t.restaurant, all.into_iter().chain(each).collect()).help(t.restaurant_help),
        );
    }
    Ok(vec![FieldGroup { title: t.add, intro: "", fields }])
}

pub async fn invite(visit: Visit) -> Answer {
    let mut groups = new_screen(&visit)?;
    fill(&mut groups, visit.form())?;
    let restaurant = groups[0].fields.get(1).map(|field| field.value.clone()).filter(|id| !id.is_empty());
    let roles = visit.form().many("roles");
    match kitchen::invite(&visit.ctx(), &groups[0].fields[0].value, restaurant.as_deref(), &roles) {
        Ok(invitation) => go_to(&format!("/kitchen/screens?invited={}#invitation", invitation.handle)),
        Err(failure) if is_about_form(&failure) => {
            let is_about_roles = failure.field.as_deref() == Some("roles");
            let roles_error = is_about_roles.then(|| visit.lang.texts().kitchen_page.no_role.to_owned());
            let error = if is_about_roles { None } else { blame(&mut groups, visit.lang, &failure) };
            let chosen: Vec<ScreenRole> = roles.iter().filter_map(|word| ScreenRole::parse(word)).collect();
            let choices = RoleChoice::all(&visit, &chosen)?;
            refused(&ScreensPage { error, roles_error, choices, ..screens_page(&visit, groups)? })
        }
        Err(failure) => Err(failure),
    }
}

pub async fn change_roles(visit: Visit) -> Answer {
    match kitchen::change_roles(&visit.ctx(), &visit.param(0), &visit.form().many("roles")).await {
        Ok(()) => go_to("/kitchen/screens?said=saved"),
        Err(failure) if is_about_form(&failure) => {
            let error = Some(visit.lang.texts().kitchen_page.no_role.to_owned());
            refused(&ScreensPage { error, ..screens_page(&visit, new_screen(&visit)?)? })
        }
        Err(failure) => Err(failure),
    }
}

pub async fn rename(visit: Visit) -> Answer {
    let name = visit.trimmed("name")?;
    match kitchen::rename(&visit.ctx(), &visit.param(0), &name).await {
        Ok(()) => go_to("/kitchen/screens?said=saved"),
        Err(failure) if is_about_form(&failure) => {
            let error = Some(i18n::failure(visit.lang, &failure));
            refused(&ScreensPage { error, ..screens_page(&visit, new_screen(&visit)?)? })
        }
        Err(failure) => Err(failure),
    }
}

pub async fn ask_end(visit: Visit) -> Answer {
    let t = visit.lang.texts().kitchen_page;
    let screen = kitchen::show(&visit.app, visit.call.param(0))?;
    let follows = vec![texts::screen_goes(visit.lang, &screen.name), t.end_at_once.to_owned(), t.end_again.to_owned()];
    ConfirmPage::new(&visit, Here::Users, t.end_title, follows, t.end, "/kitchen/screens".to_owned()).ask()
}

pub async fn end(visit: Visit) -> Answer {
    kitchen::end(&visit.ctx(), &visit.param(0)).await?;
    go_to("/kitchen/screens?said=done")
}
