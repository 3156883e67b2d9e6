//! Everybody's own page: password, language, and where they are signed in.

use super::{
    super::{
        field::{Field, FieldGroup, FieldKind, blame, is_about_form},
        frame::{Frame, Here},
        page::{go_to, page, page_with},
        show,
        visit::{Visit, browser_of},
    },
    seats::{Seat, seats},
};
use askama::Template;
use http::Answer;
use hyper::StatusCode;
use i18n::Spoken;
use model::Failure;
use ops::{
    care::settings,
    people::{guesses::Tried, sessions, sign_in},
};

#[derive(Template)]
#[template(path = "users_me.html")]
struct MePage {
    frame: Frame,
    groups: Vec<FieldGroup>,
    error: Option<String>,
    /// Since when there is a second factor, and how many recovery codes are left.
    second_factor: Option<(String, usize)>,
    seats: Vec<Seat>,
}

pub async fn show(visit: Visit) -> Answer {
    page(&me_page(&visit)?)
}

fn me_page(visit: &Visit) -> Result<MePage, Failure> {
    let t = &visit.lang.texts().users_page;
    let mine = sessions::list(&visit.app)?
        .into_iter()
        .filter(|visitor| visit.session().is_of_person(visitor.user.id))
        .collect();
    let fields = vec![
        Field::secret("present", t.present_password, false, true).autofill("current-password"),
        Field::secret("password", t.new_password, false, true).help(visit.lang.texts().sign.password_help),
    ];
    let zone = settings::zone(&visit.app)?;
    let second_factor = visit.user()?.second_factor.as_ref();
    Ok(MePage {
        frame: Frame::of(visit, Here::Elsewhere, t.mine),
        groups: vec![FieldGroup { title: t.own_password, intro: t.own_password_help, fields }],
        error: None,
        second_factor: second_factor.map(|it| (show::time(visit.lang, it.since, &zone), it.recovery.len())),
        seats: seats(visit, mine)?,
    })
}

pub async fn change_password(visit: Visit) -> Answer {
    let (present, wanted) = (visit.typed("present")?, visit.typed("password")?);
    let browser = browser_of(&visit.call);
    let changed = sign_in::change_password(&visit.ctx(), visit.person()?, &present, &wanted, &browser).await;
    let mut again = me_page(&visit)?;
    let status = match changed {
        Ok(Tried::Right(())) => return go_to("/me?said=saved"),
        Ok(Tried::Wrong) => {
            again.groups[0].fields[0].error = Some(visit.lang.texts().users_page.wrong_password.to_owned());
            StatusCode::UNPROCESSABLE_ENTITY
        }
        Ok(Tried::TooSoon(wait)) => {
            again.error = Some(show::wait(visit.lang, wait));
            StatusCode::TOO_MANY_REQUESTS
        }
        Err(failure) if is_about_form(&failure) => {
            again.error = blame(&mut again.groups, visit.lang, &failure);
            StatusCode::UNPROCESSABLE_ENTITY
        }
        Err(failure) => return Err(failure),
    };
    page_with(status, &again)
}

/// Ends one of one's own sessions.
pub async fn sign_out(visit: Visit) -> Answer {
    sessions::end(&visit.ctx(), &visit.typed("session")?, Some(visit.user()?.id)).await?;
    go_to("/me?said=done#sessions")
}

pub async fn sign_out_elsewhere(visit: Visit) -> Answer {
    sessions::sign_out_elsewhere(&visit.ctx(), visit.person()?).await?;
    go_to("/me?said=done#sessions")
}
