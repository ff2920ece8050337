"""An attacker and the owner of an address, who act in any order (ADR 21)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import cast

from touchline.channel.application.accounts.access_revocation import RevokeOtherAccess
from touchline.channel.application.accounts.account_closure import CloseAccount
from touchline.channel.application.accounts.email_verification import EmailVerificationForm
from touchline.channel.application.accounts.login.device_authorization import (
    LinkDevice,
    RedeemDeviceCode,
    RequestDeviceCode,
)
from touchline.channel.application.accounts.login.session_start import LoginResult, StartSession
from touchline.channel.application.accounts.password_reset import PasswordResetForm
from touchline.channel.application.accounts.profile import ProfileChanges
from touchline.channel.application.accounts.user_serializer import UserSerializer
from touchline.channel.application.operators.account_admin import IssueTemporaryPassword
from touchline.channel.domain.accounts.accounts import Account, SecondFactor
from touchline.channel.domain.accounts.links import LinkClaim, LinkPurpose
from touchline.channel.domain.site.channel import Channel
from touchline.channel.ports.accounts.memberships import Memberships
from touchline.channel.tests.account_fakes import EmptyAccountStatuses, FakeMemberships
from touchline.channel.tests.account_harness import CHANNEL_ID, FORM, NamedUserAgentParser
from touchline.channel.tests.audit_fakes import FakeAuditLog
from touchline.channel.tests.device_grant_fakes import FakeDeviceGrants
from touchline.channel.tests.site_fakes import FakeChannels
from touchline.channel.tests.social_login_harness import ADA, SocialLoginHarness
from touchline.shared.errors import NotFoundError, TouchlineError
from touchline.shared.principal import Principal

OWNER_PASSWORD, ATTACKER_PASSWORD = "the owner's password", "the attacker's password"
FACEBOOK_PROFILE = replace(ADA, provider="facebook", subject="99", email_verified=False)
PHONE = "+1 555 010 2030"


class TakeoverHarness(SocialLoginHarness):
    """Tracks who has access to the account of `ada@example.org`. Rejected steps change nothing."""

    def __init__(self) -> None:
        super().__init__()
        channels = FakeChannels(Channel("prairie", "Prairie", CHANNEL_ID))
        user_serializer = UserSerializer(
            channels, EmptyAccountStatuses(), self.accounts.operators, self.clock
        )
        start_session = StartSession(
            self.sessions, NamedUserAgentParser(), user_serializer, self.clock, self.email_queue
        )
        grants, secret = FakeDeviceGrants(), b"secret"
        self.request_device_code = RequestDeviceCode(grants, NamedUserAgentParser(), secret, self.clock)
        self.link_device = LinkDevice(grants, self.throttle, secret, self.clock)
        self.redeem_device_code = RedeemDeviceCode(
            grants, self.accounts, self.sessions, start_session, self.email_queue, self.clock
        )
        self.close_account = CloseAccount(
            self.accounts,
            channels,
            self.sessions,
            cast(Memberships, FakeMemberships()),
            self.signed_links,
            FakeAuditLog(),
            self.publisher,
            self.clock,
        )
        self.issue_temporary_password = IssueTemporaryPassword(
            self.accounts,
            self.sessions,
            self.password_hasher,
            self.email_queue,
            self.guess_limiter,
            RevokeOtherAccess(self.accounts, self.sessions, self.clock),
            self.clock,
        )
        self.attacker: Principal | None = None
        self.owner: Principal | None = None
        self.owner_password: str | None = None
        self.attacker_passwords = [ATTACKER_PASSWORD]
        self.tv, self.tv_code = self.visitor(), ""
        self.has_owner_logged_in = False
        """Whether the owner has ever logged in to the current open account."""

    # Observable state

    def get_open_account(self) -> Account | None:
        """Return the account of the address, or None."""
        return self.accounts.get_by_email("ada@example.org")

    def has_session(self, session_principal: Principal | None) -> bool:
        """Return whether the principal has an open session in the account."""
        account = self.get_open_account()
        session = session_principal and self.sessions.get(session_principal.session_id)
        return bool(account and session and session.ended_at is None and session.account_id == account.id)

    def can_log_in(self, log_in: Callable[[], LoginResult]) -> bool:
        """Return whether a login succeeds and leads into the account."""
        account = self.get_open_account()
        try:
            return account is not None and log_in().user["id"] == account.id
        except TouchlineError:
            return False

    def list_attacker_logins(self) -> list[str]:
        """List the logins that currently give the attacker access to the account."""
        logins: dict[str, Callable[[], LoginResult]] = {
            password: partial(self.log_in_ada, password=password) for password in self.attacker_passwords
        }
        logins |= {
            "phone": lambda: self.log_in_ada(login=PHONE, password=ATTACKER_PASSWORD),
            "code": lambda: self.log_in_ada(password=ATTACKER_PASSWORD, code="123456"),
            "facebook": partial(self.log_in_with_facebook),
            "device": lambda: self.redeem_device_code(self.tv_code, self.tv),
        }
        working_logins = [name for name, log_in in logins.items() if self.can_log_in(log_in)]
        return [*working_logins, "session"] if self.has_session(self.attacker) else working_logins

    # Attacker actions

    def attacker_registers(self) -> None:
        form = {
            "password": ATTACKER_PASSWORD,
            "password_confirmation": ATTACKER_PASSWORD,
            "email": "ADA@Example.org",
        }
        self.attacker = self.ada(**form)
        self.has_owner_logged_in = False

    def attacker_registers_with_facebook(self) -> None:
        login_result = self.log_in_with_facebook(accept_terms=True)
        self.attacker = self._principal_for(login_result)

    def attacker_adds_second_factor(self) -> None:
        if self.has_session(self.attacker):
            self.get_account_row().second_factor = SecondFactor("the attacker's", self.clock.now())

    def attacker_changes_password(self) -> None:
        if self.attacker and self.has_session(self.attacker):
            new = "another password of the attacker"
            self.update_profile(
                ProfileChanges(password=new, password_confirmation=new, current_password=ATTACKER_PASSWORD),
                self.attacker,
            )
            self.attacker_passwords.append(new)

    def attacker_links_a_device(self) -> None:
        if self.attacker and self.has_session(self.attacker):
            device_codes = self.request_device_code(self.tv, "TV")
            self.link_device(device_codes.user_code, self.attacker)
            self.tv_code = device_codes.device_code

    # Owner actions

    def owner_registers(self) -> None:
        form = {"password": OWNER_PASSWORD, "password_confirmation": OWNER_PASSWORD}
        self.owner = self.ada(**form, phone="")
        self._record_owner_login(OWNER_PASSWORD)

    def owner_opens_link(self) -> None:
        self.verify_email(EmailVerificationForm(self._link_claim(LinkPurpose.VERIFY_EMAIL)), self.visitor())

    def owner_opens_link_logged_in(self) -> None:
        if self.owner:
            self.verify_email(EmailVerificationForm(self._link_claim(LinkPurpose.VERIFY_EMAIL)), self.owner)

    def owner_opens_link_with_password(self) -> None:
        password = self.owner_password or OWNER_PASSWORD
        self.verify_email(
            EmailVerificationForm(self._link_claim(LinkPurpose.VERIFY_EMAIL), password), self.visitor()
        )

    def owner_logs_in_with_google(self) -> None:
        self.social_providers.profile = ADA
        self.social_providers.valid_codes.append("good")
        principal = self.visitor()
        login_result = self.log_in_with_social(principal, accept_terms=True, password=self.owner_password)
        self.owner = self._principal_for(login_result)
        self._record_owner_login(self.owner_password)

    def owner_resets_password(self) -> None:
        new = "a password by email"
        self.reset_password(
            PasswordResetForm(self._link_claim(LinkPurpose.RESET_PASSWORD), new, new), self.visitor()
        )
        self.owner = self._principal_for(self.log_in_ada(password=new))
        self._record_owner_login(new)

    def owner_logs_in(self) -> None:
        if self.owner_password:
            self.owner = self._principal_for(self.log_in_ada(password=self.owner_password))

    def owner_deletes_account(self) -> None:
        self.close_account(self._link_claim(LinkPurpose.CLOSE_ACCOUNT))
        self.has_owner_logged_in, self.owner_password = False, None

    def operator_issues_temporary_password(self) -> None:
        temporary_password = self.issue_temporary_password("ada@example.org")
        self.owner = self._principal_for(self.log_in_ada(password=temporary_password))
        self._record_owner_login(temporary_password)

    # Helpers

    def run_step(self, step: str) -> None:
        """Run a step. A rejection is allowed."""
        with suppress(TouchlineError):
            getattr(self, step)()

    def log_in_with_facebook(self, accept_terms: bool = False) -> LoginResult:
        """Log in with Facebook, which verifies no address."""
        self.social_providers.profile = FACEBOOK_PROFILE
        self.social_providers.valid_codes.append("good")
        try:
            return self.log_in_with_social(self.visitor(), accept_terms=accept_terms)
        finally:
            self.social_providers.profile = ADA
            self.social_providers.valid_codes.clear()

    def get_account_row(self) -> Account:
        """Return the stored open account. Raises `NotFoundError` if there is none."""
        account = self.get_open_account()
        if account is None:
            raise NotFoundError
        return self.accounts.rows[account.id]

    def _record_owner_login(self, password: str | None) -> None:
        self.has_owner_logged_in, self.owner_password = True, password
        if self.get_open_account() and self.get_account_row().password_hash is None:
            self.owner_password = None

    def _link_claim(self, purpose: LinkPurpose) -> LinkClaim:
        """Return the claim of the link in an email to the address, which only the owner can read."""
        path = self.signed_links.build_path(purpose, self.get_account_row(), self.clock.now())
        query = dict(part.split("=") for part in path.partition("?")[2].split("&"))
        return LinkClaim(query["email"].replace("%40", "@"), query["expires"], query["signature"])

    def _principal_for(self, login_result: LoginResult) -> Principal:
        return self._principal_for_key(login_result.api_key)


STEPS = [name for name in vars(TakeoverHarness) if name.startswith(("attacker_", "owner_", "operator_"))]
assert FORM.phone == PHONE
