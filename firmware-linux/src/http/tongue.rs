//! The language that a client wants to be answered in.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;

use crate::lang::Lang;

/// The first language of `Accept-Language` that is spoken here; English without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tongue(pub Lang);

impl Tongue {
    /// As the headers of a request say. Clients name the language that they want most first, so weights
    /// need not be read.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Self {
        let wanted = headers.get(ACCEPT_LANGUAGE);
        let wanted = wanted.and_then(|value| value.to_str().ok());
        let known = wanted.unwrap_or_default().split(',').find_map(|tag| {
            let tag = tag.split(['-', ';']).next().unwrap_or_default();
            Lang::from_name(&tag.trim().to_ascii_lowercase())
        });
        Self(known.unwrap_or(Lang::English))
    }
}

impl<S: Sync> FromRequestParts<S> for Tongue {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_known_language_is_spoken() {
        for (wanted, spoken) in [
            ("zh-CN,zh;q=0.9,en;q=0.8", Lang::Chinese),
            ("zh", Lang::Chinese),
            ("en-US,zh;q=0.5", Lang::English),
            ("de, ZH-TW;q=0.7", Lang::Chinese),
            ("de", Lang::English),
            ("*", Lang::English),
            ("", Lang::English),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, wanted.parse().unwrap());
            assert_eq!(Tongue::of(&headers), Tongue(spoken), "{wanted}");
        }
        assert_eq!(Tongue::of(&HeaderMap::new()), Tongue(Lang::English));
    }
}
