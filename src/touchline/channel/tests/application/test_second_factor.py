"""The door that every log-in passes: codes of an app and recovery codes, each good once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.channel.application.guess_limits import Source
from touchline.channel.application.second_factor import SecondFactorDoor
from touchline.channel.domain.accounts import Account, SecondFactor
from touchline.channel.domain.recovery_codes import recovery_hash
from touchline.channel.tests.account_fakes import CountingThrottle, FakeAccounts, guesses_of
from touchline.channel.tests.closing_fakes import (
    NOON,
    SECRET,
    FakeRecoveryCodes,
    KeptLetters,
    ada,
    code_at,
    codes_of,
    guarded,
)
from touchline.shared.clock import FixedClock
from touchline.shared.errors import Refused, Throttled
from touchline.shared.ids import AccountId

NOW = code_at(NOON.timestamp())


class Doors:
    """The door of an account's channel, and what it looks into."""

    def __init__(self, account: Account) -> None:
        self.accounts = FakeAccounts(account)
        self.recovery = FakeRecoveryCodes()
        self.clock = FixedClock(NOON)
        codes = codes_of(self.accounts, self.recovery, self.clock)
        self.pass_ = SecondFactorDoor(self.accounts, codes, guesses_of(CountingThrottle(), KeptLetters()))

    def read(self) -> Account:
        """The account as a log-in reads it: without a lock."""
        found = self.accounts.get(AccountId(1))
        assert found is not None
        return found

    def refusal(self, code: str | None, account: Account | None = None) -> object:
        """The member `error` of the refusal."""
        with pytest.raises(Refused) as refused:
            self.pass_(account or self.read(), code, Source())
        return refused.value.extra["error"]


@pytest.mark.parametrize("factor", [None, SecondFactor("second factor:abc")])
def test_who_has_no_second_factor_or_never_confirmed_it_passes_without_a_code(
    factor: SecondFactor | None,
) -> None:
    doors = Doors(ada(second_factor=factor))
    doors.pass_(doors.read(), None, Source())


@pytest.mark.parametrize("code", [None, "", "  ", "-"])
def test_without_a_code_the_door_says_that_it_wants_one(code: str | None) -> None:
    assert Doors(guarded()).refusal(code) == "second_factor_required"


@pytest.mark.parametrize("typed", [NOW, f" {NOW[:3]} {NOW[3:]} ", code_at(NOON.timestamp() - 30)])
def test_a_code_of_the_present_step_or_of_one_beside_it_opens(typed: str) -> None:
    doors = Doors(guarded())
    doors.pass_(doors.read(), typed, Source())


@pytest.mark.parametrize("seconds", [-60, 60])
def test_a_code_of_two_steps_away_does_not_open(seconds: int) -> None:
    assert Doors(guarded()).refusal(code_at(NOON.timestamp() + seconds)) == "second_factor_wrong"


def test_a_code_opens_once_and_no_earlier_one_opens_after_it() -> None:
    doors = Doors(guarded())
    doors.pass_(doors.read(), NOW, Source())
    assert doors.refusal(NOW) == "second_factor_wrong"
    assert doors.refusal(code_at(NOON.timestamp() - 30)) == "second_factor_wrong"
    doors.clock.advance(timedelta(seconds=30))
    doors.pass_(doors.read(), code_at(NOON.timestamp() + 30), Source())


def test_of_two_that_read_the_account_before_either_came_in_one_passes() -> None:
    doors = Doors(guarded())
    first, second = doors.read(), doors.read()
    doors.pass_(first, NOW, Source())
    assert doors.refusal(NOW, second) == "second_factor_wrong"


def test_who_writes_the_account_after_the_door_does_not_undo_that_the_code_is_used() -> None:
    doors = Doors(guarded())
    account = doors.read()
    doors.pass_(account, NOW, Source())
    account.password_hash = "a stronger hash"
    doors.accounts.save(account)
    assert doors.refusal(NOW) == "second_factor_wrong"


def test_a_recovery_code_opens_once_however_it_is_typed() -> None:
    doors = Doors(guarded())
    doors.recovery.replace(AccountId(1), [recovery_hash(SECRET, AccountId(1), "abcde-fgh23")])
    doors.pass_(doors.read(), " ABCDE fgh23", Source())
    assert doors.refusal("abcde-fgh23") == "second_factor_wrong"


def test_another_accounts_recovery_code_opens_nothing() -> None:
    doors = Doors(guarded())
    doors.recovery.replace(AccountId(1), [recovery_hash(SECRET, AccountId(2), "abcde-fgh23")])
    assert doors.refusal("abcde-fgh23") == "second_factor_wrong"


@pytest.mark.parametrize("account", [ada(), guarded()])
@pytest.mark.parametrize("change", [Account.close, Account.change_password])
def test_an_account_that_was_closed_or_got_another_password_meanwhile_lets_nobody_in(
    account: Account, change: Callable[[Account, Any], None]
) -> None:
    doors = Doors(account)
    read, changed = doors.read(), doors.read()
    change(changed, NOON)
    doors.accounts.save(changed)
    with pytest.raises(Refused, match="Wrong auth data"):
        doors.pass_(read, NOW, Source())


def test_the_account_is_up_to_date_behind_the_door() -> None:
    doors = Doors(ada())
    read, renamed = doors.read(), doors.read()
    renamed.first_name = "Grace"
    doors.accounts.save(renamed)
    doors.pass_(read, None, Source())
    assert read == renamed


def test_wrong_codes_are_slowed_down_after_ten() -> None:
    doors = Doors(guarded())
    for _ in range(10):
        assert doors.refusal("000000") == "second_factor_wrong"
    with pytest.raises(Throttled):
        doors.pass_(doors.read(), NOW, Source())
