"""`TOUCHLINE_SOCIAL=real` and `fake`: OpenID Connect providers, by Authlib.

Implements the authorization code flow (OpenID Connect Core 1.0, 3.1) with PKCE S256 (RFC 7636), state and
nonce. Codes, tokens and secrets are never logged. Of a provider's error, only the error code (RFC 6749, 5.2)
is logged.
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
from requests.adapters import BaseAdapter

from adapters.social.metadata_cache import (
    CONNECT_SECONDS,
    READ_SECONDS,
    MetadataCache,
    Timeouts,
    mount,
    unavailable_error,
)
from adapters.social.providers import ProviderConfig
from touchline.channel.ports.accounts.social import SocialProfile, SocialRejectedError

log = logging.getLogger(__name__)
SIGNING_ALGORITHMS = ["RS256"]
LEEWAY_SECONDS = 60
_ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
_ERROR_CODE_PATTERN = re.compile(r"[a-z_]{1,40}")


class OidcProviders:
    """Client of the configured providers. Documents are fetched on first use."""

    def __init__(
        self,
        providers: Iterable[ProviderConfig],
        timeouts: Timeouts = (CONNECT_SECONDS, READ_SECONDS),
        *,
        metadata_cache: MetadataCache | None = None,
        transport: BaseAdapter | None = None,
    ) -> None:
        self._providers = {provider.name: provider for provider in providers}
        self._timeouts = timeouts
        self._transport = transport
        self._metadata_cache = metadata_cache or MetadataCache(timeouts)

    def list_names(self) -> list[str]:
        """Return the names of the configured providers, in order."""
        return list(self._providers)

    def build_authorization_url(
        self, provider: str, *, state: str, nonce: str, redirect_uri: str, verifier: str
    ) -> str:
        """Return the URL to redirect the browser to. Raises `KeyError` or `SocialUnavailableError`."""
        config = self._providers[provider]
        endpoint = self._get_metadata(config)["authorization_endpoint"]
        with self._create_client(config, redirect_uri) as client:
            address, _ = client.create_authorization_url(
                endpoint, state=state, nonce=nonce, code_verifier=verifier
            )
        return str(address)

    def fetch_profile(
        self, provider: str, *, code: str, nonce: str, redirect_uri: str, verifier: str
    ) -> SocialProfile:
        """Return the profile of the person who logged in.

        Raises `KeyError`, `SocialRejectedError` or `SocialUnavailableError`.
        """
        config = self._providers[provider]
        token = self._fetch_token(config, code, redirect_uri, verifier)
        try:
            claims = self._validate_claims(config, token, nonce)
        except (JoseError, ValueError) as validation_error:
            log.warning("%s sent an invalid token: %s", provider, type(validation_error).__name__)
            raise SocialRejectedError from None
        return _to_profile(config, claims)

    def _fetch_token(
        self, config: ProviderConfig, code: str, redirect_uri: str, verifier: str
    ) -> dict[str, Any]:
        endpoint = self._get_metadata(config)["token_endpoint"]
        try:
            with self._create_client(config, redirect_uri) as client:
                token_response = client.fetch_token(
                    endpoint,
                    grant_type="authorization_code",
                    code=code,
                    code_verifier=verifier,
                    allow_redirects=False,  # sends the client's secret only to the provider
                )
        except OAuthError as oauth_error:
            log.warning("%s rejected the code: %s", config.name, _safe_error_code(oauth_error.error))
            raise SocialRejectedError from None
        except (requests.RequestException, ValueError):
            raise unavailable_error() from None
        return dict(token_response)

    def _validate_claims(self, config: ProviderConfig, token: dict[str, Any], nonce: str) -> dict[str, Any]:
        """Return the validated claims of the ID token (OpenID Connect Core, 3.1.3.7).

        Raises `JoseError` or `ValueError`.
        """
        encoded_token = str(token.get("id_token", ""))
        try:
            decoded_token = self._decode_token(config, encoded_token, force_refresh=False)
        except InvalidKeyIdError:  # the provider has changed its key within the hour
            decoded_token = self._decode_token(config, encoded_token, force_refresh=True)
        issuers = [name for name in (config.issuer, config.alternate_issuer) if name]
        options = {
            "iss": {"essential": True, "values": issuers},
            "aud": {"essential": True, "value": config.client_id},
            "sub": {"essential": True},
        }
        claim_params = {
            "nonce": nonce,
            "client_id": config.client_id,
            "access_token": token.get("access_token"),
        }
        claims = CodeIDToken(decoded_token.claims, decoded_token.header, options, claim_params)
        claims.validate(leeway=LEEWAY_SECONDS)
        return dict(claims)

    def _decode_token(self, config: ProviderConfig, encoded_token: str, *, force_refresh: bool) -> jwt.Token:
        keys: Any = self._metadata_cache.get(
            self._get_metadata(config)["jwks_uri"], force_refresh=force_refresh
        )
        if not isinstance(keys.get("keys"), list):
            raise unavailable_error()
        registry = JWSRegistry(algorithms=SIGNING_ALGORITHMS, strict_check_header=False)
        return jwt.decode(encoded_token, KeySet.import_key_set(keys), registry=registry)

    def _get_metadata(self, config: ProviderConfig) -> dict[str, Any]:
        """Return the provider's metadata (OpenID Connect Discovery 1.0). Its issuer must match (4.3)."""
        if config.metadata:
            return dict(config.metadata)
        document = self._metadata_cache.get(f"{config.issuer}/.well-known/openid-configuration")
        if document.get("issuer") != config.issuer:
            log.error("%s has an unexpected issuer", config.name)
            raise unavailable_error()
        if not all(isinstance(document.get(name), str) for name in _ENDPOINTS):
            raise unavailable_error()
        return document

    def _create_client(self, config: ProviderConfig, redirect_uri: str) -> OAuth2Session:
        client = OAuth2Session(
            config.client_id,
            config.client_secret,
            token_endpoint_auth_method="client_secret_post",  # noqa: S106
            scope=config.scope,
            redirect_uri=redirect_uri,
            code_challenge_method="S256",
            default_timeout=self._timeouts,
        )
        if self._transport:
            mount(client, self._transport)
        return client


def _to_profile(config: ProviderConfig, claims: dict[str, Any]) -> SocialProfile:
    """Return the profile from claims (OpenID Connect Core, 5.1). Facebook's ids may be numbers."""
    email = str(claims.get("email") or "").strip() or None
    verified = config.trusts_email or _is_email_verified(config, claims)
    name_parts = str(claims.get("name") or "").strip().partition(" ")
    first = str(claims.get("given_name") or name_parts[0]).strip()
    last = str(claims.get("family_name") or ("" if claims.get("given_name") else name_parts[2])).strip()
    return SocialProfile(config.name, str(claims["sub"]), email, bool(email) and verified, first, last)


def _is_email_verified(config: ProviderConfig, claims: dict[str, Any]) -> bool:
    if config.hosted_domains is not None and claims.get("hd") not in config.hosted_domains:
        return False
    return any(claims.get(name) in (True, "true", "1") for name in config.verified_claims)


def _safe_error_code(error: object) -> str:
    """Return the standard error code. Facebook sends an object with a type instead."""
    code = str(error.get("type") if isinstance(error, dict) else error)
    is_safe = _ERROR_CODE_PATTERN.fullmatch(code) or code == "OAuthException"
    return code if is_safe else "(no error code)"
