//! Which requests are answered: those of the workshop's own pages. Another page in the same browser cannot reach it, by its
//! name (DNS rebinding) or as a form.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;

/// The headers of all answers.
const HEADERS: [(header::HeaderName, &str); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
];

/// Answers a request to the address `own` that comes from one of its pages.
pub async fn check(own: SocketAddr, request: Request, next: Next) -> Response {
    let mut response = if is_own(own, request.headers()) {
        next.run(request).await
    } else {
        let message = "This address answers its own pages alone.\n";
        (StatusCode::FORBIDDEN, message).into_response()
    };
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether `Host`, and `Origin` if there is one, name the own address.
fn is_own(own: SocketAddr, headers: &HeaderMap) -> bool {
    let port = own.port();
    let names = [format!("{own}"), format!("localhost:{port}")];
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let host = text(header::HOST);
    let is_known = host.is_some_and(|host| names.iter().any(|name| name == host));
    let origin = text(header::ORIGIN);
    is_known
        && origin.is_none_or(|origin| {
            host.map(|host| format!("http://{host}")).as_deref() == Some(origin)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn only_own_pages_are_answered() {
        let own = SocketAddr::from((Ipv4Addr::LOCALHOST, 8910));
        let is_answered = |host: Option<&'static str>, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            for (name, value) in [(header::HOST, host), (header::ORIGIN, origin)] {
                headers.extend(value.map(|value| (name, HeaderValue::from_static(value))));
            }
            is_own(own, &headers)
        };
        for host in ["127.0.0.1:8910", "localhost:8910"] {
            assert!(is_answered(Some(host), None));
        }
        assert!(is_answered(
            Some("localhost:8910"),
            Some("http://localhost:8910")
        ));
        for (host, origin) in [
            (None, None),
            (Some("evil.example:8910"), None),
            (Some("127.0.0.1"), None),
            (Some("127.0.0.1:80"), None),
            (Some("127.0.0.1:8910"), Some("http://evil.example")),
            (Some("127.0.0.1:8910"), Some("null")),
            (Some("127.0.0.1:8910"), Some("https://127.0.0.1:8910")),
        ] {
            assert!(!is_answered(host, origin), "{host:?} {origin:?}");
        }
    }
}
