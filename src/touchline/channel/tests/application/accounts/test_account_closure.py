"""Account closure by a link in an email, which works once and leaves no personal data."""

from datetime import timedelta
from typing import cast
from urllib.parse import parse_qsl

import pytest

from touchline.channel.application.accounts.account_closure import (
    REPUBLISH_PERIOD,
    CloseAccount,
    RepublishClosedAccounts,
    RequestAccountClosure,
)
from touchline.channel.application.accounts.password_confirmation import INVALID_PASSWORD, ConfirmPassword
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.form_errors import VERIFICATION_FAILED
from touchline.channel.domain.accounts.links import LinkClaim, LinkPurpose
from touchline.channel.domain.site.channel import Channel
from touchline.channel.domain.site.keys import Session
from touchline.channel.events import AccountClosed
from touchline.channel.ports.accounts.memberships import Memberships
from touchline.channel.tests.account_fakes import (
    FakeAccounts,
    FakeMemberships,
    FakePasswordHasher,
    create_guess_limiter,
)
from touchline.channel.tests.account_security_fakes import (
    CHANNEL_ID,
    LINKS,
    NOON,
    FakeEmailQueue,
    RecordingPublisher,
    ada,
    ada_with_second_factor,
)
from touchline.channel.tests.audit_fakes import FakeAuditLog
from touchline.channel.tests.site_fakes import FakeChannels, FakeSessions
from touchline.shared.clock import FixedClock
from touchline.shared.errors import RateLimitedError, RefusedError
from touchline.shared.ids import AccountId, SessionId
from touchline.shared.principal import Principal
from touchline.shared.tests.throttle import FakeThrottle
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory

ACCOUNT_ID, OTHER_ACCOUNT_ID = AccountId(1), AccountId(2)
PRINCIPAL = Principal(CHANNEL_ID, SessionId(1), ACCOUNT_ID, "en", None)


class ClosureHarness:
    """Ada with two sessions, and Bea with one."""

    def __init__(self) -> None:
        self.accounts = FakeAccounts(
            ada_with_second_factor(email_verified_at=NOON), ada(email="b@example.org", phone=None)
        )
        self.sessions, self.clock, self.publisher = FakeSessions(), FixedClock(NOON), RecordingPublisher()
        for key, owner_id in (("a", ACCOUNT_ID), ("b", ACCOUNT_ID), ("c", OTHER_ACCOUNT_ID)):
            self.sessions.add(
                Session(
                    CHANNEL_ID, key, NOON, NOON + timedelta(days=1), owner_id, None, name="TV", country="US"
                )
            )
        self.memberships = FakeMemberships()
        channels = FakeChannels(Channel("prairie", "Prairie", CHANNEL_ID))
        self.close_account = CloseAccount(
            self.accounts,
            channels,
            self.sessions,
            cast(Memberships, self.memberships),
            LINKS,
            FakeAuditLog(),
            self.publisher,
            self.clock,
        )

    def build_claim(
        self, account_id: AccountId = ACCOUNT_ID, purpose: LinkPurpose = LinkPurpose.CLOSE_ACCOUNT
    ) -> LinkClaim:
        """Return the claim of the link in an email to an account."""
        path = LINKS.build_path(purpose, self.accounts.rows[account_id], self.clock.now())
        return LinkClaim(**dict(parse_qsl(path.partition("?")[2])))

    def assert_rejected(self, link_claim: LinkClaim) -> None:
        """Assert that the link is rejected with the same message for all failures, and that no event is
        published.
        """
        events_before = list(self.publisher.events)
        with pytest.raises(RefusedError, match=f"^{VERIFICATION_FAILED}$"):
            self.close_account(link_claim)
        assert self.publisher.events == events_before


def test_the_link_erases_personal_data_and_publishes_the_event() -> None:
    harness = ClosureHarness()
    harness.close_account(harness.build_claim())
    remaining_account = harness.accounts.rows[ACCOUNT_ID]
    assert remaining_account == Account(
        CHANNEL_ID,
        "",
        "",
        "",
        remaining_account.language,
        NOON,
        closed_at=NOON,
        credentials_version=2,
        id=ACCOUNT_ID,
    )
    assert harness.accounts.erased_ids == [ACCOUNT_ID]
    assert harness.memberships.removed_addresses == ["Ada@example.org"]
    assert harness.publisher.events == [AccountClosed(CHANNEL_ID, ACCOUNT_ID)]


def test_all_sessions_end_and_are_anonymized() -> None:
    harness = ClosureHarness()
    harness.close_account(harness.build_claim())
    own_sessions = harness.sessions.list_for_account(ACCOUNT_ID)
    assert [(session.ended_at, session.name, session.country) for session in own_sessions] == [
        (NOON, "", None)
    ] * 2
    (other_session,) = harness.sessions.list_for_account(OTHER_ACCOUNT_ID)
    assert (other_session.ended_at, other_session.name, other_session.country) == (None, "TV", "US")


def test_a_link_works_once() -> None:
    harness = ClosureHarness()
    claim = harness.build_claim()
    harness.close_account(claim)
    harness.assert_rejected(claim)


def test_a_link_works_for_a_day() -> None:
    harness = ClosureHarness()
    claim = harness.build_claim()
    harness.clock.advance(timedelta(days=1))
    harness.assert_rejected(claim)


def test_a_link_for_another_account_or_purpose_is_rejected() -> None:
    harness = ClosureHarness()
    own_claim, other_claim = harness.build_claim(), harness.build_claim(OTHER_ACCOUNT_ID)
    harness.assert_rejected(LinkClaim(own_claim.email, other_claim.expires, other_claim.signature))
    harness.assert_rejected(harness.build_claim(purpose=LinkPurpose.VERIFY_EMAIL))
    harness.assert_rejected(harness.build_claim(purpose=LinkPurpose.RESET_PASSWORD))


@pytest.mark.parametrize("email", ["nobody@example.org", "", "no address", "a\x00b@example.org"])
def test_an_unknown_address_is_rejected_with_the_same_message(email: str) -> None:
    harness = ClosureHarness()
    claim = harness.build_claim()
    harness.assert_rejected(LinkClaim(email, claim.expires, claim.signature))


@pytest.mark.parametrize(("expires", "signature"), [("", ""), ("soon", "é"), ("9" * 400, "0" * 64)])
def test_malformed_links_are_rejected_with_the_same_message(expires: str, signature: str) -> None:
    ClosureHarness().assert_rejected(LinkClaim("Ada@example.org", expires, signature))


def test_an_old_link_does_not_close_a_later_account_of_the_address() -> None:
    harness = ClosureHarness()
    claim = harness.build_claim()
    harness.close_account(claim)
    new_account_id = harness.accounts.add(ada())
    harness.assert_rejected(claim)
    assert harness.accounts.rows[new_account_id].closed_at is None


def test_the_email_requires_the_password_and_closes_nothing() -> None:
    harness, email_queue = ClosureHarness(), FakeEmailQueue()
    throttle = FakeThrottle()
    confirm_password = ConfirmPassword(
        harness.accounts, FakePasswordHasher(), create_guess_limiter(throttle, email_queue)
    )
    request_closure = RequestAccountClosure(confirm_password, email_queue, throttle)
    for password in ("wrong", "", None):
        with pytest.raises(RefusedError, match=INVALID_PASSWORD):
            request_closure(PRINCIPAL, password)
    request_closure(PRINCIPAL, "right")
    assert email_queue.queued == [("close_account", ACCOUNT_ID)]
    assert harness.accounts.rows[ACCOUNT_ID].closed_at is None


def test_an_account_without_a_password_can_request_five_emails_per_hour() -> None:
    accounts, email_queue, throttle = FakeAccounts(ada(password_hash=None)), FakeEmailQueue(), FakeThrottle()
    request_closure = RequestAccountClosure(
        ConfirmPassword(accounts, FakePasswordHasher(), create_guess_limiter(throttle, email_queue)),
        email_queue,
        throttle,
    )
    for _ in range(5):
        request_closure(PRINCIPAL, None)
    with pytest.raises(RateLimitedError):
        request_closure(PRINCIPAL, None)
    assert len(email_queue.queued) == 5


def test_closed_accounts_are_republished_for_two_days() -> None:
    harness = ClosureHarness()
    uow = FakeUnitOfWorkFactory()
    republish = RepublishClosedAccounts(uow, harness.accounts, harness.publisher, harness.clock)
    republish()
    assert harness.publisher.events == []
    harness.close_account(harness.build_claim())
    harness.clock.set(NOON + REPUBLISH_PERIOD)
    republish()
    assert harness.publisher.events == [AccountClosed(CHANNEL_ID, ACCOUNT_ID)] * 2
    harness.clock.set(NOON + REPUBLISH_PERIOD + timedelta(seconds=1))
    republish()
    assert len(harness.publisher.events) == 2
    assert uow.commits == ["all"] * 3
