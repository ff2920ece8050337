"""Asking for letters and writing them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from touchline.channel.application.letters import SendLetter, WriteLetter
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.keys import Session
from touchline.channel.domain.links import Claim, Links, LinkState, Purpose
from touchline.channel.ports.post import Letter
from touchline.channel.tests.account_fakes import FakeAccounts
from touchline.channel.tests.fakes import FakeChannels, FakeSessions
from touchline.channel.tests.letter_fakes import NOON, PlainTexts, WrittenJobs, account, channel
from touchline.channel.tests.news_fakes import FakeNews
from touchline.channel.tests.purchase_fakes import RECEIPT, FakePurchases
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId
from touchline.shared.site_urls import SiteUrls

LINKS = Links(b"a secret")
ASKED_AT = int(NOON.timestamp())
PURPOSES = {
    "verify_email": Purpose.VERIFY_EMAIL,
    "reset_password": Purpose.RESET_PASSWORD,
    "close_account": Purpose.CLOSE_ACCOUNT,
}

PUBLIC = SiteUrls()


class Desk:
    """Where letters are asked for and written; Jane has account 1, her new browser session 1."""

    def __init__(self, person: Account | None = None, **channel_changes: Any) -> None:
        self.person = person or account()
        self.jobs, self.texts, self.sessions = WrittenJobs(), PlainTexts(), FakeSessions()
        self.accounts, self.channels = FakeAccounts(self.person), FakeChannels(channel(**channel_changes))
        self.clock, self.purchases, self.news = FixedClock(NOON), FakePurchases(), FakeNews()
        self.sessions.add(
            replace(
                Session(self.person.channel_id, "hash", NOON - timedelta(hours=1), NOON + timedelta(days=9)),
                account_id=self.person.id,
                name="Chrome on Windows",
                country="CA",
            )
        )
        self.send = SendLetter(self.jobs, self.channels, self.clock)

    def write(self, kind: str, extra: int = 0, site: SiteUrls = PUBLIC) -> Letter | None:
        """The letter to Jane."""
        write = WriteLetter(
            self.channels,
            self.accounts,
            self.sessions,
            LINKS,
            self.texts,
            self.clock,
            site,
            self.purchases,
            self.news,
        )
        return write(kind, self.person.id, extra, ASKED_AT, "key")

    def written(self, kind: str, **more: Any) -> Letter:
        """The same, where there must be one."""
        letter = self.write(kind, **more)
        assert letter is not None
        return letter


def test_a_letter_is_asked_for_by_ids_alone() -> None:
    desk = Desk()
    desk.send.ask("reset_password", AccountId(1))
    ((name, ids, queue, unique),) = desk.jobs.asked
    assert (name, queue, unique) == ("channel.letter", "mail", None)
    assert ids[:-1] == (7, "reset_password", 1, 0, ASKED_AT)
    assert "jane" not in repr(ids)


def test_a_letter_asked_for_twice_is_two_letters() -> None:
    desk = Desk()
    for _ in range(2):
        desk.send.ask("reset_password", AccountId(1))
    first, second = (ids[-1] for _, ids, _, _ in desk.jobs.asked)
    assert first != second


def test_a_letter_with_a_name_of_its_own_is_the_same_letter_again() -> None:
    desk = Desk()
    for _ in range(2):
        desk.send.ask("receipt", AccountId(1), 42, "receipt-42")
    assert {ids[-1] for _, ids, _, _ in desk.jobs.asked} == {"7-receipt-42"}


def test_a_letter_about_a_purchase_has_its_facts_and_its_receipt() -> None:
    desk = Desk()
    letter = desk.written("receipt", extra=42)
    assert (desk.texts.facts["item"], desk.texts.facts["first_name"]) == ("Saison de hockey", "Jane")
    assert letter.text == "https://prairie.example.org/profile/transactions"
    assert letter.attachments == (RECEIPT,)
    assert desk.written("access_opened", extra=9).attachments == ()


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("renewal_failed", {"overdue": False}),
        ("renewal_near", {"renews_at": None}),
        ("trial_ending", {"renews_at": None}),
        ("trial_started", {"renews_at": None}),
    ],
)
def test_a_letter_that_would_not_be_true_any_more_is_not_written(kind: str, changes: dict[str, Any]) -> None:
    desk = Desk()
    desk.purchases.changes = {"renews_at": NOON, "overdue": True}
    assert desk.write(kind, 1) is not None
    desk.purchases.changes |= changes
    assert desk.write(kind, 1) is None


@pytest.mark.parametrize("kind", ["receipt", "access_opened"])
def test_a_purchase_that_is_not_there_is_not_told_of(kind: str) -> None:
    desk = Desk()
    desk.purchases.there = False
    assert desk.write(kind, 1) is None


def test_a_mistyped_kind_is_noticed_where_it_is_asked_for() -> None:
    with pytest.raises(ValueError, match="reset_pasword"):
        Desk().send.ask("reset_pasword", AccountId(1))


@pytest.mark.parametrize("kind", PURPOSES)
def test_the_link_of_a_letter_works(kind: str) -> None:
    desk = Desk()
    address = urlsplit(desk.written(kind).text)
    assert (address.scheme, address.netloc) == ("https", "prairie.example.org")
    assert address.path == PURPOSES[kind].path
    claim = Claim(**dict(parse_qsl(address.query)))
    assert LINKS.check(PURPOSES[kind], desk.person, claim, NOON) is LinkState.GOOD


def test_the_life_of_a_link_begins_when_the_letter_is_written() -> None:
    desk = Desk()
    desk.clock.advance(timedelta(hours=5))
    claim = Claim(**dict(parse_qsl(urlsplit(desk.written("reset_password").text).query)))
    late = NOON + timedelta(hours=5, minutes=59)
    assert LINKS.check(Purpose.RESET_PASSWORD, desk.person, claim, late) is LinkState.GOOD


@pytest.mark.parametrize(
    ("urls", "address"),
    [
        (SiteUrls("https://{host}:8443"), "https://prairie.example.org:8443/profile/sessions"),
        (SiteUrls("https://tv.example.org"), "https://tv.example.org/profile/sessions"),
        (SiteUrls(development=True), "http://prairie.localhost:8080/profile/sessions"),
    ],
    ids=["by a pattern", "one address", "in development"],
)
def test_a_letter_leads_to_the_channels_site(urls: SiteUrls, address: str) -> None:
    assert Desk().written("new_device", extra=1, site=urls).text == address


def test_a_letter_comes_from_the_channel_and_under_its_key() -> None:
    letter = Desk().written("verify_email")
    assert (letter.to, letter.sender_name) == ("jane@example.org", "Prairie Sports")
    assert (letter.key, letter.sent_at) == ("key", NOON)


@pytest.mark.parametrize(("languages", "spoken"), [(("en", "fr"), "fr"), (("en",), "en")])
def test_a_letter_is_in_the_readers_language_where_the_channel_has_it(
    languages: tuple[str, ...], spoken: str
) -> None:
    assert Desk(languages=languages).written("verify_email").subject == f"verify_email in {spoken}"


def test_the_letter_of_a_new_device_tells_of_its_session() -> None:
    desk = Desk()
    desk.written("new_device", extra=1)
    told = {name: desk.texts.facts[name] for name in ("device", "country", "when")}
    assert told == {"device": "Chrome on Windows", "country": "CA", "when": NOON - timedelta(hours=1)}


def test_a_closed_account_gets_no_letter() -> None:
    desk = Desk()
    desk.person.close(NOON)
    desk.accounts.save(desk.person)
    assert [desk.write(kind, 1) for kind in (*PURPOSES, "new_device", "password_changed")] == [None] * 5


def test_a_session_that_is_gone_is_not_told_of() -> None:
    assert Desk().write("new_device", extra=9) is None


@pytest.mark.parametrize(
    "name", ["Win at http://evil.example", "evil.example/prize", "www evil", "a@evil.example", "x:y"]
)
def test_a_name_that_would_become_a_link_is_not_in_the_greeting(name: str) -> None:
    desk = Desk(account(first_name=name))
    desk.written("verify_email")
    assert desk.texts.facts["first_name"] == ""


@pytest.mark.parametrize("name", ["Jane", "Zoë", "J. Robert", "D’Arcy", "O'Neil-Smith", "李"])
def test_a_name_is_in_the_greeting(name: str) -> None:
    desk = Desk(account(first_name=name))
    desk.written("verify_email")
    assert desk.texts.facts["first_name"] == name
