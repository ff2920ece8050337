"""The account use cases over fakes, with one channel."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from touchline.channel.application.accounts.access_revocation import RevokeOtherAccess
from touchline.channel.application.accounts.account_creation import CreateAccount
from touchline.channel.application.accounts.email_verification import RequestEmailVerification, VerifyEmail
from touchline.channel.application.accounts.form_protection import RequireHuman
from touchline.channel.application.accounts.login.guess_limits import GuessSource
from touchline.channel.application.accounts.login.login import Credentials, LogIn
from touchline.channel.application.accounts.login.session_start import LoginResult, StartSession
from touchline.channel.application.accounts.login.viewer_sessions import ViewerSessionService
from touchline.channel.application.accounts.password_confirmation import ConfirmPassword
from touchline.channel.application.accounts.password_policy import PasswordPolicy
from touchline.channel.application.accounts.password_reset import RequestPasswordReset, ResetPassword
from touchline.channel.application.accounts.profile import UpdateProfile
from touchline.channel.application.accounts.registration import RegisterAccount, RegistrationForm
from touchline.channel.application.accounts.user_serializer import UserSerializer
from touchline.channel.application.site.keys import CreateApiKey
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.links import LinkClaim, LinkPurpose, SignedLinks
from touchline.channel.domain.site.channel import Channel
from touchline.channel.domain.site.keys import hash_key
from touchline.channel.ports.accounts.user_agents import Device
from touchline.channel.tests.account_fakes import (
    EmptyAccountStatuses,
    FakeAccounts,
    FakePasswordHasher,
    create_guess_limiter,
)
from touchline.channel.tests.device_grant_fakes import RecordingEmailQueue
from touchline.channel.tests.site_fakes import FakeChannels, FakeSessions
from touchline.shared.clock import FixedClock
from touchline.shared.errors import RefusedError
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.principal import Principal
from touchline.shared.tests.throttle import FakeThrottle

CHANNEL_ID = ChannelId(1)
NOON = datetime(2026, 11, 21, 18, tzinfo=UTC)
PASSWORD = "tumbling pucks"
FORM = RegistrationForm(
    "Ada",
    "Moreau",
    "Ada@Example.org",
    "+1 555 010 2030",
    PASSWORD,
    PASSWORD,
    True,
    "",
    "192.0.2.1",
    "Firefox",
)


class FakeRobotCheck:
    """A robot check that is off, or that accepts only the token `pass`."""

    def __init__(self, provider: str | None = None) -> None:
        self.provider, self.site_key, self.service = provider, provider, "reCAPTCHA"

    def is_human(self, token: str, ip: str) -> bool:
        return token == "pass"


class NamedUserAgentParser:
    """Uses the User-Agent as the device's name."""

    def parse(self, user_agent: str) -> Device:
        return Device(user_agent, "desktop")


class FakeSecondFactor:
    """A second factor whose correct code is `123456`."""

    def __call__(self, account: Account, code: str | None, source: GuessSource) -> None:
        if account.second_factor and code != "123456":
            raise RefusedError("This code is incorrect. Please try again.", error="second_factor_wrong")


class RecordingPublisher:
    """Records published events."""

    def __init__(self) -> None:
        self.events: list[DomainEvent] = []

    def __call__(self, event: DomainEvent) -> None:
        self.events.append(event)


class AccountHarness:
    """The account use cases. `visitor()` returns a new visitor, `ada()` registers an account."""

    def __init__(self, robot_provider: str | None = None) -> None:
        self.clock, self.accounts, self.sessions = FixedClock(NOON), FakeAccounts(), FakeSessions()
        self.password_hasher, self.throttle, self.email_queue = (
            FakePasswordHasher(),
            FakeThrottle(),
            RecordingEmailQueue(),
        )
        self.signed_links, self.publisher = SignedLinks(b"secret"), RecordingPublisher()
        channels = FakeChannels(Channel("prairie", "Prairie", CHANNEL_ID, languages=("en", "fr")))
        user_serializer = UserSerializer(
            channels, EmptyAccountStatuses(), self.accounts.operators, self.clock
        )
        start_session = StartSession(
            self.sessions, NamedUserAgentParser(), user_serializer, self.clock, self.email_queue
        )
        require_human = RequireHuman(FakeRobotCheck(robot_provider))
        self.guess_limiter = create_guess_limiter(self.throttle, self.email_queue)
        revoke_other_access = RevokeOtherAccess(self.accounts, self.sessions, self.clock)
        password_policy = PasswordPolicy(self.password_hasher, {"password"})
        create_account = CreateAccount(self.accounts, self.publisher, self.email_queue)
        confirm_password = ConfirmPassword(self.accounts, self.password_hasher, self.guess_limiter)
        self.register = RegisterAccount(
            self.accounts,
            password_policy,
            require_human,
            create_account,
            start_session,
            self.clock,
        )
        self.log_in = LogIn(
            self.accounts,
            self.password_hasher,
            require_human,
            self.guess_limiter,
            FakeSecondFactor(),
            start_session,
            self.clock,
        )
        self.verify_email = VerifyEmail(
            self.accounts, self.signed_links, self.password_hasher, self.guess_limiter, self.clock
        )
        self.request_email_verification = RequestEmailVerification(
            self.accounts, self.email_queue, self.throttle
        )
        self.request_password_reset = RequestPasswordReset(
            self.accounts, self.email_queue, require_human, self.throttle
        )
        self.reset_password = ResetPassword(
            self.accounts,
            self.sessions,
            self.signed_links,
            password_policy,
            self.email_queue,
            self.guess_limiter,
            revoke_other_access,
            self.clock,
        )
        self.viewer_sessions = ViewerSessionService(self.sessions, self.clock)
        self.update_profile = UpdateProfile(
            self.accounts,
            channels,
            self.sessions,
            password_policy,
            confirm_password,
            self.email_queue,
            user_serializer,
            self.clock,
        )

    def visitor(self, language: str = "en") -> Principal:
        """Return a visitor with a new API key."""
        issued_key = CreateApiKey(self.sessions, self.clock)(CHANNEL_ID)
        return self._principal_for_key(issued_key.api_key, language)

    def ada(self, **changes: Any) -> Principal:
        """Register Ada and return her principal."""
        login_result = self.register(replace(FORM, **changes), self.visitor())
        return self._principal_for_key(login_result.api_key)

    def log_in_ada(self, principal: Principal | None = None, **changes: Any) -> LoginResult:
        """Log in with Ada's address and password, or with the given fields."""
        fields = {"login": FORM.email, "password": PASSWORD, "code": "", "robot_token": "", **changes}
        form = Credentials(**{"ip": "192.0.2.1", "user_agent": "Firefox", **fields})
        return self.log_in(form, principal or self.visitor())

    def log_in_again(self, **changes: Any) -> Principal:
        """Log Ada in from another browser."""
        return self._principal_for_key(self.log_in_ada(**changes).api_key)

    def account(self) -> Account:
        """Return Ada's stored account."""
        return self.accounts.rows[AccountId(1)]

    def link_claim(self, purpose: LinkPurpose) -> LinkClaim:
        """Return the claim of the link in an email to Ada."""
        path = self.signed_links.build_path(purpose, self.account(), self.clock.now())
        query = dict(part.split("=") for part in path.partition("?")[2].split("&"))
        return LinkClaim(query["email"].replace("%40", "@"), query["expires"], query["signature"])

    def _principal_for_key(self, api_key: str, language: str = "en") -> Principal:
        session = self.sessions.get_by_key_hash(hash_key(api_key))
        assert session is not None
        return Principal(CHANNEL_ID, session.id, session.account_id, language, "US")
