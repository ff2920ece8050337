"""The second factor check of every login. App codes and recovery codes each work once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.channel.application.accounts.login.guess_limits import GuessSource
from touchline.channel.application.accounts.second_factor.verification import RequireSecondFactor
from touchline.channel.domain.accounts.accounts import Account, SecondFactor
from touchline.channel.domain.accounts.recovery_codes import hash_recovery_code
from touchline.channel.tests.account_fakes import FakeAccounts, create_guess_limiter
from touchline.channel.tests.account_security_fakes import (
    NOON,
    SECRET,
    FakeEmailQueue,
    FakeRecoveryCodes,
    ada,
    ada_with_second_factor,
    code_at,
    create_second_factor_codes,
)
from touchline.shared.clock import FixedClock
from touchline.shared.errors import RateLimitedError, RefusedError
from touchline.shared.ids import AccountId
from touchline.shared.tests.throttle import FakeThrottle

CURRENT_CODE = code_at(NOON.timestamp())


class SecondFactorHarness:
    """The second factor check, with the repositories and clock that it uses."""

    def __init__(self, account: Account) -> None:
        self.accounts = FakeAccounts(account)
        self.recovery_codes = FakeRecoveryCodes()
        self.clock = FixedClock(NOON)
        codes = create_second_factor_codes(self.accounts, self.recovery_codes, self.clock)
        self.require_second_factor = RequireSecondFactor(
            self.accounts, codes, create_guess_limiter(FakeThrottle(), FakeEmailQueue())
        )

    def get_account(self) -> Account:
        """Return the account as a login reads it, without a lock."""
        account = self.accounts.get(AccountId(1))
        assert account is not None
        return account

    def get_error(self, code: str | None, account: Account | None = None) -> object:
        """Return the `error` of the rejection."""
        with pytest.raises(RefusedError) as error:
            self.require_second_factor(account or self.get_account(), code, GuessSource())
        return error.value.extra["error"]


@pytest.mark.parametrize("factor", [None, SecondFactor("second factor:abc")])
def test_no_code_is_required_without_a_confirmed_factor(
    factor: SecondFactor | None,
) -> None:
    harness = SecondFactorHarness(ada(second_factor=factor))
    harness.require_second_factor(harness.get_account(), None, GuessSource())


@pytest.mark.parametrize("code", [None, "", "  ", "-"])
def test_a_missing_code_is_reported_as_required(code: str | None) -> None:
    assert SecondFactorHarness(ada_with_second_factor()).get_error(code) == "second_factor_required"


@pytest.mark.parametrize(
    "entered_code", [CURRENT_CODE, f" {CURRENT_CODE[:3]} {CURRENT_CODE[3:]} ", code_at(NOON.timestamp() - 30)]
)
def test_codes_of_the_current_and_adjacent_steps_are_valid(entered_code: str) -> None:
    harness = SecondFactorHarness(ada_with_second_factor())
    harness.require_second_factor(harness.get_account(), entered_code, GuessSource())


@pytest.mark.parametrize("seconds", [-60, 60])
def test_a_code_two_steps_away_is_invalid(seconds: int) -> None:
    assert (
        SecondFactorHarness(ada_with_second_factor()).get_error(code_at(NOON.timestamp() + seconds))
        == "second_factor_wrong"
    )


def test_a_code_works_once_and_invalidates_earlier_ones() -> None:
    harness = SecondFactorHarness(ada_with_second_factor())
    harness.require_second_factor(harness.get_account(), CURRENT_CODE, GuessSource())
    assert harness.get_error(CURRENT_CODE) == "second_factor_wrong"
    assert harness.get_error(code_at(NOON.timestamp() - 30)) == "second_factor_wrong"
    harness.clock.advance(timedelta(seconds=30))
    harness.require_second_factor(harness.get_account(), code_at(NOON.timestamp() + 30), GuessSource())


def test_of_two_concurrent_uses_of_a_code_one_passes() -> None:
    harness = SecondFactorHarness(ada_with_second_factor())
    first, second = harness.get_account(), harness.get_account()
    harness.require_second_factor(first, CURRENT_CODE, GuessSource())
    assert harness.get_error(CURRENT_CODE, second) == "second_factor_wrong"


def test_a_later_save_does_not_restore_a_used_code() -> None:
    harness = SecondFactorHarness(ada_with_second_factor())
    account = harness.get_account()
    harness.require_second_factor(account, CURRENT_CODE, GuessSource())
    account.password_hash = "a stronger hash"
    harness.accounts.save(account)
    assert harness.get_error(CURRENT_CODE) == "second_factor_wrong"


def test_a_recovery_code_works_once_in_any_spelling() -> None:
    harness = SecondFactorHarness(ada_with_second_factor())
    harness.recovery_codes.replace(AccountId(1), [hash_recovery_code(SECRET, AccountId(1), "abcde-fgh23")])
    harness.require_second_factor(harness.get_account(), " ABCDE fgh23", GuessSource())
    assert harness.get_error("abcde-fgh23") == "second_factor_wrong"


def test_a_recovery_code_of_another_account_is_invalid() -> None:
    harness = SecondFactorHarness(ada_with_second_factor())
    harness.recovery_codes.replace(AccountId(1), [hash_recovery_code(SECRET, AccountId(2), "abcde-fgh23")])
    assert harness.get_error("abcde-fgh23") == "second_factor_wrong"


@pytest.mark.parametrize("account", [ada(), ada_with_second_factor()])
@pytest.mark.parametrize("change", [Account.close, Account.change_password])
def test_a_concurrently_closed_or_changed_account_is_rejected(
    account: Account, change: Callable[[Account, Any], None]
) -> None:
    harness = SecondFactorHarness(account)
    first_read, changed = harness.get_account(), harness.get_account()
    change(changed, NOON)
    harness.accounts.save(changed)
    with pytest.raises(RefusedError, match="Wrong auth data"):
        harness.require_second_factor(first_read, CURRENT_CODE, GuessSource())


def test_the_account_is_refreshed_after_verification() -> None:
    harness = SecondFactorHarness(ada())
    first_read, renamed = harness.get_account(), harness.get_account()
    renamed.first_name = "Grace"
    harness.accounts.save(renamed)
    harness.require_second_factor(first_read, None, GuessSource())
    assert first_read == renamed


def test_wrong_codes_are_delayed_after_ten() -> None:
    harness = SecondFactorHarness(ada_with_second_factor())
    for _ in range(10):
        assert harness.get_error("000000") == "second_factor_wrong"
    with pytest.raises(RateLimitedError):
        harness.require_second_factor(harness.get_account(), CURRENT_CODE, GuessSource())
