//! `garson service`: makes the program a service of the machine, which starts with it, and takes that away again.
//!
//! The data is never moved and never removed.

mod changes;
#[cfg(any(windows, test))]
mod command_line;
mod data_folder;
mod store_copy;
#[cfg(unix)]
mod systemd;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use systemd::{installed_data, service};
#[cfg(windows)]
pub use windows::{double_click, installed_data, is_double_click, service, show_typed};

use std::io;
use std::net::{SocketAddr, TcpListener};

const DEFAULT_LISTEN: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED), 8080);

/// Asked before anything is changed: a service that cannot listen would only begin again and again.
fn port_is_free(listen: SocketAddr) -> Result<(), String> {
    match TcpListener::bind(listen) {
        // Whether the service may take a low port is not for who installs it to say.
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => Err(format!(
            "Port {} is in use by another program, perhaps a garson that you started yourself. Stop that one first, or \
             choose another port: --listen {}. Nothing was changed.",
            listen.port(),
            SocketAddr::new(listen.ip(), listen.port() ^ 1)
        )),
        Err(error) => Err(format!("This machine cannot listen on {listen}: {error}. Nothing was changed.")),
    }
}
