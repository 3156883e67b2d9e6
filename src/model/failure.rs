//! `Code` (every refusal there is), `Why` (what was wrong with a value) and `Failure` (one refusal or fault).
//!
//! Everyone returns these. What HTTP status a code has is `http`'s to say, and its words are `i18n`'s.

use super::lang::Bilingual;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{borrow::Cow, fmt, ops::Deref, time::Duration};

/// Stable names that clients may test for. A new one is also new in `http::status` and in both languages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The body is not JSON.
    InvalidJson,
    /// A field has the wrong type, or a query value cannot be read.
    InvalidParameter,
    /// No key, a malformed header, an unknown or a revoked key: always the same answer.
    Unauthorized,
    /// The key is good, but not for this.
    Forbidden,
    /// Unknown path or intake token.
    NotFound,
    OrderNotFound,
    BusinessNotFound,
    RestaurantNotFound,
    WebhookNotFound,
    DeliveryNotFound,
    KeyNotFound,
    ProviderNotFound,
    IntegrationNotFound,
    /// Known path, wrong method.
    MethodNotAllowed,
    /// The order is delivered or cancelled.
    OrderClosed,
    /// The order is not in the status that the caller expected.
    StatusChanged,
    /// Two orders carry the same platform id.
    AmbiguousOrder,
    /// The platform's own courier decides the next step.
    PlatformDecides,
    /// The platform has not known the order for long; it can only be cancelled, and that is ours alone.
    OrderUnknownThere,
    /// The account's primary key cannot be revoked.
    KeyIsPrimary,
    /// A webhook carries the key.
    KeyInUse,
    /// A form of the panel that is not from a page of this session.
    StaleForm,
    /// A form of the panel that comes from a page of another site.
    ForeignForm,
    PayloadTooLarge,
    UnsupportedMediaType,
    /// A required field is missing, or a value is out of range.
    ValidationFailed,
    /// The platform does not take this cancellation reason.
    ReasonNotAccepted,
    /// An Idempotency-Key came again with another body.
    IdempotencyKeyReused,
    /// The platform has no such thing.
    NotOffered,
    RateLimited,
    /// The platform answered with an error.
    PlatformRejected,
    /// The platform could not be reached.
    PlatformUnreachable,
    /// The platform did not answer in time; on the wire it is `platform_unreachable` too, with another HTTP status.
    PlatformTimedOut,
    /// The target of retry-webhook or of a test could not be reached.
    WebhookTargetUnreachable,
    /// It did not answer in time; on the wire it is `webhook_target_unreachable` too, with another HTTP status.
    WebhookTargetTimedOut,
    /// Starting, stopping, queue full, disk full.
    Unavailable,
    /// A push for an integration that is switched off.
    IntegrationOff,
    /// Our own fault.
    Internal,
}

impl Code {
    pub const ALL: [Code; 38] = [
        Code::InvalidJson,
        Code::InvalidParameter,
        Code::Unauthorized,
        Code::Forbidden,
        Code::NotFound,
        Code::OrderNotFound,
        Code::BusinessNotFound,
        Code::RestaurantNotFound,
        Code::WebhookNotFound,
        Code::DeliveryNotFound,
        Code::KeyNotFound,
        Code::ProviderNotFound,
        Code::IntegrationNotFound,
        Code::MethodNotAllowed,
        Code::OrderClosed,
        Code::StatusChanged,
        Code::AmbiguousOrder,
        Code::PlatformDecides,
        Code::OrderUnknownThere,
        Code::KeyIsPrimary,
        Code::KeyInUse,
        Code::StaleForm,
        Code::ForeignForm,
        Code::PayloadTooLarge,
        Code::UnsupportedMediaType,
        Code::ValidationFailed,
        Code::ReasonNotAccepted,
        Code::IdempotencyKeyReused,
        Code::NotOffered,
        Code::RateLimited,
        Code::PlatformRejected,
        Code::PlatformUnreachable,
        Code::PlatformTimedOut,
        Code::WebhookTargetUnreachable,
        Code::WebhookTargetTimedOut,
        Code::Unavailable,
        Code::IntegrationOff,
        Code::Internal,
    ];

    /// The name on the wire.
    pub fn key(self) -> &'static str {
        match self {
            Code::InvalidJson => "invalid_json",
            Code::InvalidParameter => "invalid_parameter",
            Code::Unauthorized => "unauthorized",
            Code::Forbidden => "forbidden",
            Code::NotFound => "not_found",
            Code::OrderNotFound => "order_not_found",
            Code::BusinessNotFound => "business_not_found",
            Code::RestaurantNotFound => "restaurant_not_found",
            Code::WebhookNotFound => "webhook_not_found",
            Code::DeliveryNotFound => "delivery_not_found",
            Code::KeyNotFound => "key_not_found",
            Code::ProviderNotFound => "provider_not_found",
            Code::IntegrationNotFound => "integration_not_found",
            Code::MethodNotAllowed => "method_not_allowed",
            Code::OrderClosed => "order_closed",
            Code::StatusChanged => "status_changed",
            Code::AmbiguousOrder => "ambiguous_order",
            Code::PlatformDecides => "platform_decides",
            Code::OrderUnknownThere => "order_unknown_there",
            Code::KeyIsPrimary => "key_is_primary",
            Code::KeyInUse => "key_in_use",
            Code::StaleForm => "stale_form",
            Code::ForeignForm => "foreign_form",
            Code::PayloadTooLarge => "payload_too_large",
            Code::UnsupportedMediaType => "unsupported_media_type",
            Code::ValidationFailed => "validation_failed",
            Code::ReasonNotAccepted => "reason_not_accepted",
            Code::IdempotencyKeyReused => "idempotency_key_reused",
            Code::NotOffered => "not_offered",
            Code::RateLimited => "rate_limited",
            Code::PlatformRejected => "platform_rejected",
            Code::PlatformUnreachable | Code::PlatformTimedOut => "platform_unreachable",
            Code::WebhookTargetUnreachable | Code::WebhookTargetTimedOut => "webhook_target_unreachable",
            Code::Unavailable => "unavailable",
            Code::IntegrationOff => "integration_off",
            Code::Internal => "internal",
        }
    }
}

/// What was wrong with a value, in a form that both languages can put into a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Missing, null or empty.
    Missing,
    /// The JSON type that was expected: text, number, boolean, object, list.
    WrongType(Cow<'static, str>),
    TooLong(usize),
    TooMany(usize),
    TooLarge(usize),
    /// There are as many as there may be.
    NoMore(usize),
    /// All of a kind take as many bytes as they may.
    AllTooLarge(usize),
    OutOfRange(String, String),
    NotOneOf(String),
    TooManyDecimals,
    ControlCharacter,
    NotATime,
    NotADay,
    NotAUrl,
    AddressRefused,
    NotAHeader,
    NotACurrency,
    NotATimeZone,
    BadCursor,
    /// A name in the query that the operation does not know: the nearest right one, or else all there are.
    UnknownParameter {
        nearest: Option<String>,
        known: String,
    },
    GivenTwice,
    EndsBeforeStart,
    TooDeep(usize),
    /// What a platform said, in its own words.
    Said(String),
    /// A sentence of its own, from a platform's adapter.
    Plain(Bilingual),
    /// How far a repair at start has come, in per cent.
    Repairing(u8),
    /// How far bringing an older file up has come, in per cent.
    Upgrading(u8),
}

/// A refusal or a fault. Boxed, because it travels in every `Result`.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure(Box<Refusal>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refusal {
    pub code: Code,
    pub field: Option<Cow<'static, str>>,
    pub why: Option<Why>,
    pub details: Option<Value>,
    /// After which trying again makes sense, in whole seconds, as HTTP says it.
    #[serde(default, with = "seconds")]
    pub retry_after: Option<Duration>,
    /// For the log alone; a client never sees it.
    #[serde(skip)]
    pub cause: Option<String>,
    /// The other side may have done what it was asked all the same: ask before deciding.
    #[serde(skip)]
    pub is_in_doubt: bool,
    /// It says nothing about what was asked: asking again later may well succeed.
    #[serde(skip)]
    pub is_passing: bool,
}

impl Failure {
    pub fn new(code: Code) -> Failure {
        Failure(Box::new(Refusal {
            code,
            field: None,
            why: None,
            details: None,
            retry_after: None,
            cause: None,
            is_in_doubt: false,
            is_passing: false,
        }))
    }

    /// Our own fault: the cause goes to the log, the client gets `internal`.
    pub fn fault(cause: impl fmt::Display) -> Failure {
        let mut failure = Failure::new(Code::Internal);
        failure.0.cause = Some(cause.to_string());
        failure
    }

    pub fn unavailable(cause: impl fmt::Display) -> Failure {
        let mut failure = Failure::new(Code::Unavailable);
        failure.0.cause = Some(cause.to_string());
        failure
    }

    /// 422: the value is of the right type but cannot be used.
    pub fn invalid(field: impl Into<Cow<'static, str>>, why: Why) -> Failure {
        Failure::new(Code::ValidationFailed).field(field).why(why)
    }

    /// 400: the value cannot even be read.
    pub fn unreadable(field: impl Into<Cow<'static, str>>, why: Why) -> Failure {
        Failure::new(Code::InvalidParameter).field(field).why(why)
    }

    pub fn field(mut self, field: impl Into<Cow<'static, str>>) -> Failure {
        self.0.field = Some(field.into());
        self
    }

    pub fn why(mut self, why: Why) -> Failure {
        self.0.why = Some(why);
        self
    }

    pub fn details(mut self, details: Value) -> Failure {
        self.0.details = Some(details);
        self
    }

    pub fn retry_after(mut self, pause: Duration) -> Failure {
        self.0.retry_after = Some(Duration::from_secs(pause.as_secs()));
        self
    }

    pub fn cause(mut self, cause: impl fmt::Display) -> Failure {
        self.0.cause = Some(cause.to_string());
        self
    }

    pub fn in_doubt(mut self, is_in_doubt: bool) -> Failure {
        self.0.is_in_doubt = is_in_doubt;
        self
    }

    pub fn passing(mut self) -> Failure {
        self.0.is_passing = true;
        self
    }

    pub fn refusal(&self) -> &Refusal {
        &self.0
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure(Box::new(refusal))
    }
}

impl Deref for Failure {
    type Target = Refusal;

    fn deref(&self) -> &Refusal {
        &self.0
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code.key())?;
        // A name that nobody knows here may be anything that was pasted into an address.
        let is_strange = matches!(self.why, Some(Why::UnknownParameter { .. }));
        if let Some(field) = self.field.as_ref().filter(|_| !is_strange) {
            write!(f, " ({field})")?;
        }
        if let Some(cause) = &self.cause {
            write!(f, ": {cause}")?;
        }
        Ok(())
    }
}

/// A duration as a number of seconds, which is how records have it.
mod seconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(span: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        span.map(|span| span.as_secs()).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_secs))
    }
}
