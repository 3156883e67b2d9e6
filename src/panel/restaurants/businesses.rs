//! Businesses: what restaurants belong to. Add, edit, link and unlink restaurants, remove.

use super::{
    super::{
        confirm::{ConfirmPage, is_typed},
        crumbs::{Crumbs, business_path, crumbs, restaurant_path},
        field::{Field, FieldGroup, fill, typed_text},
        frame::{Frame, Here},
        page::{go_to, page},
        visit::Visit,
    },
    form::{PlaceFormPage, again},
    removal::what_goes,
};
use askama::Template;
use http::Answer;
use i18n::{Spoken, pages::restaurants as words};
use model::{Access, Business, BusinessForm, Failure, Fields, Id};
use ops::places::{
    businesses::{self, BusinessDetails},
    removal::Consequences,
    restaurants,
};

#[derive(Template)]
#[template(path = "business.html")]
struct BusinessPage {
    frame: Frame,
    crumbs: Crumbs,
    path: String,
    id: String,
    facts: Vec<(&'static str, String)>,
    linked: Vec<Linked>,
    /// Those that could be linked: id and name.
    others: Vec<(String, String)>,
}

struct Linked {
    id: String,
    path: String,
    name: String,
}

pub async fn show(visit: Visit) -> Answer {
    let business = businesses::show(&visit.app, &visit.param(0))?.business;
    let names = businesses::list(&visit.app)?;
    let name_of = |id: Id| names.iter().find(|shown| shown.business.id == id).map(|shown| &shown.business.form.name);
    let (mut linked, mut others) = (Vec::new(), Vec::new());
    for shown in restaurants::list(&visit.app, Access::FULL)?.iter() {
        let (restaurant, name) = (&shown.restaurant, shown.restaurant.form.name.clone());
        if restaurant.business_id == Some(business.id) {
            linked.push(Linked { id: restaurant.id.to_string(), path: restaurant_path(restaurant.id), name });
            continue;
        }
        let text = match restaurant.business_id.and_then(name_of) {
            Some(elsewhere) => words::belongs_to(visit.lang, &name, elsewhere),
            None => name,
        };
        others.push((restaurant.id.to_string(), text));
    }
    page(&BusinessPage {
        frame: Frame::of(&visit, Here::Restaurants, business.form.name.clone()),
        crumbs: crumbs(&visit),
        path: business_path(business.id),
        id: business.id.to_string(),
        facts: facts(&visit, business.form),
        linked,
        others,
    })
}

fn facts(visit: &Visit, form: BusinessForm) -> Vec<(&'static str, String)> {
    let t = &visit.lang.texts().restaurants_page;
    let all = [
        (t.description, form.description),
        (t.vat_number, form.vat_number),
        (t.tax_office, form.tax_office),
        (t.address, form.address),
        (t.zip_code, form.zip_code),
        (t.city, form.city),
        (t.country, form.country),
        (t.phone, form.phone),
        (t.email, form.email),
    ];
    all.into_iter().filter_map(|(label, value)| Some((label, value?))).collect()
}

pub async fn show_new(visit: Visit) -> Answer {
    let groups = groups(&visit, None);
    page(&form_page(&visit, None, groups))
}

pub async fn add(visit: Visit) -> Answer {
    let mut groups = groups(&visit, None);
    fill(&mut groups, visit.form())?;
    match async { businesses::add(visit.ctx(), form(&groups)?).await }.await {
        Ok(shown) => go_to(&format!("{}?said=saved", business_path(shown.business.id))),
        Err(failure) => again(form_page(&visit, None, groups), failure),
    }
}

pub async fn show_edit(visit: Visit) -> Answer {
    let shown = businesses::show(&visit.app, &visit.param(0))?;
    let groups = groups(&visit, Some(&shown));
    page(&form_page(&visit, Some(&shown), groups))
}

pub async fn change(visit: Visit) -> Answer {
    let mut groups = groups(&visit, None);
    fill(&mut groups, visit.form())?;
    match async { businesses::change(visit.ctx(), visit.param(0), form(&groups)?).await }.await {
        Ok(shown) => go_to(&format!("{}?said=saved", business_path(shown.business.id))),
        Err(failure) => {
            let before = businesses::show(&visit.app, &visit.param(0))?;
            again(form_page(&visit, Some(&before), groups), failure)
        }
    }
}

fn form_page(visit: &Visit, shown: Option<&BusinessDetails>, groups: Vec<FieldGroup>) -> PlaceFormPage {
    let t = &visit.lang.texts().restaurants_page;
    let mut crumbs = crumbs(visit);
    let (title, back) = match shown {
        Some(BusinessDetails { business, .. }) => {
            crumbs.push((business_path(business.id), business.form.name.clone()));
            (t.edit_business, business_path(business.id))
        }
        None => (t.add_business, "/restaurants".to_owned()),
    };
    let frame = Frame::of(visit, Here::Restaurants, title);
    PlaceFormPage { frame, crumbs, groups, error: None, action: visit.call.path().to_owned(), back }
}

fn groups(visit: &Visit, shown: Option<&BusinessDetails>) -> Vec<FieldGroup> {
    let t = &visit.lang.texts().restaurants_page;
    let form = shown.map(|shown| &shown.business.form);
    let value = |of: fn(&BusinessForm) -> &Option<String>| form.and_then(|form| of(form).clone()).unwrap_or_default();
    let field = |name, label, of| Field::line(name, label).value(value(of));
    let area = |name, label, of| Field::area(name, label).value(value(of));
    let name = form.map(|form| form.name.clone()).unwrap_or_default();
    vec![
        FieldGroup {
            title: t.company,
            intro: "",
            fields: vec![
                Field::line("name", t.name).value(name).required(true),
                area("description", t.description, |form| &form.description),
                field("vatNumber", t.vat_number, |form| &form.vat_number).keys("numeric"),
                field("taxOffice", t.tax_office, |form| &form.tax_office),
            ],
        },
        FieldGroup {
            title: t.contact,
            intro: "",
            fields: vec![
                area("address", t.address, |form| &form.address),
                field("zipCode", t.zip_code, |form| &form.zip_code).keys("numeric"),
                field("city", t.city, |form| &form.city),
                field("country", t.country, |form| &form.country),
                field("phone", t.phone, |form| &form.phone).keys("tel"),
                field("email", t.email, |form| &form.email).keys("email"),
            ],
        },
    ]
}

fn form(groups: &[FieldGroup]) -> Result<BusinessForm, Failure> {
    let fields = groups.iter().flat_map(|group| &group.fields);
    businesses::form(&Fields::typed(fields.map(|field| (field.name.as_str(), typed_text(groups, &field.name)))))
}

pub async fn link(visit: Visit) -> Answer {
    restaurants::link(visit.ctx(), visit.param(0), visit.typed("restaurant")?).await?;
    back(&visit)
}

pub async fn unlink(visit: Visit) -> Answer {
    restaurants::unlink(visit.ctx(), visit.param(0), visit.typed("restaurant")?).await?;
    back(&visit)
}

fn back(visit: &Visit) -> Answer {
    let business = Id::parse(visit.call.param(0)).unwrap_or(Id::NIL);
    go_to(&format!("{}?said=saved", business_path(business)))
}

pub async fn ask_remove(visit: Visit) -> Answer {
    let (business, gone, consequences) = restaurants::removal_of_business(&visit.app, &visit.param(0))?;
    removal(&visit, &business, &gone, consequences).ask()
}

pub async fn remove(visit: Visit) -> Answer {
    let (business, gone, consequences) = restaurants::removal_of_business(&visit.app, &visit.param(0))?;
    if !is_typed(&visit, &business.form.name)? {
        return removal(&visit, &business, &gone, consequences).ask_again();
    }
    businesses::remove(visit.ctx(), visit.param(0)).await?;
    go_to("/restaurants?said=removed")
}

fn removal(
    visit: &Visit,
    business: &Business,
    gone: &[restaurants::RestaurantDetails],
    consequences: Consequences,
) -> ConfirmPage {
    let t = &visit.lang.texts().restaurants_page;
    let mut follows = vec![words::is_deleted(visit.lang, &business.form.name)];
    if gone.is_empty() {
        follows.push(t.no_restaurants_go.to_owned());
    } else {
        let names: Vec<&str> = gone.iter().map(|shown| shown.restaurant.form.name.as_str()).collect();
        follows.push(words::restaurants_go(visit.lang, &names.join(", ")));
        follows.extend(what_goes(visit, gone, consequences));
    }
    let (title, back) = (t.remove_business_title, business_path(business.id));
    let mut page = ConfirmPage::new(visit, Here::Restaurants, title, follows, t.remove_business, back);
    page.typed = Some(business.form.name.clone());
    page
}
