//! QR codes of the links that the client shows, so that a phone need not type them.

use std::borrow::Cow;

use axum::extract::Query;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};

use super::http::Problem;

/// Longer ones have too many dots for a phone across a table.
const LONGEST: usize = 300;
/// The code of a link never changes: a day, in seconds.
const KEEP: &str = "max-age=86400";

#[derive(serde::Deserialize)]
pub(super) struct Asked {
    #[serde(default)]
    text: String,
}

/// `GET /api/qr.svg?text=URL`
pub(super) async fn code(Query(Asked { text }): Query<Asked>) -> Result<Response, Problem> {
    let image = draw(&text).ok_or(Problem(
        StatusCode::BAD_REQUEST,
        Cow::Borrowed("`text` is to be a web address of at most 300 bytes"),
    ))?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, KEEP),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    Ok((headers, image).into_response())
}

fn draw(address: &str) -> Option<String> {
    let is_address = address.starts_with("http://") || address.starts_with("https://");
    if !is_address || address.len() > LONGEST {
        return None;
    }
    let code = QrCode::with_error_correction_level(address, EcLevel::M).ok()?;
    Some(code.render::<svg::Color>().build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_web_address_is_drawn_and_nothing_else() {
        let longest = format!("http://192.168.1.5:8080/{}", "x".repeat(LONGEST - 24));
        for good in ["https://a", "http://192.168.1.5:8080/t/k7f2?seat=A.white#0123", &longest] {
            assert!(draw(good).unwrap().contains("<svg"), "{good}");
        }
        for bad in ["", "k7f2", "javascript:alert(1)", &format!("{longest}x")] {
            assert!(draw(bad).is_none(), "{bad}");
        }
    }
}
