//! `Announcement`: the name of this machine in `.local`, made known by mDNS.
//!
//! The library probes whether a name is free, defends it and follows addresses. Where another machine has it already, this one
//! becomes `garson-2`. Port 5353 is shared with other programs that speak mDNS on this machine.

use super::machine;
use mdns_sd::{DaemonEvent, IfKind, IfPredicate, RRType, Receiver, ServiceDaemon, ServiceInfo};
use std::{net::SocketAddr, time::Duration};

/// For taking the name back when the program ends.
const FAREWELL: Duration = Duration::from_millis(300);

pub struct Announcement {
    daemon: ServiceDaemon,
    events: Receiver<DaemonEvent>,
}

impl Announcement {
    pub fn make(name: &str, listen: SocketAddr, is_https: bool) -> Result<Announcement, mdns_sd::Error> {
        let daemon = ServiceDaemon::new()?;
        let announcement = Announcement { events: daemon.monitor()?, daemon };
        let daemon = &announcement.daemon;
        daemon.set_ip_check_interval(machine::LOOK_EVERY.as_secs() as u32)?;
        match listen.ip() {
            ip if !ip.is_unspecified() => {
                daemon.disable_interface(IfKind::All)?;
                daemon.enable_interface(IfKind::Addr(ip))?;
            }
            ip => {
                let inner = IfPredicate::new(|one| one.is_loopback() || machine::is_inner(&one.name));
                daemon.disable_interface(IfKind::Predicate(inner))?;
                // The program does not answer there.
                if ip.is_ipv4() {
                    daemon.disable_interface(IfKind::IPv6)?;
                }
            }
        }
        // A provider's network is full of strangers.
        let foreign = IfPredicate::new(|one| !machine::is_house(&machine::interfaces(), &one.name));
        daemon.disable_interface(IfKind::Predicate(foreign))?;
        for kind in [Some("_http._tcp.local."), is_https.then_some("_https._tcp.local.")].into_iter().flatten() {
            let host = format!("{name}.local.");
            let service = ServiceInfo::new(kind, name, &host, "", listen.port(), &[("path", "/")][..])?;
            daemon.register(service.enable_addr_auto())?;
        }
        Ok(announcement)
    }

    /// What this machine is called now, where that has changed.
    pub fn news(&self) -> Option<String> {
        let changes = self.events.try_iter().filter_map(|event| match event {
            DaemonEvent::NameChange(change) if matches!(change.rr_type, RRType::A | RRType::AAAA) => Some(change),
            DaemonEvent::Error(error) => {
                tracing::debug!(%error, "mDNS");
                None
            }
            _ => None,
        });
        let name = changes.last()?.new_name;
        name.split('.').next().map(str::to_owned)
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        let _ = self.daemon.shutdown().map(|ended| ended.recv_timeout(FAREWELL));
    }
}
