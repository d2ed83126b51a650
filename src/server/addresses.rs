//! At which addresses people reach the server: those of the machine's networks, which others can
//! open too, unlike `localhost`.

use std::net::{IpAddr, SocketAddr};

use if_addrs::Interface;

/// Networks within the machine, to which nobody else is connected.
const INNER: [&str; 6] = ["docker", "br-", "veth", "virbr", "vmnet", "vboxnet"];

/// The addresses to type on other machines for a server that listens there, the likeliest first.
/// None where it listens for its own machine alone, or where there is no network.
///
/// They are looked up anew each time: a laptop may have joined its network after the start.
pub fn addresses(bound: SocketAddr) -> Vec<String> {
    let found = if_addrs::get_if_addrs().unwrap_or_else(|error| {
        tracing::debug!(%error, "the machine's networks cannot be listed");
        Vec::new()
    });
    let mut interfaces: Vec<_> = found.into_iter().filter(Interface::is_oper_up).collect();
    interfaces.sort_by_key(|interface| INNER.iter().any(|name| interface.name.starts_with(name)));
    let networks: Vec<IpAddr> = interfaces.iter().map(Interface::ip).collect();
    to_type(bound, &networks)
}

/// The same for a machine with those networks.
fn to_type(bound: SocketAddr, networks: &[IpAddr]) -> Vec<String> {
    let mut candidates = match bound.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => {
            networks.iter().copied().filter(IpAddr::is_ipv4).collect()
        }
        IpAddr::V6(ip) if ip.is_unspecified() => networks.to_vec(),
        ip => vec![ip],
    };
    candidates.retain(|ip| is_for_others(*ip));
    // The sort keeps the order within a rank.
    candidates.sort_by_key(|ip| rank(*ip));
    candidates.dedup();
    candidates.iter().map(|ip| format!("http://{}", SocketAddr::new(*ip, bound.port()))).collect()
}

fn is_for_others(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local() && !ip.is_unspecified(),
        // An address within one link needs the name of the network card, which no browser takes.
        IpAddr::V6(ip) => !ip.is_loopback() && !ip.is_unicast_link_local() && !ip.is_unspecified(),
    }
}

/// Short ones first: they must be typed.
const fn rank(ip: IpAddr) -> u8 {
    match ip {
        IpAddr::V4(_) => 0,
        IpAddr::V6(_) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(bound: &str, networks: &[&str]) -> Vec<String> {
        let networks: Vec<IpAddr> = networks.iter().map(|ip| ip.parse().unwrap()).collect();
        to_type(bound.parse().unwrap(), &networks)
    }

    const NETWORKS: [&str; 6] =
        ["127.0.0.1", "::1", "fe80::1", "2001:db8::7", "192.168.1.5", "169.254.3.3"];

    #[test]
    fn a_server_for_every_network_names_those_that_others_can_open() {
        assert_eq!(list("0.0.0.0:8080", &NETWORKS), ["http://192.168.1.5:8080"]);
        assert_eq!(
            list("[::]:8080", &NETWORKS),
            ["http://192.168.1.5:8080", "http://[2001:db8::7]:8080"]
        );
    }

    #[test]
    fn a_server_for_one_network_names_that_one() {
        assert_eq!(list("192.168.1.5:80", &NETWORKS), ["http://192.168.1.5:80"]);
        assert!(list("127.0.0.1:8080", &NETWORKS).is_empty());
        assert!(list("[::1]:8080", &NETWORKS).is_empty());
    }
}
