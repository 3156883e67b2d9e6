//! Users of the panel: the list with who is signed in where, adding one, roles, passwords, removing. Owners only.
//!
//! `me` is everybody's own page, `second_factor` how they make one, `seats` is how sessions are listed.

mod browser;
pub mod me;
mod seats;
pub mod second_factor;

use super::{
    confirm::ConfirmPage,
    crumbs::Crumbs,
    field::{Field, FieldGroup, FieldKind, blame, fill, is_about_form},
    frame::{Frame, Here},
    page::{go_to, page, refused},
    show,
    visit::Visit,
};
use askama::Template;
use http::Answer;
use i18n::{
    Spoken,
    pages::{users as words, words::role as role_name},
};
use model::{Code, Failure, Id, Role, User};
use ops::{
    care::settings,
    people::{second_factor as factors, sessions, users},
};
use seats::{Seat, seats};

#[derive(Template)]
#[template(path = "users.html")]
struct UsersPage {
    frame: Frame,
    people: Vec<Person>,
    groups: Vec<FieldGroup>,
    error: Option<String>,
    seats: Vec<Seat>,
    /// The visitor is signed in somewhere else too.
    is_elsewhere: bool,
}

struct Person {
    path: String,
    name: String,
    role: &'static str,
    is_owner: bool,
    since: String,
    is_you: bool,
}

pub async fn list(visit: Visit) -> Answer {
    page(&users_page(&visit, new_user(&visit))?)
}

fn users_page(visit: &Visit, groups: Vec<FieldGroup>) -> Result<UsersPage, Failure> {
    let (lang, zone) = (visit.lang, settings::zone(&visit.app)?);
    let person = |user: User| Person {
        path: path_of(&user),
        role: role_name(lang, user.role),
        is_owner: user.role == Role::Owner,
        since: show::time(lang, user.created_at, &zone),
        is_you: visit.session().is_of_person(user.id),
        name: user.name,
    };
    let sessions::People { users, signed_in } = sessions::people(&visit.app)?;
    let seats = seats(visit, signed_in)?;
    Ok(UsersPage {
        frame: Frame::of(visit, Here::Users, lang.texts().users_page.title),
        people: users.into_iter().map(person).collect(),
        groups,
        error: None,
        is_elsewhere: seats.iter().filter(|seat| seat.who == visit.name()).count() > 1,
        seats,
    })
}

fn whom(visit: &Visit) -> users::Whom {
    users::Whom::Id(visit.param(0))
}

fn path_of(user: &User) -> String {
    format!("/users/{}", user.id)
}

fn new_user(visit: &Visit) -> Vec<FieldGroup> {
    let t = &visit.lang.texts().users_page;
    let fields = vec![
        Field::line("name", t.name).help(t.name_help).required(true),
        role_field(visit, Role::Staff),
        Field::secret("password", t.password, false, true).help(t.password_help),
    ];
    vec![FieldGroup { title: t.add, intro: "", fields }]
}

fn role_field(visit: &Visit, role: Role) -> Field {
    let t = &visit.lang.texts().users_page;
    let all = [("staff", t.staff_can), ("owner", t.owner_can)];
    let all = all.map(|(value, words)| (value.to_owned(), words.to_owned())).to_vec();
    Field::choice("role", t.role, all).value(if role == Role::Owner { "owner" } else { "staff" })
}

fn role_in(visit: &Visit) -> Result<Role, Failure> {
    // Without a known role it is the lesser one.
    Ok(if visit.form().one("role")? == Some("owner") { Role::Owner } else { Role::Staff })
}

pub async fn add(visit: Visit) -> Answer {
    let mut groups = new_user(&visit);
    fill(&mut groups, visit.form())?;
    let (name, role) = (groups[0].fields[0].value.clone(), role_in(&visit)?);
    let password = visit.typed("password")?;
    match users::add(&visit.ctx(), &name, role, &password).await {
        Ok(_) => go_to("/users?said=saved"),
        Err(failure) if is_about_form(&failure) => {
            forget_secrets(&mut groups);
            let error = blame(&mut groups, visit.lang, &failure);
            refused(&UsersPage { error, ..users_page(&visit, groups)? })
        }
        Err(failure) => Err(failure),
    }
}

/// A password that was typed goes into no page.
fn forget_secrets(groups: &mut [FieldGroup]) {
    for field in groups.iter_mut().flat_map(|group| &mut group.fields) {
        if matches!(field.kind, FieldKind::Secret { .. }) {
            field.value.clear();
        }
    }
}

#[derive(Template)]
#[template(path = "users_one.html")]
struct UserPage {
    frame: Frame,
    crumbs: Crumbs,
    path: String,
    is_you: bool,
    is_only_owner: bool,
    role: Vec<FieldGroup>,
    password: Vec<FieldGroup>,
    has_second_factor: bool,
    error: Option<String>,
    seats: Vec<Seat>,
}

pub async fn show_one(visit: Visit) -> Answer {
    page(&one_page(&visit)?)
}

fn one_page(visit: &Visit) -> Result<UserPage, Failure> {
    let t = &visit.lang.texts().users_page;
    let sessions::People { users, signed_in } = sessions::people(&visit.app)?;
    let user = users.iter().find(|user| Id::parse(visit.call.param(0)) == Some(user.id));
    let user = user.ok_or_else(|| Failure::new(Code::NotFound))?;
    let owners = users.iter().filter(|user| user.role == Role::Owner).count();
    let theirs = signed_in.into_iter().filter(|visitor| visitor.user.id == user.id).collect();
    let role = role_field(visit, user.role).help(t.change_role_help);
    let password = Field::secret("password", t.new_password, false, true).help(t.password_help);
    Ok(UserPage {
        frame: Frame::of(visit, Here::Users, user.name.clone()),
        crumbs: vec![("/users".to_owned(), t.title.to_owned())],
        path: path_of(user),
        is_you: visit.session().is_of_person(user.id),
        is_only_owner: user.role == Role::Owner && owners == 1,
        role: vec![FieldGroup { title: t.role, intro: "", fields: vec![role] }],
        password: vec![FieldGroup { title: t.new_password, intro: t.set_password_help, fields: vec![password] }],
        has_second_factor: user.second_factor.is_some(),
        error: None,
        seats: seats(visit, theirs)?,
    })
}

pub async fn change_role(visit: Visit) -> Answer {
    let role = role_in(&visit)?;
    match users::change_role(&visit.ctx(), whom(&visit), role).await {
        // A former owner may not see this page any more.
        Ok(user) if visit.session().is_of_person(user.id) && role != Role::Owner => go_to("/?said=saved"),
        Ok(user) => go_to(&format!("{}?said=saved", path_of(&user))),
        Err(failure) => again(&visit, failure, |page| &mut page.role),
    }
}

/// The page once more, with what is wrong beside the field that it is about.
fn again(visit: &Visit, failure: Failure, groups: fn(&mut UserPage) -> &mut Vec<FieldGroup>) -> Answer {
    if !is_about_form(&failure) {
        return Err(failure);
    }
    let mut shown = one_page(visit)?;
    shown.error = blame(groups(&mut shown), visit.lang, &failure);
    refused(&shown)
}

pub async fn change_password(visit: Visit) -> Answer {
    // One's own needs the present one: an unlocked screen must not be enough.
    if Id::parse(visit.call.param(0)) == Some(visit.user()?.id) {
        return go_to("/me");
    }
    let password = visit.typed("password")?;
    match users::change_password(&visit.ctx(), whom(&visit), &password, None).await {
        Ok(user) => go_to(&format!("{}?said=saved", path_of(&user))),
        Err(failure) => again(&visit, failure, |page| &mut page.password),
    }
}

/// For a user who lost their telephone. One's own is turned off on one's own page.
pub async fn take_second_factor_off(visit: Visit) -> Answer {
    let user = factors::switch_off(&visit.ctx(), whom(&visit)).await?;
    go_to(&format!("{}?said=saved#second-factor", path_of(&user)))
}

/// Ends any user's session; one's own is ended by signing out.
pub async fn sign_out(visit: Visit) -> Answer {
    sessions::end(&visit.ctx(), &visit.typed("session")?, None).await?;
    go_to("/users?said=done#sessions")
}

pub async fn ask_remove(visit: Visit) -> Answer {
    let user = users::show(&visit.app, &whom(&visit))?;
    let t = &visit.lang.texts().users_page;
    let goes = words::user_goes(visit.lang, &user.name);
    let follows = vec![goes, t.remove_signed_out.to_owned(), t.remove_history.to_owned()];
    ConfirmPage::new(&visit, Here::Users, t.remove_title, follows, t.remove, path_of(&user)).ask()
}

pub async fn remove(visit: Visit) -> Answer {
    match users::remove(&visit.ctx(), whom(&visit)).await {
        Ok(user) if visit.session().is_of_person(user.id) => go_to("/login"),
        Ok(_) => go_to("/users?said=removed"),
        Err(failure) if is_about_form(&failure) => {
            refused(&UserPage { error: Some(i18n::failure(visit.lang, &failure)), ..one_page(&visit)? })
        }
        Err(failure) => Err(failure),
    }
}
