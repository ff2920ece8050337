"""The account use cases with social login, for tests."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from touchline.channel.application.accounts.access_revocation import RevokeOtherAccess
from touchline.channel.application.accounts.account_creation import CreateAccount
from touchline.channel.application.accounts.login.session_start import LoginResult, StartSession
from touchline.channel.application.accounts.social.accounts import SocialAccountService
from touchline.channel.application.accounts.social.callback import ResolveSocialCallback, SocialCallback
from touchline.channel.application.accounts.social.login import Browser, CompleteSocialLogin
from touchline.channel.application.accounts.social.state import AuthorizationRequest, SocialStateCodec
from touchline.channel.application.accounts.user_serializer import UserSerializer
from touchline.channel.domain.site.channel import Channel
from touchline.channel.ports.accounts.social import SocialProfile, SocialRejectedError, SocialUnavailableError
from touchline.channel.tests.account_fakes import (
    EmptyAccountStatuses,
    FakeEncryption,
    FakeUsedTokens,
    create_guess_limiter,
)
from touchline.channel.tests.account_harness import (
    CHANNEL_ID,
    AccountHarness,
    FakeSecondFactor,
    NamedUserAgentParser,
)
from touchline.channel.tests.site_fakes import FakeChannels
from touchline.shared.ids import SessionId
from touchline.shared.principal import Principal

ADA = SocialProfile("google", "17", "ada@example.org", True, "Ada", "Moreau")
CALLBACK = "https://prairie.example/auth/login/google/callback"


class FakeSocialProviders:
    """Social providers that know one person. The code `good` works once."""

    def __init__(self, profile: SocialProfile) -> None:
        self.profile, self.valid_codes, self.is_down = profile, ["good"], False

    def list_names(self) -> list[str]:
        return ["google", "facebook"]

    def build_authorization_url(self, provider: str, **_: str) -> str:
        return "https://accounts.example/"

    def fetch_profile(self, provider: str, *, code: str, **_: str) -> SocialProfile:
        if self.is_down:
            raise SocialUnavailableError("Not now.")
        if code not in self.valid_codes:
            raise SocialRejectedError
        self.valid_codes.remove(code)
        return self.profile


class FakeSocialAttempts:
    """Pending social logins in a dictionary."""

    def __init__(self) -> None:
        self.attempts: dict[tuple[SessionId, str], tuple[str, datetime]] = {}

    def save(self, session_id: SessionId, code_hash: str, encrypted_profile: str, until: datetime) -> None:
        self.attempts[session_id, code_hash] = encrypted_profile, until

    def exists(self, session_id: SessionId, code_hash: str) -> bool:
        return (session_id, code_hash) in self.attempts

    def claim(self, session_id: SessionId, code_hash: str, now: datetime) -> str | None:
        encrypted, until = self.attempts.pop((session_id, code_hash))
        return encrypted if now < until else None

    def delete_before(self, instant: datetime) -> int:
        return 0


class SocialLoginHarness(AccountHarness):
    """The account use cases with a social login provider."""

    def __init__(self, profile: SocialProfile = ADA) -> None:
        super().__init__()
        self.social_providers, self.social_attempts, self.used_tokens = (
            FakeSocialProviders(profile),
            FakeSocialAttempts(),
            FakeUsedTokens(),
        )
        self.state_codec = SocialStateCodec(FakeEncryption())
        channels = FakeChannels(Channel("prairie", "Prairie", CHANNEL_ID))
        user_serializer = UserSerializer(
            channels, EmptyAccountStatuses(), self.accounts.operators, self.clock
        )
        start_session = StartSession(
            self.sessions, NamedUserAgentParser(), user_serializer, self.clock, self.email_queue
        )
        create_account = CreateAccount(self.accounts, self.publisher, self.email_queue)
        revoke_other_access = RevokeOtherAccess(self.accounts, self.sessions, self.clock)
        self.complete_social_login = CompleteSocialLogin(
            ResolveSocialCallback(
                self.social_providers,
                self.state_codec,
                self.sessions,
                self.used_tokens,
                self.social_attempts,
                self.clock,
            ),
            SocialAccountService(self.accounts, revoke_other_access, create_account, self.clock),
            FakeSecondFactor(),  # type: ignore[arg-type]
            self.password_hasher,
            create_guess_limiter(self.throttle, self.email_queue, 3),
            start_session,
            self.clock,
        )

    def callback(self, principal: Principal, **changes: Any) -> SocialCallback:
        """Return the provider's callback for the browser of this session."""
        session = self.sessions.get(principal.session_id)
        assert session is not None
        authorization_request = AuthorizationRequest(
            "google", session.key_hash, f"nonce {principal.session_id}", "verifier", CALLBACK
        )
        return replace(
            SocialCallback("google", "good", self.state_codec.encode_state(authorization_request)), **changes
        )

    def log_in_with_social(self, principal: Principal | None = None, **changes: Any) -> LoginResult:
        """Complete a social login with the provider's callback."""
        principal = principal or self.visitor()
        return self.complete_social_login(
            self.callback(principal, **changes), principal, Browser("192.0.2.1", "Firefox")
        )
