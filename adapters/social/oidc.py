"""`TOUCHLINE_SOCIAL=real` and `fake`: providers that speak OpenID Connect, by Authlib.

The authorization code flow (OpenID Connect Core 1.0, 3.1) with PKCE S256 (RFC 7636), state and nonce. Codes,
tokens and secrets are in no log line; of a provider's refusal only its error code (RFC 6749, 5.2) is.
"""

import logging
import re
from collections.abc import Iterable
from typing import Any

import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry

from adapters.social.documents import CONNECT_SECONDS, READ_SECONDS, Documents, Timeouts, unavailable
from adapters.social.providers import Provider
from touchline.channel.ports.social import SocialPerson, SocialRefused

log = logging.getLogger(__name__)
SIGNED_BY = ["RS256"]
LEEWAY_SECONDS = 60
_ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
_ERROR_CODE = re.compile(r"[a-z_]{1,40}")


class OidcProviders:
    """Talks with the providers that are set up. Nothing is fetched before it is needed."""

    def __init__(
        self, providers: Iterable[Provider], timeouts: Timeouts = (CONNECT_SECONDS, READ_SECONDS)
    ) -> None:
        self._providers = {provider.name: provider for provider in providers}
        self._timeouts = timeouts
        self._documents = Documents(timeouts)

    def names(self) -> list[str]:
        """Those that are set up, in order."""
        return list(self._providers)

    def departure(self, provider: str, *, state: str, nonce: str, redirect_uri: str, verifier: str) -> str:
        """The address to send the browser to; `KeyError`, `SocialUnavailable`."""
        asked = self._providers[provider]
        endpoint = self._metadata(asked)["authorization_endpoint"]
        with self._client(asked, redirect_uri) as client:
            address, _ = client.create_authorization_url(
                endpoint, state=state, nonce=nonce, code_verifier=verifier
            )
        return str(address)

    def person(
        self, provider: str, *, code: str, nonce: str, redirect_uri: str, verifier: str
    ) -> SocialPerson:
        """Who came back with the code; `KeyError`, `SocialRefused`, `SocialUnavailable`."""
        asked = self._providers[provider]
        token = self._token(asked, code, redirect_uri, verifier)
        try:
            claims = self._claims(asked, token, nonce)
        except (JoseError, ValueError) as wrong:
            log.warning("%s signed what does not fit: %s", provider, type(wrong).__name__)
            raise SocialRefused from None
        return _person(asked, claims)

    def _token(self, asked: Provider, code: str, redirect_uri: str, verifier: str) -> dict[str, Any]:
        endpoint = self._metadata(asked)["token_endpoint"]
        try:
            with self._client(asked, redirect_uri) as client:
                answer = client.fetch_token(
                    endpoint,
                    grant_type="authorization_code",
                    code=code,
                    code_verifier=verifier,
                    allow_redirects=False,  # the client's secret goes to the provider and to nobody else
                )
        except OAuthError as refused:
            log.warning("%s takes no code: %s", asked.name, _error_code(refused.error))
            raise SocialRefused from None
        except (requests.RequestException, ValueError):
            raise unavailable() from None
        return dict(answer)

    def _claims(self, asked: Provider, token: dict[str, Any], nonce: str) -> dict[str, Any]:
        """What the provider signed (OpenID Connect Core, 3.1.3.7); `JoseError`, `ValueError`."""
        text = str(token.get("id_token", ""))
        try:
            signed = self._verified(asked, text, fresh=False)
        except InvalidKeyIdError:  # it signs with another key than an hour ago
            signed = self._verified(asked, text, fresh=True)
        issuers = [name for name in (asked.issuer, asked.also_issuer) if name]
        options = {
            "iss": {"essential": True, "values": issuers},
            "aud": {"essential": True, "value": asked.client_id},
            "sub": {"essential": True},
        }
        known = {"nonce": nonce, "client_id": asked.client_id, "access_token": token.get("access_token")}
        claims = CodeIDToken(signed.claims, signed.header, options, known)
        claims.validate(leeway=LEEWAY_SECONDS)
        return dict(claims)

    def _verified(self, asked: Provider, text: str, *, fresh: bool) -> jwt.Token:
        keys: Any = self._documents.get(self._metadata(asked)["jwks_uri"], fresh=fresh)
        if not isinstance(keys.get("keys"), list):
            raise unavailable()
        registry = JWSRegistry(algorithms=SIGNED_BY, strict_check_header=False)
        return jwt.decode(text, KeySet.import_key_set(keys), registry=registry)

    def _metadata(self, asked: Provider) -> dict[str, Any]:
        """Its description (OpenID Connect Discovery 1.0), which must be its own (4.3)."""
        if asked.metadata:
            return dict(asked.metadata)
        found = self._documents.get(f"{asked.issuer}/.well-known/openid-configuration")
        if found.get("issuer") != asked.issuer:
            log.error("%s describes itself as another issuer", asked.name)
            raise unavailable()
        if not all(isinstance(found.get(name), str) for name in _ENDPOINTS):
            raise unavailable()
        return found

    def _client(self, asked: Provider, redirect_uri: str) -> OAuth2Session:
        return OAuth2Session(
            asked.client_id,
            asked.client_secret,
            token_endpoint_auth_method="client_secret_post",  # noqa: S106
            scope=asked.scope,
            redirect_uri=redirect_uri,
            code_challenge_method="S256",
            default_timeout=self._timeouts,
        )


def _person(asked: Provider, claims: dict[str, Any]) -> SocialPerson:
    """OpenID Connect Core, 5.1. Facebook's numbers may come as numbers."""
    email = str(claims.get("email") or "").strip() or None
    verified = asked.vouches or claims.get("email_verified") in (True, "true")
    whole = str(claims.get("name") or "").strip().partition(" ")
    first = str(claims.get("given_name") or whole[0]).strip()
    last = str(claims.get("family_name") or ("" if claims.get("given_name") else whole[2])).strip()
    return SocialPerson(asked.name, str(claims["sub"]), email, bool(email) and verified, first, last)


def _error_code(error: object) -> str:
    """The standard code of a refusal; Facebook sends an object with a type in its place."""
    text = str(error.get("type") if isinstance(error, dict) else error)
    return text if _ERROR_CODE.fullmatch(text) or text == "OAuthException" else "(no error code)"
