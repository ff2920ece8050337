"""The provider's side of OpenID Connect, by Authlib: the code flow with PKCE, everything kept in memory."""

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
    """The one client there is: Touchline on this machine, at whatever name and port it has here."""

    client_id = DEMO_CLIENT

    def get_client_id(self) -> str:
        """Its public name."""
        return self.client_id

    def get_allowed_scope(self, scope: str) -> str:
        """Of what is asked, what there is."""
        return " ".join(scope_name for scope_name in scope_to_list(scope) or [] if scope_name in SCOPES)

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """Any page over HTTP."""
        return urlsplit(redirect_uri).scheme in ("http", "https")

    def check_client_secret(self, client_secret: str) -> bool:
        """Whether it is the one that both sides know."""
        return client_secret == DEMO_SECRET

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        """As Touchline does it."""
        return method == "client_secret_post"

    def check_response_type(self, response_type: str) -> bool:
        """The code flow alone."""
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        """The code flow alone."""
        return grant_type == "authorization_code"


@dataclass(frozen=True)
class AuthorizationCode(AuthorizationCodeMixin):  # type: ignore[misc]
    """A code that was given out, and for what."""

    code: str
    person: DemoPerson
    redirect_uri: str
    scope: str
    nonce: str | None
    code_challenge: str
    code_challenge_method: str
    issued_at: float = field(default_factory=time.time)

    def get_redirect_uri(self) -> str:
        """Where the browser was sent with it."""
        return self.redirect_uri

    def get_scope(self) -> str:
        """What was granted."""
        return self.scope

    def get_nonce(self) -> str | None:
        """What the ID token has to repeat."""
        return self.nonce

    def get_auth_time(self) -> int:
        """When the person chose, in seconds since the epoch."""
        return int(self.issued_at)

    def get_acr(self) -> None:
        """How sure it is: nothing is said of that."""

    def get_amr(self) -> None:
        """By which means: nothing is said of that."""


class FakeProvider(AuthorizationServer):  # type: ignore[misc]
    """One issuer: its key, the codes that are out, and who each access token is for."""

    def __init__(self, app: Flask, name: str, issuer: str) -> None:
        self.name, self.issuer = name, issuer
        self.key = RSAKey.generate_key(2048, {"use": "sig", "alg": "RS256"}, auto_kid=True)
        self.codes: dict[str, AuthorizationCode] = {}
        self.people_by_token: dict[str, DemoPerson] = {}
        super().__init__(app, {DEMO_CLIENT: DemoClient()}.get, self._save_token)
        self.register_grant(CodeGrant, [IdTokens(self), S256(required=True)])

    def get_discovery_document(self) -> dict[str, Any]:
        """Its discovery document (OpenID Connect Discovery 1.0, 3)."""
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
    """RFC 6749, 4.1; a code works once, for a minute."""

    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_post"]

    def save_authorization_code(self, code: str, request: Any) -> None:
        """Keep a code that is about to be given out."""
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
        """The code, taken away with the first look: whatever comes of it, it is spent."""
        authorization_code_record: AuthorizationCode | None = self.server.codes.pop(code, None)
        return (
            authorization_code_record
            if authorization_code_record and time.time() - authorization_code_record.issued_at < CODE_SECONDS
            else None
        )

    def delete_authorization_code(self, authorization_code: AuthorizationCode) -> None:
        """It is gone already."""

    def authenticate_user(self, authorization_code: AuthorizationCode) -> DemoPerson:
        """Who chose."""
        return authorization_code.person


class S256(CodeChallenge):  # type: ignore[misc]
    """RFC 7636, and nobody may go without."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        """Authlib lets a client with a secret go without; this provider does not."""
        if grant.request.payload.data.get("code_challenge_method") != "S256":
            raise InvalidRequestError("This provider asks for PKCE with S256.")
        super().validate_code_challenge(grant, redirect_uri)


class IdTokens(OpenIDCode):  # type: ignore[misc]
    """What is signed about a person (OpenID Connect Core 1.0, 2)."""

    def __init__(self, provider: FakeProvider) -> None:
        super().__init__(require_nonce=True)
        self._provider = provider

    def exists_nonce(self, nonce: str, request: Any) -> bool:
        """Whether a code with it is out."""
        return any(code.nonce == nonce for code in self._provider.codes.values())

    def resolve_client_private_key(self, client: DemoClient) -> RSAKey:
        """The issuer's."""
        return self._provider.key

    def get_encode_header(self, client: DemoClient) -> dict[str, Any]:
        """Names the key, so that a client fetches keys again when it is another."""
        return {"alg": "RS256", "kid": self._provider.key.kid}

    def get_client_claims(self, client: DemoClient) -> dict[str, Any]:
        """By whom and for whom."""
        return {"iss": self._provider.issuer, "aud": client.client_id}

    def generate_user_info(self, user: DemoPerson, scope: str) -> dict[str, Any]:
        """Who it is."""
        return user.claims(self._provider.name)
