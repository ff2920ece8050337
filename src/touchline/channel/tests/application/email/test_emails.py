"""Queuing and writing emails."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from touchline.channel.application.email.emails import JobEmailQueue, WriteEmail
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.links import LinkClaim, LinkPurpose, LinkState, SignedLinks
from touchline.channel.domain.operators.access_tokens import AccessToken
from touchline.channel.domain.site.keys import Session
from touchline.channel.ports.email.mailer import Email
from touchline.channel.tests.account_fakes import FakeAccounts
from touchline.channel.tests.email_fakes import NOON, FakeEmailTemplates, RecordingJobs, account, channel
from touchline.channel.tests.notification_fakes import FakeNotifications
from touchline.channel.tests.purchase_fakes import RECEIPT, FakePurchases
from touchline.channel.tests.site_fakes import FakeChannels, FakeSessions
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.site_urls import SiteUrls

SIGNED_LINKS = SignedLinks(b"a secret")
REQUESTED_AT = int(NOON.timestamp())
PURPOSES = {
    "verify_email": LinkPurpose.VERIFY_EMAIL,
    "reset_password": LinkPurpose.RESET_PASSWORD,
    "close_account": LinkPurpose.CLOSE_ACCOUNT,
}

PUBLIC_URLS = SiteUrls()


class FakeAccessTokens:
    """`AccessTokens` with token 1, which session 1 created, and token 2, whose name is a link."""

    tokens = {
        number: AccessToken(
            id=number,
            channel_id=ChannelId(7),
            account_id=AccountId(1),
            name=name,
            prefix="tlp_abc123",
            scopes=(),
            created_at=NOON,
            expires_at=NOON + timedelta(days=30),
            session_id=session_id,
        )
        for number, name, session_id in ((1, "Score import", SessionId(1)), (2, "evil.example", None))
    }

    def get(self, token_id: int) -> AccessToken | None:
        return self.tokens.get(token_id)


class EmailHarness:
    """Queues and writes emails. Jane has account 1 and a new browser session 1."""

    def __init__(self, recipient: Account | None = None, **channel_changes: Any) -> None:
        self.account = recipient or account()
        self.jobs, self.email_templates, self.sessions = RecordingJobs(), FakeEmailTemplates(), FakeSessions()
        self.accounts, self.channels = FakeAccounts(self.account), FakeChannels(channel(**channel_changes))
        self.clock, self.purchases, self.notifications = (
            FixedClock(NOON),
            FakePurchases(),
            FakeNotifications(),
        )
        self.sessions.add(
            replace(
                Session(self.account.channel_id, "hash", NOON - timedelta(hours=1), NOON + timedelta(days=9)),
                account_id=self.account.id,
                name="Chrome on Windows",
                country="CA",
            )
        )
        self.email_queue = JobEmailQueue(self.jobs, self.channels, self.clock)

    def build_email(
        self, kind: str, reference_id: int = 0, site_urls: SiteUrls = PUBLIC_URLS
    ) -> Email | None:
        """Return the email to Jane, or None if none is sent."""
        access_tokens: Any = FakeAccessTokens()
        write_email = WriteEmail(
            self.channels,
            self.accounts,
            self.sessions,
            access_tokens,
            SIGNED_LINKS,
            self.email_templates,
            self.clock,
            site_urls,
            self.purchases,
            self.notifications,
        )
        return write_email(kind, self.account.id, reference_id, REQUESTED_AT, "key")

    def require_email(self, kind: str, **options: Any) -> Email:
        """Return the email to Jane, which must exist."""
        email = self.build_email(kind, **options)
        assert email is not None
        return email


def test_an_email_job_contains_ids_only() -> None:
    harness = EmailHarness()
    harness.email_queue.enqueue("reset_password", AccountId(1))
    ((name, ids, queue, unique),) = harness.jobs.enqueued
    assert (name, queue, unique) == ("channel.letter", "mail", None)
    assert ids[:-1] == (7, "reset_password", 1, 0, REQUESTED_AT)
    assert "jane" not in repr(ids)


def test_two_requests_queue_two_emails() -> None:
    harness = EmailHarness()
    for _ in range(2):
        harness.email_queue.enqueue("reset_password", AccountId(1))
    first, second = (ids[-1] for _, ids, _, _ in harness.jobs.enqueued)
    assert first != second


def test_a_keyed_request_is_the_same_email() -> None:
    harness = EmailHarness()
    for _ in range(2):
        harness.email_queue.enqueue("receipt", AccountId(1), 42, "receipt-42")
    assert {ids[-1] for _, ids, _, _ in harness.jobs.enqueued} == {"7-receipt-42"}


def test_a_purchase_email_has_its_variables_and_receipt() -> None:
    harness = EmailHarness()
    email = harness.require_email("receipt", reference_id=42)
    assert (harness.email_templates.variables["item"], harness.email_templates.variables["first_name"]) == (
        "Saison de hockey",
        "Jane",
    )
    assert email.text == "https://prairie.example.org/profile/transactions"
    assert email.attachments == (RECEIPT,)
    assert harness.require_email("access_opened", reference_id=9).attachments == ()


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("renewal_failed", {"overdue": False}),
        ("renewal_near", {"renews_at": None}),
        ("trial_ending", {"renews_at": None}),
        ("trial_started", {"renews_at": None}),
    ],
)
def test_an_outdated_purchase_email_is_not_sent(kind: str, changes: dict[str, Any]) -> None:
    harness = EmailHarness()
    harness.purchases.changes = {"renews_at": NOON, "overdue": True}
    assert harness.build_email(kind, 1) is not None
    harness.purchases.changes |= changes
    assert harness.build_email(kind, 1) is None


@pytest.mark.parametrize("kind", ["receipt", "access_opened"])
def test_a_missing_purchase_sends_no_email(kind: str) -> None:
    harness = EmailHarness()
    harness.purchases.exists = False
    assert harness.build_email(kind, 1) is None


def test_an_unknown_email_kind_fails_when_queued() -> None:
    with pytest.raises(ValueError, match="reset_pasword"):
        EmailHarness().email_queue.enqueue("reset_pasword", AccountId(1))


@pytest.mark.parametrize("kind", PURPOSES)
def test_the_link_of_an_email_is_valid(kind: str) -> None:
    harness = EmailHarness()
    url = urlsplit(harness.require_email(kind).text)
    assert (url.scheme, url.netloc) == ("https", "prairie.example.org")
    assert url.path == PURPOSES[kind].path
    link_claim = LinkClaim(**dict(parse_qsl(url.query)))
    assert SIGNED_LINKS.verify(PURPOSES[kind], harness.account, link_claim, NOON) is LinkState.VALID


def test_the_link_lifetime_starts_when_the_email_is_written() -> None:
    harness = EmailHarness()
    harness.clock.advance(timedelta(hours=5))
    link_claim = LinkClaim(**dict(parse_qsl(urlsplit(harness.require_email("reset_password").text).query)))
    just_before_expiry = NOON + timedelta(hours=5, minutes=59)
    assert (
        SIGNED_LINKS.verify(LinkPurpose.RESET_PASSWORD, harness.account, link_claim, just_before_expiry)
        is LinkState.VALID
    )


@pytest.mark.parametrize(
    ("urls", "expected_url"),
    [
        (SiteUrls("https://{host}:8443"), "https://prairie.example.org:8443/profile/sessions"),
        (SiteUrls("https://tv.example.org"), "https://tv.example.org/profile/sessions"),
        (SiteUrls(development=True), "http://prairie.localhost:8080/profile/sessions"),
    ],
    ids=["by a pattern", "one address", "in development"],
)
def test_an_email_links_to_the_channel_site(urls: SiteUrls, expected_url: str) -> None:
    assert EmailHarness().require_email("new_device", reference_id=1, site_urls=urls).text == expected_url


def test_an_email_has_the_channel_as_sender_and_its_key() -> None:
    email = EmailHarness().require_email("verify_email")
    assert (email.to, email.sender_name) == ("jane@example.org", "Prairie Sports")
    assert (email.key, email.sent_at) == ("key", NOON)


@pytest.mark.parametrize(("languages", "expected_language"), [(("en", "fr"), "fr"), (("en",), "en")])
def test_an_email_uses_the_account_language_if_supported(
    languages: tuple[str, ...], expected_language: str
) -> None:
    assert (
        EmailHarness(languages=languages).require_email("verify_email").subject
        == f"verify_email in {expected_language}"
    )


def test_an_access_token_email_describes_the_token_and_the_login_that_created_it() -> None:
    harness = EmailHarness()
    harness.require_email("access_token_created", reference_id=1)
    variables = harness.email_templates.variables
    assert (variables["token"], variables["prefix"]) == ("Score import", "tlp_abc123")
    assert (variables["device"], variables["country"]) == ("Chrome on Windows", "CA")
    assert variables["expires_at"] == NOON + timedelta(days=30)


def test_an_access_token_email_never_turns_its_name_into_a_link() -> None:
    harness = EmailHarness()
    harness.require_email("access_token_created", reference_id=2)
    variables = harness.email_templates.variables
    assert (variables["token"], variables["device"]) == ("", "")


def test_a_deleted_access_token_sends_no_email() -> None:
    assert EmailHarness().build_email("access_token_created", reference_id=3) is None


def test_a_new_device_email_describes_its_session() -> None:
    harness = EmailHarness()
    harness.require_email("new_device", reference_id=1)
    variables = {name: harness.email_templates.variables[name] for name in ("device", "country", "when")}
    assert variables == {"device": "Chrome on Windows", "country": "CA", "when": NOON - timedelta(hours=1)}


def test_a_closed_account_gets_no_email() -> None:
    harness = EmailHarness()
    harness.account.close(NOON)
    harness.accounts.save(harness.account)
    assert [harness.build_email(kind, 1) for kind in (*PURPOSES, "new_device", "password_changed")] == [
        None
    ] * 5


def test_a_deleted_session_sends_no_email() -> None:
    assert EmailHarness().build_email("new_device", reference_id=9) is None


@pytest.mark.parametrize(
    "name", ["Win at http://evil.example", "evil.example/prize", "www evil", "a@evil.example", "x:y"]
)
def test_a_name_that_would_become_a_link_is_not_in_the_greeting(name: str) -> None:
    harness = EmailHarness(account(first_name=name))
    harness.require_email("verify_email")
    assert harness.email_templates.variables["first_name"] == ""


@pytest.mark.parametrize("name", ["Jane", "Zoë", "J. Robert", "D’Arcy", "O'Neil-Smith", "李"])
def test_a_name_is_in_the_greeting(name: str) -> None:
    harness = EmailHarness(account(first_name=name))
    harness.require_email("verify_email")
    assert harness.email_templates.variables["first_name"] == name
