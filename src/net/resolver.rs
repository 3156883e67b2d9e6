//! Tells ureq which addresses to dial, and lets none through that the guard refuses.
//!
//! ureq calls it before every request and dials exactly what it returns, so there is no gap between check and use in
//! which a name could change its mind. ureq's resolver trait stands outside its semantic versioning, which is why
//! Cargo.toml pins `~3.5`: the next minor version may change the trait and must be a deliberate step.

use super::endpoint::{Endpoint, Host};
use super::{guard::Guard, names::Names, trouble::Trouble};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::{Error, config::Config, http::Uri, unversioned::transport::NextTimeout};

#[derive(Debug)]
pub(super) struct GuardedResolver {
    pub guard: Arc<Guard>,
    pub names: Arc<Names>,
}

impl Resolver for GuardedResolver {
    fn resolve(&self, uri: &Uri, _: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        self.allowed(uri, timeout).map_err(|trouble| Error::Other(Box::new(trouble)))
    }
}

impl GuardedResolver {
    fn allowed(&self, uri: &Uri, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Trouble> {
        let endpoint = Endpoint::of(uri)?;
        let found: Arc<[IpAddr]> = match endpoint.host {
            Host::Address(address) => Arc::new([address]),
            Host::Name(name) => self.names.find(&name, *timeout.after)?,
        };
        let mut allowed = self.empty();
        let mut refusal = None;
        for &address in found.iter() {
            match self.guard.check_ip(address) {
                // More addresses than ureq has room for are more than it would try in time.
                Ok(()) => drop(allowed.try_push(SocketAddr::new(address, endpoint.port))),
                Err(trouble) => refusal = refusal.or(Some(trouble)),
            }
        }
        match refusal {
            Some(trouble) if allowed.is_empty() => Err(trouble),
            _ => Ok(allowed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;

    fn resolve(url: &str, addresses: &'static [&'static str]) -> Result<Vec<String>, Trouble> {
        let lookup = |_: &str| Ok(addresses.iter().map(|text| text.parse().unwrap()).collect());
        let names = Arc::new(Names::new(Box::new(lookup)));
        let resolver = GuardedResolver { guard: Arc::new(Guard::default()), names };
        let found = resolver.allowed(&url.parse().unwrap(), NextTimeout::default())?;
        Ok(found.iter().map(SocketAddr::to_string).collect())
    }

    #[test]
    fn a_name_that_leads_to_a_forbidden_address_is_refused() {
        for address in ["169.254.169.254", "fe80::1", "::ffff:169.254.169.254", "0.0.0.0", "224.0.0.1"] {
            let addresses: &[&str] = Box::leak(Box::new([address]));
            let refused = resolve("http://rebound.example/", addresses);
            assert!(
                matches!(refused, Err(Trouble::Refused { address: a, .. }) if a.to_string() == address),
                "{address}"
            );
        }
    }

    #[test]
    fn only_the_allowed_addresses_of_a_name_are_dialled() {
        let found = resolve("https://mixed.example/", &["169.254.169.254", "192.0.2.1", "fe80::1", "2001:db8::1"]);
        assert_eq!(found.unwrap(), ["192.0.2.1:443", "[2001:db8::1]:443"]);
    }

    #[test]
    fn a_literal_address_is_checked_without_a_lookup() {
        assert_eq!(resolve("http://127.1:8080/", &["192.0.2.1"]).unwrap(), ["127.0.0.1:8080"]);
        let address = IpAddr::from([169, 254, 169, 254]);
        let refused = Err(Trouble::Refused { address, rule: Rule::LinkLocal });
        assert_eq!(resolve("http://2852039166/", &["192.0.2.1"]), refused);
    }

    #[test]
    fn a_name_with_very_many_addresses_is_cut_to_what_fits() {
        let many: &[&str] = Box::leak(vec!["192.0.2.1"; 100].into_boxed_slice());
        assert_eq!(resolve("http://many.example/", many).unwrap().len(), 16);
    }
}
