//! Which requests are answered: those of the workshop's own pages. Another page in the same browser cannot reach it, by its
//! name (DNS rebinding) or as a form; another machine needs a token.

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

/// The name of the cookie with the token.
const COOKIE: &str = "tradewind";

/// Who is answered.
#[derive(Clone, Debug)]
pub struct Guard {
    own: SocketAddr,
    token: Option<String>,
}

impl Guard {
    /// Answers the pages of this machine at an address; with a token those of any machine that know it.
    pub fn new(own: SocketAddr, token: Option<String>) -> Guard {
        Guard { own, token }
    }

    /// The address to open.
    pub fn page(&self) -> String {
        let own = self.own;
        match &self.token {
            Some(token) => format!("http://{own}/?token={token}"),
            None => format!("http://{own}/"),
        }
    }

    /// Answers a request that comes from one of the own pages.
    pub async fn check(self, request: Request, next: Next) -> Response {
        let mut response = if self.is_entry(&request) {
            let cookie = format!(
                "{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/",
                self.token.unwrap_or_default()
            );
            let headers = [
                (header::SET_COOKIE, cookie),
                (header::LOCATION, "/".to_string()),
            ];
            (StatusCode::SEE_OTHER, headers).into_response()
        } else if self.is_own(request.headers()) {
            next.run(request).await
        } else {
            let message = match self.token {
                Some(_) => "Open the address with the token that `tradewind serve` printed.\n",
                None => "This address answers its own pages alone.\n",
            };
            (StatusCode::FORBIDDEN, message).into_response()
        };
        for (name, value) in HEADERS {
            response
                .headers_mut()
                .insert(name, HeaderValue::from_static(value));
        }
        response
    }

    /// Whether a request shows the token in its address.
    fn is_entry(&self, request: &Request) -> bool {
        let shown = request
            .uri()
            .query()
            .and_then(|query| query.strip_prefix("token="));
        request.uri().path() == "/" && shown.is_some() && shown == self.token.as_deref()
    }

    /// Whether `Host`, and `Origin` if there is one, name the own address, or a cookie has the token.
    fn is_own(&self, headers: &HeaderMap) -> bool {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
        let host = text(header::HOST);
        let is_known = match &self.token {
            Some(token) => {
                let own = format!("{COOKIE}={token}");
                let cookies = text(header::COOKIE).unwrap_or("").split("; ");
                cookies.into_iter().any(|cookie| cookie == own)
            }
            None => {
                let port = self.own.port();
                let names = [self.own.to_string(), format!("localhost:{port}")];
                host.is_some_and(|host| names.iter().any(|name| name == host))
            }
        };
        let origin = text(header::ORIGIN);
        let own_origin = host.map(|host| format!("http://{host}"));
        is_known && origin.is_none_or(|origin| own_origin.as_deref() == Some(origin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn only_own_pages_are_answered() {
        let own = SocketAddr::from((Ipv4Addr::LOCALHOST, 8910));
        let guard = Guard::new(own, None);
        let is_answered = |host: Option<&'static str>, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            for (name, value) in [(header::HOST, host), (header::ORIGIN, origin)] {
                headers.extend(value.map(|value| (name, HeaderValue::from_static(value))));
            }
            guard.is_own(&headers)
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

    #[test]
    fn a_token_is_needed_from_other_machines() {
        let own = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 8910));
        let guard = Guard::new(own, Some("abc".to_string()));
        assert_eq!(guard.page(), "http://0.0.0.0:8910/?token=abc");
        let is_answered = |cookie: Option<&'static str>, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            let all = [
                (header::HOST, Some("table:8910")),
                (header::COOKIE, cookie),
                (header::ORIGIN, origin),
            ];
            for (name, value) in all {
                headers.extend(value.map(|value| (name, HeaderValue::from_static(value))));
            }
            guard.is_own(&headers)
        };
        assert!(is_answered(Some("tradewind=abc"), None));
        assert!(is_answered(
            Some("a=b; tradewind=abc"),
            Some("http://table:8910")
        ));
        assert!(!is_answered(
            Some("tradewind=abc"),
            Some("http://evil.example")
        ));
        for cookie in [
            None,
            Some("tradewind="),
            Some("tradewind=abcd"),
            Some("abc"),
        ] {
            assert!(!is_answered(cookie, None), "{cookie:?}");
        }
        let is_entry = |uri: &str| {
            let request = Request::builder().uri(uri).body(axum::body::Body::empty());
            guard.is_entry(&request.expect("a request"))
        };
        assert!(is_entry("/?token=abc"));
        for uri in ["/", "/?token=", "/?token=abcd", "/runs?token=abc"] {
            assert!(!is_entry(uri), "{uri}");
        }
    }
}
