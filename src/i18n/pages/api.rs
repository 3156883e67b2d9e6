//! What the API says when something went well.

texts! {
    pub struct ApiTexts {
        /// What `verify` says when the order moved.
        order_accepted: "Sipariş onaylandı." / "The order was accepted.",
        /// What `verify` says when it had been verified before.
        order_already_accepted: "Sipariş zaten onaylanmıştı." / "The order had already been accepted.",
        /// What retry-webhook says of a 2xx, and of any other answer.
        notification_accepted: "Hedef, bildirimi kabul etti." / "The target accepted the notification.",
        notification_not_accepted: "Hedef yanıt verdi ama bildirimi kabul etmedi."
            / "The target answered, but did not accept the notification.",
        /// What a connection test says when it went well.
        connection_works: "Bağlantı çalışıyor." / "The connection works.",
    }
}
