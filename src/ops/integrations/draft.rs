//! What a caller wrote about an integration, checked against the platform's own declaration.

use crate::{AppState, places::restaurants};
use model::integration::{IntegrationSettings, MOST_MINUTES, MOST_PAUSE_SECONDS};
use model::{Failure, Fields, Integration, Result, Sealed, Sha, Why, fields::TEXT};
use platforms::Platform;
use store::seal;

/// What a caller wrote, checked. Fields left out stay as they are; null clears.
#[derive(Clone)]
pub struct IntegrationDraft {
    is_active: Option<bool>,
    clears_credentials: bool,
    credentials: Vec<(String, Option<Sealed>)>,
    base_url: Option<Option<String>>,
    clears_settings: bool,
    settings: Vec<Setting>,
    /// Only the address is wanted; the credentials follow.
    pub(super) is_reservation: bool,
    /// For a new integration: its token, made outside the write job.
    pub(super) token: IntakeToken,
}

impl IntegrationDraft {
    /// One that leaves everything as it is.
    pub fn new(app: &AppState) -> Result<IntegrationDraft> {
        Ok(IntegrationDraft {
            is_active: None,
            clears_credentials: false,
            credentials: Vec::new(),
            base_url: None,
            clears_settings: false,
            settings: Vec::new(),
            is_reservation: false,
            token: IntakeToken::new(app)?,
        })
    }

    /// One that has an intake address and is off until its credentials are there.
    pub(super) fn reserving(self) -> IntegrationDraft {
        IntegrationDraft { is_active: Some(false), is_reservation: true, ..self }
    }

    pub fn switched(self, is_active: bool) -> IntegrationDraft {
        IntegrationDraft { is_active: Some(is_active), ..self }
    }

    pub fn preparing(mut self, minutes: u32) -> IntegrationDraft {
        self.settings.push(Setting::PreparationMinutes(Some(minutes)));
        self
    }

    /// Calls to the platform, with its credentials, would go to another host than before.
    pub(super) fn leads_elsewhere(&self, before: Option<&Integration>) -> bool {
        let present = before.and_then(|before| before.base_url.as_ref());
        self.base_url.as_ref().is_some_and(|wanted| wanted.as_ref() != present)
    }

    /// The caller gives this credential.
    pub(super) fn gives(&self, name: &str) -> bool {
        self.credentials.iter().any(|(given, value)| given == name && value.is_some())
    }
}

#[derive(Clone)]
enum Setting {
    AutoAccept(Option<bool>),
    PreparationMinutes(Option<u32>),
    StepPauseSeconds(Option<u32>),
    CallbackUrl(Option<String>),
}

#[derive(Clone)]
pub struct IntakeToken {
    pub sealed: Sealed,
    pub hash: Sha,
}

impl IntakeToken {
    pub fn new(app: &AppState) -> Result<IntakeToken> {
        let clear = seal::random_text::<24>()?;
        Ok(IntakeToken { sealed: app.store.sealer().seal("token", clear.as_bytes())?, hash: Sha::of(clear.as_bytes()) })
    }
}

pub fn draft(app: &AppState, platform: &dyn Platform, fields: &Fields<'_>) -> Result<IntegrationDraft> {
    let base_url = fields.has("baseUrl").then(|| fields.stated("baseUrl")).transpose()?;
    if let Some(Some(url)) = &base_url {
        restaurants::check_url(app, "baseUrl", url)?;
    }
    let mut credentials = Vec::new();
    if let Some(object) = fields.object("credentials")? {
        for (name, entry) in object.entries() {
            let value = if entry.is_null() { None } else { Some(entry.text(TEXT)?) };
            // As with any field that is not known: passed over.
            let Some(declared) = platform.facts().credentials.iter().find(|credential| credential.name == name) else {
                continue;
            };
            if let Some(wrong) = value.as_deref().and_then(declared.check) {
                return Err(Failure::invalid(entry.path, Why::Plain(wrong)));
            }
            let seal = |clear: String| app.store.sealer().seal("credential", clear.as_bytes());
            credentials.push((name, value.map(seal).transpose()?));
        }
    }
    let settings = match fields.object("settings")? {
        Some(settings) => read_settings(app, platform, &settings)?,
        None => Vec::new(),
    };
    Ok(IntegrationDraft {
        is_active: fields.boolean("isActive")?,
        clears_credentials: fields.clears("credentials"),
        credentials,
        base_url,
        clears_settings: fields.clears("settings"),
        settings,
        ..IntegrationDraft::new(app)?
    })
}

fn read_settings(app: &AppState, platform: &dyn Platform, settings: &Fields<'_>) -> Result<Vec<Setting>> {
    let mut read = Vec::new();
    let number = |name, most| Ok::<_, Failure>(settings.whole(name, 0, most)?.and_then(|n| u32::try_from(n).ok()));
    if settings.has("autoAccept") {
        read.push(Setting::AutoAccept(settings.boolean("autoAccept")?));
    }
    if settings.has("preparationMinutes") {
        read.push(Setting::PreparationMinutes(number("preparationMinutes", MOST_MINUTES)?));
    }
    if settings.has("stepPauseSeconds") {
        read.push(Setting::StepPauseSeconds(number("stepPauseSeconds", MOST_PAUSE_SECONDS)?));
    }
    if settings.has("callbackUrl") && platform.facts().takes_callback_url {
        let url = settings.stated("callbackUrl")?;
        if let Some(url) = &url {
            restaurants::check_url(app, "settings.callbackUrl", url)?;
        }
        read.push(Setting::CallbackUrl(url));
    }
    Ok(read)
}

pub fn apply(draft: &IntegrationDraft, integration: &mut Integration) {
    if let Some(is_active) = draft.is_active {
        integration.is_active = is_active;
    }
    if draft.clears_credentials {
        integration.credentials.clear();
    }
    if draft.clears_settings {
        integration.settings = IntegrationSettings::default();
    }
    for (name, value) in &draft.credentials {
        match value {
            Some(sealed) => integration.credentials.insert(name.clone(), sealed.clone()),
            None => integration.credentials.remove(name),
        };
    }
    if let Some(base_url) = &draft.base_url {
        integration.base_url = base_url.clone();
    }
    for setting in &draft.settings {
        match setting.clone() {
            Setting::AutoAccept(value) => integration.settings.auto_accept = value,
            Setting::PreparationMinutes(value) => integration.settings.preparation_minutes = value,
            Setting::StepPauseSeconds(value) => integration.settings.step_pause_seconds = value,
            Setting::CallbackUrl(value) => integration.settings.callback_url = value,
        }
    }
}
