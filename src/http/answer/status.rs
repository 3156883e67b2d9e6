//! The HTTP status of every refusal. `reply` and the panel's pages call it; operations never see a status.

use hyper::StatusCode;
use model::Code;

pub fn status(code: Code) -> StatusCode {
    match code {
        Code::InvalidJson | Code::InvalidParameter => StatusCode::BAD_REQUEST,
        Code::Unauthorized => StatusCode::UNAUTHORIZED,
        Code::NotFound
        | Code::OrderNotFound
        | Code::BusinessNotFound
        | Code::RestaurantNotFound
        | Code::WebhookNotFound
        | Code::DeliveryNotFound
        | Code::KeyNotFound
        | Code::ProviderNotFound
        | Code::IntegrationNotFound => StatusCode::NOT_FOUND,
        Code::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        Code::OrderClosed
        | Code::StatusChanged
        | Code::AmbiguousOrder
        | Code::PlatformDecides
        | Code::OrderUnknownThere
        | Code::KeyIsPrimary
        | Code::KeyInUse => StatusCode::CONFLICT,
        Code::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Code::ValidationFailed | Code::ReasonNotAccepted | Code::IdempotencyKeyReused | Code::NotOffered => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        Code::Forbidden | Code::StaleForm | Code::ForeignForm | Code::KitchenOnly | Code::HttpsOnly => {
            StatusCode::FORBIDDEN
        }
        Code::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        Code::PlatformRejected | Code::PlatformUnreachable | Code::WebhookTargetUnreachable => StatusCode::BAD_GATEWAY,
        Code::PlatformTimedOut | Code::WebhookTargetTimedOut => StatusCode::GATEWAY_TIMEOUT,
        Code::Unavailable | Code::IntegrationOff => StatusCode::SERVICE_UNAVAILABLE,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
