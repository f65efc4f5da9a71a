//! Where this machine is found in its networks.

use std::net::{IpAddr, SocketAddr};

use nix::ifaddrs::getifaddrs;
use nix::net::if_::InterfaceFlags;

/// The addresses by which others may reach this machine, the likeliest first: those of interfaces that
/// are up, not its own loop. None if the system does not say.
#[must_use]
pub fn addresses() -> Vec<IpAddr> {
    let Ok(interfaces) = getifaddrs() else {
        return Vec::new();
    };
    let up = interfaces.filter(|found| found.flags.contains(InterfaceFlags::IFF_UP));
    let mut found: Vec<_> = up
        .filter_map(|interface| {
            let address = interface.address?;
            let v4 = address.as_sockaddr_in().map(|v4| IpAddr::from(v4.ip()));
            v4.or_else(|| address.as_sockaddr_in6().map(|v6| IpAddr::from(v6.ip())))
        })
        .filter(|ip| !ip.is_loopback())
        .collect();
    found.sort_by_key(rank);
    found
}

/// Addresses that people can type and that work everywhere come first.
const fn rank(ip: &IpAddr) -> u8 {
    match ip {
        IpAddr::V4(v4) if !v4.is_link_local() => 0,
        IpAddr::V4(_) => 1,
        IpAddr::V6(v6) if !v6.is_unicast_link_local() => 2,
        IpAddr::V6(_) => 3,
    }
}

/// What others type to reach a service that listens on `bind`, on a machine with these addresses:
/// `192.168.1.7:8000`, or without the usual port. `None`: nobody else reaches it.
#[must_use]
pub fn reached_at(bind: SocketAddr, addresses: &[IpAddr]) -> Option<String> {
    let ip = match bind.ip() {
        ip if ip.is_loopback() => return None,
        ip if ip.is_unspecified() => {
            let fits = |other: &&IpAddr| bind.is_ipv6() || other.is_ipv4();
            // An address that is valid on one link only cannot be typed into a browser.
            let mut usable = addresses.iter().filter(|ip| rank(ip) < 3);
            *usable.find(fits)?
        }
        ip => ip,
    };
    let port = bind.port();
    Some(match (ip, port) {
        (IpAddr::V4(_), 80) => ip.to_string(),
        (IpAddr::V6(_), 80) => format!("[{ip}]"),
        _ => SocketAddr::new(ip, port).to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_are_told_an_address_that_they_can_type() {
        let addresses: Vec<IpAddr> = ["192.168.1.7", "fd00::7", "fe80::1"]
            .map(|ip| ip.parse().unwrap())
            .into();
        for (bind, told) in [
            ("127.0.0.1:8000", None),
            ("[::1]:8000", None),
            ("0.0.0.0:8000", Some("192.168.1.7:8000")),
            ("0.0.0.0:80", Some("192.168.1.7")),
            ("[::]:8000", Some("192.168.1.7:8000")),
            ("10.0.0.3:8000", Some("10.0.0.3:8000")),
            ("[fd00::7]:80", Some("[fd00::7]")),
        ] {
            let reached = reached_at(bind.parse().unwrap(), &addresses);
            assert_eq!(reached.as_deref(), told, "{bind}");
        }
        let reached = |bind: &str, ips: &[IpAddr]| reached_at(bind.parse().unwrap(), ips);
        assert_eq!(reached("0.0.0.0:8000", &addresses[1..]), None);
        assert_eq!(
            reached("[::]:8000", &addresses[1..]).as_deref(),
            Some("[fd00::7]:8000")
        );
        assert_eq!(reached("[::]:8000", &addresses[2..]), None);
        assert_eq!(reached("0.0.0.0:8000", &[]), None);
    }

    #[test]
    fn no_address_is_the_machines_own_loop() {
        assert!(addresses().iter().all(|ip| !ip.is_loopback()));
    }
}
