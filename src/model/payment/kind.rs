//! `PaymentType`: what an order is paid with, and `Channel`: where.

words! {
    /// Where the money changes hands.
    pub enum Channel: word {
        Door "door",
        Online "online",
    }
}

impl Channel {
    pub fn of_paid(is_paid: bool) -> Channel {
        if is_paid { Channel::Online } else { Channel::Door }
    }
}

words! {
    #[derive(PartialOrd, Ord)]
    pub enum PaymentType: word {
        OnlineCard = 1 "online_card",
        CardOnDelivery = 2 "card_on_delivery",
        Cash = 3 "cash",
        MealCard = 4 "meal_card",
        Wallet = 5 "wallet",
        Other = 6 "other",
    }
}

bytes!(PaymentType);
