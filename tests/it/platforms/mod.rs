//! Each platform's adapter against a fake of the platform, over real HTTP: one folder each.
//!
//! `with_fakes` lists the fakes. `frame` and `rig` try what holds for every platform, `twins` what two of them have to do
//! with each other.

/// Every fake, by its platform. A new one is entered here and nowhere else: the rig, the tests of the API document and
/// `Fakes` take them from this list.
macro_rules! with_fakes {
    ($then:ident: $($more:tt)*) => {
        $then! {
            [
                getir: crate::platforms::getir::fake::Getir,
                trendyol_go: crate::platforms::trendyol::fake::Trendyol,
                yemeksepeti: crate::platforms::yemeksepeti::fake::Middleware,
                migros_yemek: crate::platforms::migros::fake::Migros,
            ]
            $($more)*
        }
    };
}

mod frame;
pub mod getir;
pub mod migros;
mod rig;
pub mod trendyol;
mod twins;
pub mod yemeksepeti;

use crate::{
    harness::Host,
    openapi::{Branch, Visitor},
};
use rig::Stand;
use serde_json::Value;
use std::time::Duration;

/// Longer than a person waits for a step, and not as long as for what became of it.
const TOO_LONG: Duration = Duration::from_millis(7_100);

macro_rules! define_fakes {
    ([$($platform:ident: $fake:ty,)+]) => {
        /// The platforms that there is a fake of.
        pub const FAKED: &[&str] = &[$(<$fake>::PROVIDER),+];

        /// All of them, running.
        pub struct Fakes {
            $(pub $platform: Host<$fake>,)+
        }

        impl Fakes {
            pub fn start() -> Fakes {
                Fakes { $($platform: Host::start(<$fake>::open()),)+ }
            }

            pub fn url(&self, provider: &str) -> &str {
                match provider {
                    $(<$fake>::PROVIDER => &self.$platform.url,)+
                    _ => panic!("there is no fake of {provider}"),
                }
            }
        }

        /// What a fake asks for to be connected; nothing for what has no fake.
        pub fn credentials(provider: &str) -> Value {
            match provider {
                $(<$fake>::PROVIDER => <$fake>::credentials(),)+
                _ => serde_json::json!({}),
            }
        }

        /// Each pushes as the API document describes it.
        pub fn take_orders(branch: &Branch, visitor: &mut Visitor<'_>) {
            $(<$fake>::takes_orders(branch, visitor);)+
        }
    };
}

with_fakes!(define_fakes:);

#[test]
fn every_platform_has_a_fake() {
    for (provider, _) in garson::platforms::called() {
        assert!(FAKED.contains(&provider.key()), "tests/it/platforms/mod.rs lists no fake of {provider}");
    }
}
