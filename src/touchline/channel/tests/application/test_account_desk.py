"""What an operator does for viewers."""

from datetime import UTC, datetime, timedelta

import pytest

from touchline.channel.application.account_desk import (
    AddAccount,
    EndSessions,
    GiveTemporaryPassword,
    Person,
)
from touchline.channel.application.new_passwords import NewPasswords
from touchline.channel.application.opening import OpenAccount
from touchline.channel.application.other_access import EndOtherAccess
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.channel import Channel
from touchline.channel.domain.keys import Session
from touchline.channel.domain.temporary_passwords import new_temporary_password
from touchline.channel.ports.throttle import Limit
from touchline.channel.tests.account_fakes import CountingThrottle, FakeAccounts, PlainPasswords, guesses_of
from touchline.channel.tests.fakes import FakeChannels, FakeSessions
from touchline.channel.tests.grant_fakes import AskedLetters
from touchline.shared.clock import FixedClock
from touchline.shared.errors import Invalid, NotFound, Throttled
from touchline.shared.events import DomainEvent
from touchline.shared.ids import ChannelId

ONE = ChannelId(1)
NOON = datetime(2026, 11, 21, 18, tzinfo=UTC)
LIMIT = Limit("wrong-passwords", 2, 900)
MAYA = Person("maya@example.com", "Maya", "Halvorsen", "harvest moon 42")


class Desk:
    """An operator's desk in a channel that speaks French, with one viewer who is logged in."""

    def __init__(self) -> None:
        self.clock, self.sessions, self.letters = FixedClock(NOON), FakeSessions(), AskedLetters()
        self.throttle, self.announced = CountingThrottle(), list[DomainEvent]()
        viewer = Account(ONE, "Ana@example.com", "Ana", "Roy", "fr", NOON, password_hash="hash of old")
        self.accounts = FakeAccounts(viewer)
        self.ana = viewer.id
        for key in ("one", "two"):
            self.sessions.add(Session(ONE, key, NOON, NOON + timedelta(days=360), self.ana))
        passwords = PlainPasswords()
        self.give = GiveTemporaryPassword(
            self.accounts,
            self.sessions,
            passwords,
            self.letters,
            guesses_of(self.throttle, self.letters, LIMIT.times),
            EndOtherAccess(self.accounts, self.sessions, self.clock),
            self.clock,
        )
        self.end = EndSessions(self.accounts, self.sessions, self.clock)
        self.add = AddAccount(
            self.accounts,
            FakeChannels(Channel("atelier", "Atelier", ONE, language="fr", languages=("fr", "en"))),
            NewPasswords(passwords, frozenset({"password1"})),
            OpenAccount(self.accounts, self._announce, self.letters),
            self.clock,
        )

    def _announce(self, event: DomainEvent) -> None:
        self.announced.append(event)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_temporary_password_is_long_and_never_the_same() -> None:
    made = {new_temporary_password() for _ in range(50)}
    assert len(made) == 50
    assert all(len(password) == 19 and not set(password) & set("lo01") for password in made)


def test_a_temporary_password_takes_the_place_of_the_old_one(desk: Desk) -> None:
    password = desk.give(" ana@EXAMPLE.com ")
    account = desk.accounts.rows[desk.ana]
    assert account.password_hash == f"hash of {password}"
    assert account.temporary_password
    assert account.credentials_version == 3  # an unverified account is cleared first


def test_who_gets_a_temporary_password_is_logged_out_everywhere_and_told(desk: Desk) -> None:
    desk.give("ana@example.com")
    assert desk.sessions.of_account(desk.ana) == []
    assert desk.letters.asked == [("password_changed", desk.ana, 0)]


def test_wrong_passwords_that_were_tried_before_keep_nobody_from_using_it(desk: Desk) -> None:
    for _ in range(2):
        desk.throttle.take(LIMIT, "account", desk.ana)
    with pytest.raises(Throttled):
        desk.throttle.look(LIMIT, "account", desk.ana)
    desk.give("ana@example.com")
    desk.throttle.look(LIMIT, "account", desk.ana)


def test_an_unknown_viewer_is_named(desk: Desk) -> None:
    for use in (desk.give, desk.end):
        with pytest.raises(NotFound, match=r"There is no account of nobody@example.com in this channel\."):
            use("nobody@example.com")


def test_ending_sessions_says_how_many(desk: Desk) -> None:
    assert desk.end("ana@example.com") == 2
    assert desk.end("ana@example.com") == 0


def test_an_account_is_made_in_the_language_of_its_channel_and_announced(desk: Desk) -> None:
    made = desk.add(MAYA)
    assert (made.language, made.email_verified, made.temporary_password) == ("fr", False, False)
    assert made.password_hash == "hash of harvest moon 42"
    assert len(desk.announced) == 1
    assert desk.letters.asked == [("verify_email", made.id, 0)]


def test_a_verified_address_gets_no_letter(desk: Desk) -> None:
    made = desk.add(Person(**{**vars(MAYA), "verified": True, "temporary": True}))
    assert made.email_verified
    assert made.temporary_password
    assert desk.letters.asked == []


def test_all_that_is_wrong_is_said_at_once(desk: Desk) -> None:
    with pytest.raises(Invalid) as refusal:
        desk.add(Person("ana@example.com", "", "Roy", "password1"))
    assert set(refusal.value.errors) == {"first_name", "email", "password"}
