"""Account administration by operators."""

from datetime import UTC, datetime, timedelta

import pytest

from touchline.channel.application.accounts.access_revocation import RevokeOtherAccess
from touchline.channel.application.accounts.account_creation import CreateAccount
from touchline.channel.application.accounts.password_policy import PasswordPolicy
from touchline.channel.application.operators.account_admin import (
    AddAccount,
    EndSessions,
    IssueTemporaryPassword,
    NewAccount,
)
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.temporary_passwords import generate_temporary_password
from touchline.channel.domain.site.channel import Channel
from touchline.channel.domain.site.keys import Session
from touchline.channel.ports.accounts.throttle import Limit
from touchline.channel.tests.account_fakes import (
    FakeAccounts,
    FakePasswordHasher,
    create_guess_limiter,
)
from touchline.channel.tests.device_grant_fakes import RecordingEmailQueue
from touchline.channel.tests.site_fakes import FakeChannels, FakeSessions
from touchline.shared.clock import FixedClock
from touchline.shared.errors import InvalidInputError, NotFoundError, RateLimitedError
from touchline.shared.events import DomainEvent
from touchline.shared.ids import ChannelId
from touchline.shared.tests.throttle import FakeThrottle

CHANNEL_ID = ChannelId(1)
NOON = datetime(2026, 11, 21, 18, tzinfo=UTC)
LIMIT = Limit("wrong-passwords", 2, 900)
MAYA = NewAccount("maya@example.com", "Maya", "Halvorsen", "harvest moon 42")


class AccountAdminHarness:
    """Account administration in a French-language channel, with one viewer who is logged in."""

    def __init__(self) -> None:
        self.clock, self.sessions, self.email_queue = FixedClock(NOON), FakeSessions(), RecordingEmailQueue()
        self.throttle, self.published_events = FakeThrottle(), list[DomainEvent]()
        viewer = Account(CHANNEL_ID, "Ana@example.com", "Ana", "Roy", "fr", NOON, password_hash="hash of old")
        self.accounts = FakeAccounts(viewer)
        self.ana_id = viewer.id
        for key in ("one", "two"):
            self.sessions.add(Session(CHANNEL_ID, key, NOON, NOON + timedelta(days=360), self.ana_id))
        hasher = FakePasswordHasher()
        self.issue_temporary_password = IssueTemporaryPassword(
            self.accounts,
            self.sessions,
            hasher,
            self.email_queue,
            create_guess_limiter(self.throttle, self.email_queue, LIMIT.times),
            RevokeOtherAccess(self.accounts, self.sessions, self.clock),
            self.clock,
        )
        self.end_sessions = EndSessions(self.accounts, self.sessions, self.clock)
        self.add_account = AddAccount(
            self.accounts,
            FakeChannels(Channel("atelier", "Atelier", CHANNEL_ID, language="fr", languages=("fr", "en"))),
            PasswordPolicy(hasher, frozenset({"password1"})),
            CreateAccount(self.accounts, self._publish, self.email_queue),
            self.clock,
        )

    def _publish(self, event: DomainEvent) -> None:
        self.published_events.append(event)


@pytest.fixture
def harness() -> AccountAdminHarness:
    return AccountAdminHarness()


def test_a_temporary_password_is_long_and_unique() -> None:
    passwords = {generate_temporary_password() for _ in range(50)}
    assert len(passwords) == 50
    assert all(len(password) == 19 and not set(password) & set("lo01") for password in passwords)


def test_a_temporary_password_replaces_the_old_one(harness: AccountAdminHarness) -> None:
    password = harness.issue_temporary_password(" ana@EXAMPLE.com ")
    account = harness.accounts.rows[harness.ana_id]
    assert account.password_hash == f"hash of {password}"
    assert account.temporary_password
    assert account.credentials_version == 3  # an unverified account is cleared first


def test_a_temporary_password_ends_all_sessions_and_sends_an_email(harness: AccountAdminHarness) -> None:
    harness.issue_temporary_password("ana@example.com")
    assert harness.sessions.list_open_for_account(harness.ana_id) == []
    assert harness.email_queue.queued == [("password_changed", harness.ana_id, 0)]


def test_a_temporary_password_resets_the_guess_limit(harness: AccountAdminHarness) -> None:
    for _ in range(2):
        harness.throttle.hit(LIMIT, "account", harness.ana_id)
    with pytest.raises(RateLimitedError):
        harness.throttle.test(LIMIT, "account", harness.ana_id)
    harness.issue_temporary_password("ana@example.com")
    harness.throttle.test(LIMIT, "account", harness.ana_id)


def test_an_unknown_viewer_is_reported(harness: AccountAdminHarness) -> None:
    for use_case in (harness.issue_temporary_password, harness.end_sessions):
        with pytest.raises(
            NotFoundError, match=r"There is no account for nobody@example.com in this channel\."
        ):
            use_case("nobody@example.com")


def test_ending_sessions_returns_their_number(harness: AccountAdminHarness) -> None:
    assert harness.end_sessions("ana@example.com") == 2
    assert harness.end_sessions("ana@example.com") == 0


def test_an_added_account_uses_the_channel_language_and_is_published(harness: AccountAdminHarness) -> None:
    account = harness.add_account(MAYA)
    assert (account.language, account.email_verified, account.temporary_password) == ("fr", False, False)
    assert account.password_hash == "hash of harvest moon 42"
    assert len(harness.published_events) == 1
    assert harness.email_queue.queued == [("verify_email", account.id, 0)]


def test_a_verified_address_gets_no_email(harness: AccountAdminHarness) -> None:
    account = harness.add_account(NewAccount(**{**vars(MAYA), "verified": True, "temporary": True}))
    assert account.email_verified
    assert account.temporary_password
    assert harness.email_queue.queued == []


def test_all_errors_are_reported_together(harness: AccountAdminHarness) -> None:
    with pytest.raises(InvalidInputError) as error:
        harness.add_account(NewAccount("ana@example.com", "", "Roy", "password1"))
    assert set(error.value.errors) == {"first_name", "email", "password"}
