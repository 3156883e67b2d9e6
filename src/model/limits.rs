//! How much of each thing there may be, in one place: far above what any restaurant has, and little enough that no holder of
//! a key or an intake address can make a list endless or fill the disk. The guide Limits of the API reference has the same table.

/// Records of each kind.
pub const RESTAURANTS: usize = 500;
pub const BUSINESSES: usize = 500;
pub const WEBHOOKS: usize = 100;
pub const KEYS: usize = 200;
pub const USERS: usize = 100;
/// Screens in kitchens.
pub const SCREENS: usize = 100;

/// Restaurants that a webhook may name; those that are gone stay named.
pub const WEBHOOK_RESTAURANTS: usize = 1_000;

/// Of one restaurant: packages, and headers for its payment matching.
pub const PACKAGES: usize = 50;
pub const HEADERS: usize = 50;
/// Of one restaurant: dishes that are known, and stations.
pub const DISHES: usize = 2_000;
pub const STATIONS: usize = 20;
/// Of one dish: options, and where it was seen.
pub const DISH_OPTIONS: usize = 100;
pub const DISH_SIGHTINGS: usize = 20;
/// What `config` may weigh, in bytes as written.
pub const CONFIG_BYTES: usize = 64 << 10;
/// What all restaurants, all businesses and all integrations may weigh as they are stored, each together, in bytes: their
/// lists are whole.
pub const LIST_BYTES: usize = 4 << 20;

/// Test orders that are open at once at one restaurant: enough to see a board fill up, and soon cleared away.
pub const TEST_ORDERS: usize = 5;

/// What the owner may say of payments, and addresses that he denies.
pub const PAYMENT_ASSIGNMENTS: usize = 500;
pub const DENIED_ADDRESSES: usize = 200;
/// Authorities that he adds for the targets of webhooks.
pub const AUTHORITIES: usize = 20;

/// Rows of running totals: of one restaurant on one day, of one restaurant in all, and of all restaurants. An order whose
/// payment has a name that would make one more is booked under `OTHER_NAMES`.
pub const TOTALS_OF_DAY: usize = 500;
pub const TOTALS_OF_RESTAURANT: usize = 5_000;
pub const TOTALS_OF_ALL: usize = 20_000;
/// In both languages, as it stands in totals.
pub const OTHER_NAMES: &str = "other / diğer";

/// Bytes of answers that are kept for one key's repeated requests in a day.
pub const KEPT_ANSWER_BYTES: u64 = 256 << 20;
