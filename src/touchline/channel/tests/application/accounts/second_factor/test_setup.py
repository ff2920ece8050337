"""Turning the second factor on and off."""

from contextlib import nullcontext
from datetime import timedelta

import pytest

from touchline.channel.application.accounts.login.guess_limits import GuessSource
from touchline.channel.application.accounts.password_confirmation import INVALID_PASSWORD, ConfirmPassword
from touchline.channel.application.accounts.second_factor.removal import (
    ClearSecondFactor,
    RemoveSecondFactor,
    ResetSecondFactor,
)
from touchline.channel.application.accounts.second_factor.setup import (
    ALREADY_ENABLED,
    NOT_STARTED,
    ConfirmSecondFactor,
    StartSecondFactorSetup,
)
from touchline.channel.application.accounts.second_factor.verification import RequireSecondFactor
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.site.channel import Channel
from touchline.channel.domain.site.keys import Session
from touchline.channel.ports.accounts.throttle import Limit
from touchline.channel.tests.account_fakes import (
    FakeAccounts,
    FakeEncryption,
    FakePasswordHasher,
    create_guess_limiter,
)
from touchline.channel.tests.account_security_fakes import (
    CHANNEL_ID,
    NOON,
    SECRET,
    FakeEmailQueue,
    FakeRecoveryCodes,
    FakeTotpService,
    ada,
    ada_with_second_factor,
    code_at,
    create_second_factor_codes,
)
from touchline.channel.tests.site_fakes import FakeChannels, FakeSessions
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotAuthenticatedError, NotFoundError, RateLimitedError, RefusedError
from touchline.shared.ids import AccountId, SessionId
from touchline.shared.principal import Principal
from touchline.shared.tests.throttle import FakeThrottle

ACCOUNT_ID = AccountId(1)
CURRENT_CODE, NEXT_CODE = code_at(NOON.timestamp()), code_at(NOON.timestamp() + 30)
LIMIT = Limit("wrong", 3, 900)
PRINCIPAL = Principal(CHANNEL_ID, SessionId(1), ACCOUNT_ID, "en", None)


class SetupHarness:
    """The second factor use cases over one account."""

    def __init__(self, account: Account) -> None:
        self.accounts, self.recovery_codes = FakeAccounts(account), FakeRecoveryCodes()
        self.clock, self.email_queue = FixedClock(NOON), FakeEmailQueue()
        self.sessions = FakeSessions()
        throttle, codes = (
            FakeThrottle(),
            create_second_factor_codes(self.accounts, self.recovery_codes, self.clock),
        )
        guess_limiter = create_guess_limiter(throttle, self.email_queue, LIMIT.times)
        confirm_password = ConfirmPassword(self.accounts, FakePasswordHasher(), guess_limiter)
        channels = FakeChannels(Channel("prairie", "Prairie Sports", CHANNEL_ID))
        self.start_setup = StartSecondFactorSetup(
            self.accounts, channels, confirm_password, FakeTotpService(), FakeEncryption()
        )
        self.confirm_setup = ConfirmSecondFactor(
            self.accounts,
            self.recovery_codes,
            codes,
            throttle,
            LIMIT,
            SECRET,
            self.clock,
            self.email_queue,
            self.sessions,
        )
        clear_second_factor = ClearSecondFactor(self.accounts, self.recovery_codes, self.email_queue)
        self.remove_factor = RemoveSecondFactor(
            self.accounts, confirm_password, codes, throttle, LIMIT, clear_second_factor
        )
        self.reset_factor = ResetSecondFactor(self.accounts, clear_second_factor)
        self.require_second_factor = RequireSecondFactor(
            self.accounts, codes, create_guess_limiter(throttle, self.email_queue)
        )

    @property
    def account(self) -> Account:
        """Return the stored account."""
        return self.accounts.rows[ACCOUNT_ID]


def test_the_secret_is_returned_once_and_stored_encrypted() -> None:
    harness = SetupHarness(ada())
    setup = harness.start_setup(PRINCIPAL, "right")
    assert setup.secret == "abc"
    assert setup.uri == "otpauth://totp/Prairie Sports:Ada@example.org?secret=abc"
    assert setup.qr.startswith("<svg")
    assert harness.account.second_factor is not None
    assert harness.account.second_factor.encrypted_secret == "second factor:abc"


def test_an_unconfirmed_factor_requires_no_code() -> None:
    harness = SetupHarness(ada())
    harness.start_setup(PRINCIPAL, "right")
    assert not harness.account.has_second_factor
    harness.require_second_factor(harness.account, None, GuessSource())


def test_the_first_code_enables_the_factor_and_returns_ten_recovery_codes() -> None:
    harness = SetupHarness(ada())
    harness.start_setup(PRINCIPAL, "right")
    codes = harness.confirm_setup(PRINCIPAL, CURRENT_CODE)
    assert harness.account.has_second_factor
    assert len(set(codes)) == 10 == harness.recovery_codes.count(ACCOUNT_ID)
    for code in codes:
        harness.require_second_factor(harness.account, code, GuessSource())


def test_recovery_codes_are_stored_as_hashes() -> None:
    harness = SetupHarness(ada())
    harness.start_setup(PRINCIPAL, "right")
    codes = harness.confirm_setup(PRINCIPAL, CURRENT_CODE)
    assert not {code.replace("-", "") for code in codes} & harness.recovery_codes.hashes[ACCOUNT_ID]
    assert not any(code in repr(harness.recovery_codes.hashes) for code in codes)


def test_the_confirmation_code_cannot_be_reused_at_login() -> None:
    harness = SetupHarness(ada())
    harness.start_setup(PRINCIPAL, "right")
    harness.confirm_setup(PRINCIPAL, CURRENT_CODE)
    with pytest.raises(RefusedError):
        harness.require_second_factor(harness.account, CURRENT_CODE, GuessSource())
    harness.require_second_factor(harness.account, NEXT_CODE, GuessSource())


def test_wrong_confirmation_codes_are_rejected_and_limited() -> None:
    harness = SetupHarness(ada())
    harness.start_setup(PRINCIPAL, "right")
    for _ in range(LIMIT.times):
        with pytest.raises(RefusedError) as error:
            harness.confirm_setup(PRINCIPAL, "000000")
        assert error.value.extra == {"error": "second_factor_wrong"}
    with pytest.raises(RateLimitedError):
        harness.confirm_setup(PRINCIPAL, CURRENT_CODE)
    assert not harness.account.has_second_factor


def test_setup_steps_are_rejected_in_the_wrong_state() -> None:
    with pytest.raises(RefusedError, match=NOT_STARTED):
        SetupHarness(ada()).confirm_setup(PRINCIPAL, CURRENT_CODE)
    harness = SetupHarness(ada_with_second_factor())
    with pytest.raises(RefusedError, match=ALREADY_ENABLED):
        harness.start_setup(PRINCIPAL, "right")
    with pytest.raises(RefusedError, match=ALREADY_ENABLED):
        harness.confirm_setup(PRINCIPAL, CURRENT_CODE)


@pytest.mark.parametrize("password", ["wrong", "", None])
def test_setup_and_removal_require_the_password(password: str | None) -> None:
    harness = SetupHarness(ada_with_second_factor())
    with pytest.raises(RefusedError, match=INVALID_PASSWORD):
        harness.start_setup(PRINCIPAL, password)
    with pytest.raises(RefusedError, match=INVALID_PASSWORD):
        harness.remove_factor(PRINCIPAL, password, CURRENT_CODE)
    assert harness.account.has_second_factor


def test_wrong_passwords_are_limited_and_the_right_one_resets_the_count() -> None:
    harness = SetupHarness(ada())
    for password in ("wrong", "wrong", "right", "wrong", "wrong", "wrong"):
        with pytest.raises(RefusedError) if password == "wrong" else nullcontext():
            harness.start_setup(PRINCIPAL, password)
    with pytest.raises(RateLimitedError):
        harness.start_setup(PRINCIPAL, "right")


def test_removal_deletes_secret_and_recovery_codes() -> None:
    harness = SetupHarness(ada_with_second_factor())
    harness.recovery_codes.replace(ACCOUNT_ID, ["a hash"])
    harness.remove_factor(PRINCIPAL, "right", None)
    assert harness.account.second_factor is None
    assert harness.recovery_codes.count(ACCOUNT_ID) == 0


def test_enabling_and_disabling_send_an_email() -> None:
    harness = SetupHarness(ada())
    harness.remove_factor(PRINCIPAL, "right", None)
    harness.start_setup(PRINCIPAL, "right")
    assert harness.email_queue.queued == []
    harness.confirm_setup(PRINCIPAL, CURRENT_CODE)
    harness.remove_factor(PRINCIPAL, "right", None)
    assert harness.email_queue.queued == [("second_factor_on", ACCOUNT_ID), ("second_factor_off", ACCOUNT_ID)]


def test_an_account_without_a_password_removes_the_factor_with_a_code() -> None:
    harness = SetupHarness(ada_with_second_factor(password_hash=None))
    with pytest.raises(RefusedError) as error:
        harness.remove_factor(PRINCIPAL, None, "")
    assert error.value.extra == {"error": "second_factor_required"}
    harness.remove_factor(PRINCIPAL, None, CURRENT_CODE)
    assert harness.start_setup(PRINCIPAL, None).secret == "abc"


def test_wrong_codes_are_limited_at_removal() -> None:
    harness = SetupHarness(ada_with_second_factor(password_hash=None))
    for _ in range(LIMIT.times):
        with pytest.raises(RefusedError):
            harness.remove_factor(PRINCIPAL, None, "000000")
    with pytest.raises(RateLimitedError):
        harness.remove_factor(PRINCIPAL, None, CURRENT_CODE)


def test_an_operator_can_reset_the_second_factor() -> None:
    harness = SetupHarness(ada_with_second_factor())
    harness.recovery_codes.replace(ACCOUNT_ID, ["a hash"])
    assert harness.reset_factor("ada@example.org") is True
    harness.require_second_factor(harness.accounts.rows[ACCOUNT_ID], None, GuessSource())
    assert harness.recovery_codes.count(ACCOUNT_ID) == 0
    assert harness.email_queue.queued == [("second_factor_off", ACCOUNT_ID)]
    assert harness.reset_factor("ada@example.org") is False
    with pytest.raises(NotFoundError):
        harness.reset_factor("nobody@example.org")


def test_a_closed_account_is_not_authenticated() -> None:
    harness = SetupHarness(ada())
    harness.account.close(NOON)
    with pytest.raises(NotAuthenticatedError):
        harness.start_setup(PRINCIPAL, "right")


def test_enabling_ends_other_sessions() -> None:
    harness = SetupHarness(ada())
    lifetime = timedelta(days=360)
    current_session, other_session = (
        harness.sessions.add(Session(CHANNEL_ID, key, NOON, NOON + lifetime, ACCOUNT_ID))
        for key in ("a", "b")
    )
    assert current_session == PRINCIPAL.session_id
    harness.start_setup(PRINCIPAL, "right")
    harness.confirm_setup(PRINCIPAL, CURRENT_CODE)
    assert [session.id for session in harness.sessions.list_open_for_account(ACCOUNT_ID)] == [current_session]
    assert other_session not in [session.id for session in harness.sessions.list_open_for_account(ACCOUNT_ID)]
