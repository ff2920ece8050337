"""The end of an account: by a link in a letter, once, and nothing of the person stays."""

from datetime import timedelta
from urllib.parse import parse_qsl

import pytest

from touchline.channel.application.close_account import AGAIN, AskToClose, CloseAccount, TellOfClosed
from touchline.channel.application.proof_of_password import WRONG_PASSWORD, ProofOfPassword
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.channel import Channel
from touchline.channel.domain.identifiers import VERIFICATION_FAILED
from touchline.channel.domain.keys import Session
from touchline.channel.domain.links import Claim, Purpose
from touchline.channel.events import AccountClosed
from touchline.channel.tests.account_fakes import CountingThrottle, FakeAccounts, PlainPasswords, guesses_of
from touchline.channel.tests.closing_fakes import LINKS, NOON, ONE, Announced, KeptLetters, ada, guarded
from touchline.channel.tests.fakes import FakeChannels, FakeSessions
from touchline.shared.clock import FixedClock
from touchline.shared.errors import Refused, Throttled
from touchline.shared.ids import AccountId, SessionId
from touchline.shared.principal import Principal

ME, OTHER = AccountId(1), AccountId(2)
HERE = Principal(ONE, SessionId(1), ME, "en", None)


class Setting:
    """Ada, who has two sessions, and Bea, who has one."""

    def __init__(self) -> None:
        self.accounts = FakeAccounts(guarded(email_verified_at=NOON), ada(email="b@example.org", phone=None))
        self.sessions, self.clock, self.announced = FakeSessions(), FixedClock(NOON), Announced()
        for key, owner in (("a", ME), ("b", ME), ("c", OTHER)):
            self.sessions.add(
                Session(ONE, key, NOON, NOON + timedelta(days=1), owner, None, name="TV", country="US")
            )
        channels = FakeChannels(Channel("prairie", "Prairie", ONE))
        self.close = CloseAccount(self.accounts, channels, self.sessions, LINKS, self.announced, self.clock)

    def link(self, account_id: AccountId = ME, purpose: Purpose = Purpose.CLOSE_ACCOUNT) -> Claim:
        """What the letter to an account holds."""
        path = LINKS.path(purpose, self.accounts.rows[account_id], self.clock.now())
        return Claim(**dict(parse_qsl(path.partition("?")[2])))

    def refuses(self, claim: Claim) -> None:
        """The one sentence for whatever is wrong, and nothing has happened."""
        told = list(self.announced.events)
        with pytest.raises(Refused, match=f"^{VERIFICATION_FAILED}$"):
            self.close(claim)
        assert self.announced.events == told


def test_the_link_erases_the_person_and_tells_the_others() -> None:
    setting = Setting()
    setting.close(setting.link())
    left = setting.accounts.rows[ME]
    assert left == Account(ONE, "", "", "", left.language, NOON, closed_at=NOON, credentials_version=2, id=ME)
    assert setting.accounts.forgotten == [ME]
    assert setting.announced.events == [AccountClosed(ONE, ME)]


def test_every_session_of_the_viewer_ends_and_says_nothing_any_more() -> None:
    setting = Setting()
    setting.close(setting.link())
    mine = setting.sessions.kept_of(ME)
    assert [(one.ended_at, one.name, one.country) for one in mine] == [(NOON, "", None)] * 2
    (other,) = setting.sessions.kept_of(OTHER)
    assert (other.ended_at, other.name, other.country) == (None, "TV", "US")


def test_a_link_works_once() -> None:
    setting = Setting()
    link = setting.link()
    setting.close(link)
    setting.refuses(link)


def test_a_link_works_for_a_day() -> None:
    setting = Setting()
    link = setting.link()
    setting.clock.advance(timedelta(days=1))
    setting.refuses(link)


def test_a_link_of_another_account_or_for_another_purpose_ends_nothing() -> None:
    setting = Setting()
    mine, theirs = setting.link(), setting.link(OTHER)
    setting.refuses(Claim(mine.email, theirs.expires, theirs.signature))
    setting.refuses(setting.link(purpose=Purpose.VERIFY_EMAIL))
    setting.refuses(setting.link(purpose=Purpose.RESET_PASSWORD))


@pytest.mark.parametrize("email", ["nobody@example.org", "", "no address", "a\x00b@example.org"])
def test_an_address_that_nobody_has_is_refused_in_the_same_words(email: str) -> None:
    setting = Setting()
    link = setting.link()
    setting.refuses(Claim(email, link.expires, link.signature))


@pytest.mark.parametrize(("expires", "signature"), [("", ""), ("soon", "é"), ("9" * 400, "0" * 64)])
def test_nonsense_is_refused_in_the_same_words(expires: str, signature: str) -> None:
    Setting().refuses(Claim("Ada@example.org", expires, signature))


def test_an_old_link_does_not_end_the_account_that_came_after_under_the_same_address() -> None:
    setting = Setting()
    link = setting.link()
    setting.close(link)
    again = setting.accounts.add(ada())
    setting.refuses(link)
    assert setting.accounts.rows[again].closed_at is None


def test_the_letter_is_asked_for_with_the_password_and_nothing_ends_before() -> None:
    setting, letters = Setting(), KeptLetters()
    throttle = CountingThrottle()
    proof = ProofOfPassword(setting.accounts, PlainPasswords(), guesses_of(throttle, letters))
    ask = AskToClose(proof, letters, throttle)
    for wrong in ("wrong", "", None):
        with pytest.raises(Refused, match=WRONG_PASSWORD):
            ask(HERE, wrong)
    ask(HERE, "right")
    assert letters.asked == [("close_account", ME)]
    assert setting.accounts.rows[ME].closed_at is None


def test_five_letters_in_an_hour_are_enough_and_an_account_without_a_password_needs_none() -> None:
    accounts, letters, throttle = FakeAccounts(ada(password_hash=None)), KeptLetters(), CountingThrottle()
    ask = AskToClose(
        ProofOfPassword(accounts, PlainPasswords(), guesses_of(throttle, letters)), letters, throttle
    )
    for _ in range(5):
        ask(HERE, None)
    with pytest.raises(Throttled):
        ask(HERE, None)
    assert len(letters.asked) == 5


def test_the_others_are_told_again_for_two_days() -> None:
    setting = Setting()
    again = TellOfClosed(setting.accounts, setting.announced, setting.clock)
    again()
    assert setting.announced.events == []
    setting.close(setting.link())
    setting.clock.set(NOON + AGAIN)
    again()
    assert setting.announced.events == [AccountClosed(ONE, ME)] * 2
    setting.clock.set(NOON + AGAIN + timedelta(seconds=1))
    again()
    assert len(setting.announced.events) == 2
