"""The second factor of a log-in: a code of an authenticator app (RFC 6238), or a recovery code."""

from dataclasses import replace

from touchline.channel.application.accounts.login.guess_limits import (
    GuessLimiter,
    GuessSource,
    InvalidCredentialError,
    account_guess_subject,
)
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.form_errors import INVALID_AUTH_DATA
from touchline.channel.domain.accounts.recovery_codes import CODE_LENGTH, hash_recovery_code, normalize_code
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.encryption import DecryptionError, Encryption
from touchline.channel.ports.accounts.recovery_codes import RecoveryCodes
from touchline.channel.ports.accounts.totp import TotpService
from touchline.shared.clock import Clock
from touchline.shared.errors import RefusedError

CODE_REQUIRED = "Enter the code of your authenticator app"
INVALID_CODE = "This code is wrong. Please try again."
ENCRYPTION_PURPOSE = "second factor"


class SecondFactorCodes:
    """Takes codes, each once. The account must be held (`Accounts.locked_account`): of two that bring the
    same code at once, one is first."""

    def __init__(
        self,
        accounts: Accounts,
        recovery_codes: RecoveryCodes,
        totp_service: TotpService,
        encryption: Encryption,
        secret: bytes,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._recovery_codes = recovery_codes
        self._totp_service = totp_service
        self._encryption = encryption
        self._secret = secret
        self._clock = clock

    def verify(self, locked_account: Account, code: str | None) -> None:
        """Take a code of the app or a recovery code; `RefusedError` as of the door."""
        normalized_code = normalize_code(code or "")
        if not normalized_code:
            raise code_required_error()
        is_valid = (
            self._consume_recovery_code(locked_account, normalized_code)
            if len(normalized_code) == CODE_LENGTH
            else self.verify_totp(locked_account, normalized_code)
        )
        if not is_valid:
            raise invalid_code_error()

    def verify_totp(self, locked_account: Account, code: str) -> bool:
        """Whether it is a code of the app; that step of the time and those before it are over with it."""
        factor = locked_account.second_factor
        if factor is None:
            return False
        try:
            secret = self._encryption.decrypt(ENCRYPTION_PURPOSE, factor.encrypted_secret)
        except DecryptionError:  # the deployment's secret was changed since: an operator has to help
            return False
        step = self._totp_service.find_step(
            secret, normalize_code(code), self._clock.now(), last_step=factor.last_step
        )
        if step is None:
            return False
        locked_account.second_factor = replace(factor, last_step=step)
        self._accounts.save(locked_account)
        return True

    def _consume_recovery_code(self, locked_account: Account, code: str) -> bool:
        return self._recovery_codes.consume(
            locked_account.id, hash_recovery_code(self._secret, locked_account.id, code)
        )


class RequireSecondFactor:
    """Lets through who has no second factor, and who brings the right code. Every log-in passes it, after
    everything that takes its time.

    Codes have a count of their own, which only those who gave the right password reach. A new password does
    not clear it: whoever reads the owner's email gets no more guesses at codes by that.
    """

    def __init__(self, accounts: Accounts, codes: SecondFactorCodes, guess_limiter: GuessLimiter) -> None:
        self._accounts = accounts
        self._codes = codes
        self._guess_limiter = guess_limiter

    def __call__(self, account: Account, code: str | None, source: GuessSource) -> None:
        """Nothing when the way is free; `RefusedError` with member `error`: `second_factor_required` or
        `second_factor_wrong`. The code that was taken opens nothing again.

        The given account is as it is now afterwards, and locked: no session begins after its end, or by a
        password that was changed since it was compared (`RefusedError`).
        """
        guess = account_guess_subject(account.id), source
        if code and account.has_second_factor:
            self._guess_limiter.hit(*guess)
        locked_account = self._accounts.get_for_update(account.id)
        if locked_account is None or locked_account.credentials_version != account.credentials_version:
            raise RefusedError(INVALID_AUTH_DATA)
        if locked_account.has_second_factor:
            self._codes.verify(locked_account, code)
            self._guess_limiter.clear(*guess)
        vars(account).update(vars(locked_account))


def code_required_error() -> RefusedError:
    """The refusal of a log-in that brought no code."""
    return RefusedError(CODE_REQUIRED, code="errors.second_factor", error="second_factor_required")


def invalid_code_error() -> InvalidCredentialError:
    """The refusal of a code that is false, or was used before."""
    return InvalidCredentialError(INVALID_CODE, code="errors.second_factor", error="second_factor_wrong")
