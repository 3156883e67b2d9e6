//! `Code`: every refusal there is.

use serde::{Deserialize, Serialize};

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
    /// A page that is not for a screen in a kitchen.
    KitchenOnly,
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
    pub const ALL: [Code; 39] = [
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
        Code::KitchenOnly,
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
            Code::KitchenOnly => "kitchen_only",
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
