"""Turning the second factor on and off."""

from contextlib import nullcontext
from datetime import timedelta

import pytest

from touchline.channel.application.guess_limits import Source
from touchline.channel.application.proof_of_password import WRONG_PASSWORD, ProofOfPassword
from touchline.channel.application.second_factor import SecondFactorDoor
from touchline.channel.application.second_factor_removal import (
    ForgetSecondFactor,
    ReleaseFromSecondFactor,
    RemoveSecondFactor,
)
from touchline.channel.application.second_factor_setup import (
    ALREADY_ON,
    NOT_BEGUN,
    BeginSecondFactor,
    ConfirmSecondFactor,
)
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.channel import Channel
from touchline.channel.domain.keys import Session
from touchline.channel.ports.throttle import Limit
from touchline.channel.tests.account_fakes import (
    CountingThrottle,
    FakeAccounts,
    PlainPasswords,
    PlainSeal,
    guesses_of,
)
from touchline.channel.tests.closing_fakes import (
    NOON,
    ONE,
    SECRET,
    FakeRecoveryCodes,
    KeptLetters,
    StepAuthenticator,
    ada,
    code_at,
    codes_of,
    guarded,
)
from touchline.channel.tests.fakes import FakeChannels, FakeSessions
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFound, NotLoggedIn, Refused, Throttled
from touchline.shared.ids import AccountId, SessionId
from touchline.shared.principal import Principal

ME = AccountId(1)
NOW, NEXT = code_at(NOON.timestamp()), code_at(NOON.timestamp() + 30)
LIMIT = Limit("wrong", 3, 900)
HERE = Principal(ONE, SessionId(1), ME, "en", None)


class Setting:
    """The use cases around one account."""

    def __init__(self, account: Account) -> None:
        self.accounts, self.recovery = FakeAccounts(account), FakeRecoveryCodes()
        self.clock, self.letters = FixedClock(NOON), KeptLetters()
        self.sessions = FakeSessions()
        throttle, codes = CountingThrottle(), codes_of(self.accounts, self.recovery, self.clock)
        guesses = guesses_of(throttle, self.letters, LIMIT.times)
        proof = ProofOfPassword(self.accounts, PlainPasswords(), guesses)
        channels = FakeChannels(Channel("prairie", "Prairie Sports", ONE))
        self.begin = BeginSecondFactor(self.accounts, channels, proof, StepAuthenticator(), PlainSeal())
        self.confirm = ConfirmSecondFactor(
            self.accounts,
            self.recovery,
            codes,
            throttle,
            LIMIT,
            SECRET,
            self.clock,
            self.letters,
            self.sessions,
        )
        forget = ForgetSecondFactor(self.accounts, self.recovery, self.letters)
        self.remove = RemoveSecondFactor(self.accounts, proof, codes, throttle, LIMIT, forget)
        self.release = ReleaseFromSecondFactor(self.accounts, forget)
        self.door = SecondFactorDoor(self.accounts, codes, guesses_of(throttle, self.letters))

    @property
    def me(self) -> Account:
        """The account as it is kept."""
        return self.accounts.rows[ME]


def test_the_secret_is_told_as_text_address_and_picture_and_kept_sealed() -> None:
    setting = Setting(ada())
    told = setting.begin(HERE, "right")
    assert told.secret == "abc"
    assert told.uri == "otpauth://totp/Prairie Sports:Ada@example.org?secret=abc"
    assert told.qr.startswith("<svg")
    assert setting.me.second_factor is not None
    assert setting.me.second_factor.sealed_secret == "second factor:abc"


def test_a_factor_that_was_begun_alone_asks_nobody_for_a_code() -> None:
    setting = Setting(ada())
    setting.begin(HERE, "right")
    assert not setting.me.has_second_factor
    setting.door(setting.me, None, Source())


def test_the_first_code_turns_it_on_and_gives_ten_recovery_codes_that_open() -> None:
    setting = Setting(ada())
    setting.begin(HERE, "right")
    codes = setting.confirm(HERE, NOW)
    assert setting.me.has_second_factor
    assert len(set(codes)) == 10 == setting.recovery.left(ME)
    for code in codes:
        setting.door(setting.me, code, Source())


def test_recovery_codes_are_kept_as_hashes_only() -> None:
    setting = Setting(ada())
    setting.begin(HERE, "right")
    codes = setting.confirm(HERE, NOW)
    assert not {code.replace("-", "") for code in codes} & setting.recovery.kept[ME]
    assert not any(code in repr(setting.recovery.kept) for code in codes)


def test_the_code_that_turned_it_on_does_not_open_the_next_log_in() -> None:
    setting = Setting(ada())
    setting.begin(HERE, "right")
    setting.confirm(HERE, NOW)
    with pytest.raises(Refused):
        setting.door(setting.me, NOW, Source())
    setting.door(setting.me, NEXT, Source())


def test_a_wrong_first_code_turns_nothing_on_and_a_few_of_them_are_enough() -> None:
    setting = Setting(ada())
    setting.begin(HERE, "right")
    for _ in range(LIMIT.times):
        with pytest.raises(Refused) as refused:
            setting.confirm(HERE, "000000")
        assert refused.value.extra == {"error": "second_factor_wrong"}
    with pytest.raises(Throttled):
        setting.confirm(HERE, NOW)
    assert not setting.me.has_second_factor


def test_what_was_not_begun_cannot_be_confirmed_and_what_is_on_neither_begun_nor_confirmed() -> None:
    with pytest.raises(Refused, match=NOT_BEGUN):
        Setting(ada()).confirm(HERE, NOW)
    on = Setting(guarded())
    with pytest.raises(Refused, match=ALREADY_ON):
        on.begin(HERE, "right")
    with pytest.raises(Refused, match=ALREADY_ON):
        on.confirm(HERE, NOW)


@pytest.mark.parametrize("given", ["wrong", "", None])
def test_turning_it_on_or_off_needs_the_password(given: str | None) -> None:
    setting = Setting(guarded())
    with pytest.raises(Refused, match=WRONG_PASSWORD):
        setting.begin(HERE, given)
    with pytest.raises(Refused, match=WRONG_PASSWORD):
        setting.remove(HERE, given, NOW)
    assert setting.me.has_second_factor


def test_a_few_wrong_passwords_are_enough_and_the_right_one_starts_the_count_again() -> None:
    setting = Setting(ada())
    for given in ("wrong", "wrong", "right", "wrong", "wrong", "wrong"):
        with pytest.raises(Refused) if given == "wrong" else nullcontext():
            setting.begin(HERE, given)
    with pytest.raises(Throttled):
        setting.begin(HERE, "right")


def test_removing_forgets_secret_and_recovery_codes() -> None:
    setting = Setting(guarded())
    setting.recovery.replace(ME, ["a hash"])
    setting.remove(HERE, "right", None)
    assert setting.me.second_factor is None
    assert setting.recovery.left(ME) == 0


def test_the_viewer_is_told_by_letter_of_what_was_turned_on_or_off_and_of_nothing_else() -> None:
    setting = Setting(ada())
    setting.remove(HERE, "right", None)
    setting.begin(HERE, "right")
    assert setting.letters.asked == []
    setting.confirm(HERE, NOW)
    setting.remove(HERE, "right", None)
    assert setting.letters.asked == [("second_factor_on", ME), ("second_factor_off", ME)]


def test_an_account_without_a_password_brings_no_password_and_a_code_to_remove() -> None:
    setting = Setting(guarded(password_hash=None))
    with pytest.raises(Refused) as refused:
        setting.remove(HERE, None, "")
    assert refused.value.extra == {"error": "second_factor_required"}
    setting.remove(HERE, None, NOW)
    assert setting.begin(HERE, None).secret == "abc"


def test_a_few_wrong_codes_are_enough_where_a_code_is_the_only_proof() -> None:
    setting = Setting(guarded(password_hash=None))
    for _ in range(LIMIT.times):
        with pytest.raises(Refused):
            setting.remove(HERE, None, "000000")
    with pytest.raises(Throttled):
        setting.remove(HERE, None, NOW)


def test_an_operator_releases_a_viewer_who_lost_app_and_codes() -> None:
    setting = Setting(guarded())
    setting.recovery.replace(ME, ["a hash"])
    assert setting.release("ada@example.org") is True
    setting.door(setting.accounts.rows[ME], None, Source())
    assert setting.recovery.left(ME) == 0
    assert setting.letters.asked == [("second_factor_off", ME)]
    assert setting.release("ada@example.org") is False
    with pytest.raises(NotFound):
        setting.release("nobody@example.org")


def test_who_closed_the_account_a_moment_ago_is_nobody() -> None:
    setting = Setting(ada())
    setting.me.close(NOON)
    with pytest.raises(NotLoggedIn):
        setting.begin(HERE, "right")


def test_turning_it_on_ends_the_sessions_that_were_opened_without_it() -> None:
    setting = Setting(ada())
    life = timedelta(days=360)
    here, there = (setting.sessions.add(Session(ONE, key, NOON, NOON + life, ME)) for key in ("a", "b"))
    assert here == HERE.session_id
    setting.begin(HERE, "right")
    setting.confirm(HERE, NOW)
    assert [one.id for one in setting.sessions.of_account(ME)] == [here]
    assert there not in [one.id for one in setting.sessions.of_account(ME)]
