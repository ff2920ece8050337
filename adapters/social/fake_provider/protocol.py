"""OpenID Connect provider by Authlib: the code flow with PKCE. All state is in memory."""

import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, ClientMixin, InvalidRequestError
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant
from authlib.oauth2.rfc6749.util import scope_to_list
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oidc.core import OpenIDCode
from flask import Flask
from joserfc.jwk import RSAKey

from adapters.social.fake_provider.demo_people import DemoPerson
from adapters.social.providers import DEMO_CLIENT, DEMO_SECRET

CODE_SECONDS = 60
SCOPES = ("openid", "email", "profile", "public_profile")


class DemoClient(ClientMixin):  # type: ignore[misc]
    """The only client: Touchline on this machine, at any host name and port."""

    client_id = DEMO_CLIENT

    def get_client_id(self) -> str:
        """Return the client's public id."""
        return self.client_id

    def get_allowed_scope(self, scope: str) -> str:
        """Return the requested scopes that the provider supports."""
        return " ".join(scope_name for scope_name in scope_to_list(scope) or [] if scope_name in SCOPES)

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """Return True for any HTTP or HTTPS URL."""
        return urlsplit(redirect_uri).scheme in ("http", "https")

    def check_client_secret(self, client_secret: str) -> bool:
        """Return whether the secret is the shared demo secret."""
        return client_secret == DEMO_SECRET

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        """Return whether this is the method that Touchline uses."""
        return method == "client_secret_post"

    def check_response_type(self, response_type: str) -> bool:
        """Return True only for the code flow."""
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        """Return True only for the code flow."""
        return grant_type == "authorization_code"


@dataclass(frozen=True)
class AuthorizationCode(AuthorizationCodeMixin):  # type: ignore[misc]
    """An issued authorization code and its request parameters."""

    code: str
    person: DemoPerson
    redirect_uri: str
    scope: str
    nonce: str | None
    code_challenge: str
    code_challenge_method: str
    issued_at: float = field(default_factory=time.time)

    def get_redirect_uri(self) -> str:
        """Return the redirect URI that the code was sent to."""
        return self.redirect_uri

    def get_scope(self) -> str:
        """Return the granted scope."""
        return self.scope

    def get_nonce(self) -> str | None:
        """Return the nonce that the ID token must repeat."""
        return self.nonce

    def get_auth_time(self) -> int:
        """Return when the user chose, in seconds since the epoch."""
        return int(self.issued_at)

    def get_acr(self) -> None:
        """Return None: the provider does not state an authentication context."""

    def get_amr(self) -> None:
        """Return None: the provider does not state authentication methods."""


class FakeProvider(AuthorizationServer):  # type: ignore[misc]
    """An issuer: its key, its open codes, and the person of each access token."""

    def __init__(self, app: Flask, name: str, issuer: str) -> None:
        self.name, self.issuer = name, issuer
        self.key = RSAKey.generate_key(2048, {"use": "sig", "alg": "RS256"}, auto_kid=True)
        self.codes: dict[str, AuthorizationCode] = {}
        self.people_by_token: dict[str, DemoPerson] = {}
        super().__init__(app, {DEMO_CLIENT: DemoClient()}.get, self._save_token)
        self.register_grant(CodeGrant, [IdTokens(self), S256(required=True)])

    def get_discovery_document(self) -> dict[str, Any]:
        """Return the issuer's discovery document (OpenID Connect Discovery 1.0, 3)."""
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "jwks_uri": f"{self.issuer}/jwks",
            "scopes_supported": list(SCOPES),
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
            "code_challenge_methods_supported": ["S256"],
        }

    def _save_token(self, token: dict[str, Any], request: Any) -> None:
        self.people_by_token[token["access_token"]] = request.user


class CodeGrant(AuthorizationCodeGrant):  # type: ignore[misc]
    """Authorization code grant (RFC 6749, 4.1). A code works once, within a minute."""

    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_post"]

    def save_authorization_code(self, code: str, request: Any) -> None:
        """Save a code that is about to be issued."""
        authorization_params = request.payload.data
        self.server.codes[code] = AuthorizationCode(
            code,
            request.user,
            request.payload.redirect_uri,
            request.scope,
            authorization_params.get("nonce"),
            authorization_params["code_challenge"],
            authorization_params["code_challenge_method"],
        )

    def query_authorization_code(self, code: str, client: DemoClient) -> AuthorizationCode | None:
        """Remove and return the code. It is used up whatever the result. None if it is unknown or expired."""
        authorization_code_record: AuthorizationCode | None = self.server.codes.pop(code, None)
        return (
            authorization_code_record
            if authorization_code_record and time.time() - authorization_code_record.issued_at < CODE_SECONDS
            else None
        )

    def delete_authorization_code(self, authorization_code: AuthorizationCode) -> None:
        """Do nothing: `query_authorization_code` has already removed the code."""

    def authenticate_user(self, authorization_code: AuthorizationCode) -> DemoPerson:
        """Return the person that the user chose."""
        return authorization_code.person


class S256(CodeChallenge):  # type: ignore[misc]
    """PKCE with S256 (RFC 7636), required for every request."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        """Require S256. Authlib does not require PKCE of clients with a secret."""
        if grant.request.payload.data.get("code_challenge_method") != "S256":
            raise InvalidRequestError("This provider requires PKCE with S256.")
        super().validate_code_challenge(grant, redirect_uri)


class IdTokens(OpenIDCode):  # type: ignore[misc]
    """ID tokens (OpenID Connect Core 1.0, 2)."""

    def __init__(self, provider: FakeProvider) -> None:
        super().__init__(require_nonce=True)
        self._provider = provider

    def exists_nonce(self, nonce: str, request: Any) -> bool:
        """Return whether an open code has this nonce."""
        return any(code.nonce == nonce for code in self._provider.codes.values())

    def resolve_client_private_key(self, client: DemoClient) -> RSAKey:
        """Return the issuer's private key."""
        return self._provider.key

    def get_encode_header(self, client: DemoClient) -> dict[str, Any]:
        """Return a header with the key id, so that clients fetch the keys again after a key change."""
        return {"alg": "RS256", "kid": self._provider.key.kid}

    def get_client_claims(self, client: DemoClient) -> dict[str, Any]:
        """Return the issuer and the audience."""
        return {"iss": self._provider.issuer, "aud": client.client_id}

    def generate_user_info(self, user: DemoPerson, scope: str) -> dict[str, Any]:
        """Return the person's claims."""
        return user.claims(self._provider.name)
