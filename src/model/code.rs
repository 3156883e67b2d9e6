//! `Code`: every refusal there is.

words! {
    /// Stable names that clients may test for, and records keep. A new one is also new in `http::status` and in both languages.
    #[derive(Hash)]
    pub enum Code: word {
        /// The body is not JSON.
        InvalidJson "invalid_json",
        /// A field has the wrong type, or a query value cannot be read.
        InvalidParameter "invalid_parameter",
        /// No key, a malformed header, an unknown or a revoked key: always the same answer.
        Unauthorized "unauthorized",
        /// The key is good, but not for this.
        Forbidden "forbidden",
        /// Unknown path or intake token.
        NotFound "not_found",
        OrderNotFound "order_not_found",
        BusinessNotFound "business_not_found",
        RestaurantNotFound "restaurant_not_found",
        WebhookNotFound "webhook_not_found",
        DeliveryNotFound "delivery_not_found",
        KeyNotFound "key_not_found",
        ProviderNotFound "provider_not_found",
        IntegrationNotFound "integration_not_found",
        /// Known path, wrong method.
        MethodNotAllowed "method_not_allowed",
        /// The order is delivered or cancelled.
        OrderClosed "order_closed",
        /// The order is not in the status that the caller expected.
        StatusChanged "status_changed",
        /// Two orders carry the same platform id.
        AmbiguousOrder "ambiguous_order",
        /// The platform's own courier decides the next step.
        PlatformDecides "platform_decides",
        /// The platform has not known the order for long; it can only be cancelled, and that is ours alone.
        OrderUnknownThere "order_unknown_there",
        /// The account's primary key cannot be revoked.
        KeyIsPrimary "key_is_primary",
        /// A webhook carries the key.
        KeyInUse "key_in_use",
        /// A form of the panel that is not from a page of this session.
        StaleForm "stale_form",
        /// A form of the panel that comes from a page of another site.
        ForeignForm "foreign_form",
        /// A page that is not for a screen in a kitchen.
        KitchenOnly "kitchen_only",
        /// A page that was asked for in clear from another machine, where that is for https alone.
        HttpsOnly "https_only",
        PayloadTooLarge "payload_too_large",
        UnsupportedMediaType "unsupported_media_type",
        /// A required field is missing, or a value is out of range.
        ValidationFailed "validation_failed",
        /// The platform does not take this cancellation reason.
        ReasonNotAccepted "reason_not_accepted",
        /// An Idempotency-Key came again with another body.
        IdempotencyKeyReused "idempotency_key_reused",
        /// The platform has no such thing.
        NotOffered "not_offered",
        RateLimited "rate_limited",
        /// The platform answered with an error.
        PlatformRejected "platform_rejected",
        /// The platform could not be reached.
        PlatformUnreachable "platform_unreachable",
        /// The platform did not answer in time; on the wire it is `platform_unreachable` too, with another HTTP status.
        PlatformTimedOut "platform_timed_out",
        /// The target of retry-webhook or of a test could not be reached.
        WebhookTargetUnreachable "webhook_target_unreachable",
        /// It did not answer in time; on the wire it is `webhook_target_unreachable` too, with another HTTP status.
        WebhookTargetTimedOut "webhook_target_timed_out",
        /// Starting, stopping, queue full, disk full.
        Unavailable "unavailable",
        /// A push for an integration that is switched off.
        IntegrationOff "integration_off",
        /// Our own fault.
        Internal "internal",
    }
}

impl Code {
    /// The name on the wire.
    pub fn key(self) -> &'static str {
        match self {
            Code::PlatformTimedOut => Code::PlatformUnreachable.word(),
            Code::WebhookTargetTimedOut => Code::WebhookTargetUnreachable.word(),
            code => code.word(),
        }
    }
}
