//! What whoever starts the server is told: which address to type, and the same as a QR code.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

use crate::server;

/// Black on white, whatever the terminal's colours are.
const INK: &str = "\x1b[38;5;16;48;5;231m";
const PLAIN: &str = "\x1b[0m";

/// Says on standard error where a server that listens there can be reached.
pub(super) fn greet(bound: SocketAddr) {
    let mut out = io::stderr();
    let coloured = out.is_terminal();
    // Whoever started the server may not listen.
    let _ = out.write_all(text(bound, &server::addresses(bound), coloured).as_bytes());
}

fn text(bound: SocketAddr, addresses: &[String], coloured: bool) -> String {
    let mut text = String::new();
    for address in addresses {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "open {address} in a browser");
    }
    if let Some(ip) = own(bound.ip()) {
        let here = SocketAddr::new(ip, bound.port());
        let _ = writeln!(text, "on this machine: http://{here}");
    }
    if let Some(first) = addresses.first().filter(|_| coloured) {
        for line in code(first).iter().flat_map(|code| code.lines()) {
            let _ = writeln!(text, "{INK}{line}{PLAIN}");
        }
    }
    text
}

/// The address of the machine for itself, where the server answers there.
fn own(bound: IpAddr) -> Option<IpAddr> {
    match bound {
        IpAddr::V4(ip) if ip.is_unspecified() => Some(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => Some(Ipv6Addr::LOCALHOST.into()),
        ip => ip.is_loopback().then_some(ip),
    }
}

/// A QR code in half blocks, with the quiet margin that readers need.
fn code(address: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(address, EcLevel::L).ok()?;
    let image = code.render::<Dense1x2>();
    Some({ image }.dark_color(Dense1x2::Dark).light_color(Dense1x2::Light).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anywhere() -> SocketAddr {
        SocketAddr::from(([0, 0, 0, 0], 8080))
    }

    #[test]
    fn every_address_has_its_line() {
        let addresses = ["http://192.168.1.5:8080".to_owned(), "http://10.0.0.2:8080".to_owned()];
        assert_eq!(
            text(anywhere(), &addresses, false),
            "open http://192.168.1.5:8080 in a browser\nopen http://10.0.0.2:8080 in a browser\n\
             on this machine: http://127.0.0.1:8080\n"
        );
    }

    #[test]
    fn a_terminal_shows_a_small_code() {
        let addresses = ["http://192.168.100.105:8080".to_owned()];
        let shown = text(anywhere(), &addresses, true);
        let code: Vec<&str> = shown.lines().skip(2).collect();
        let width = code[0].replace(INK, "").replace(PLAIN, "").chars().count();
        assert!(code.len() * 2 >= width && code.len() <= 18, "{} by {width}", code.len());
        assert!(shown.contains('▀') && shown.contains('█'));
    }

    #[test]
    fn without_a_network_there_is_no_code() {
        let here = SocketAddr::from(([127, 0, 0, 1], 8080));
        assert_eq!(text(here, &[], true), "on this machine: http://127.0.0.1:8080\n");
    }
}
