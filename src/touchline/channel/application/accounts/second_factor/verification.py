"""Verification of the second factor at login: an authenticator app code (RFC 6238) or a recovery code."""

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
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError

CODE_REQUIRED = ErrorMessage("errors.second_factor_required", "Enter the code from your authenticator app")
INVALID_CODE = ErrorMessage("errors.incorrect_second_factor", "This code is incorrect. Please try again.")
ENCRYPTION_PURPOSE = "second factor"


class SecondFactorCodes:
    """Verifier of second factor codes, each of which works once.

    The account must be locked (`Accounts.get_for_update`), so that only one of two parallel requests can use
    a code.
    """

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
        """Use up an app code or a recovery code. Raises `RefusedError` with the same `error` values as at
        login.
        """
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
        """Return whether the code is valid, and reject codes of its time step and earlier from now on."""
        factor = locked_account.second_factor
        if factor is None:
            return False
        try:
            secret = self._encryption.decrypt(ENCRYPTION_PURPOSE, factor.encrypted_secret)
        # the deployment's secret has changed: an operator must reset the second factor
        except DecryptionError:
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
    """Second factor check of every login. It runs after all slow steps.

    An account without a second factor passes. Code guesses have their own count, which requires the right
    password. A new password does not reset it, so access to the owner's email gives no more guesses.
    """

    def __init__(self, accounts: Accounts, codes: SecondFactorCodes, guess_limiter: GuessLimiter) -> None:
        self._accounts = accounts
        self._codes = codes
        self._guess_limiter = guess_limiter

    def __call__(self, account: Account, code: str | None, source: GuessSource) -> None:
        """Check the second factor. Each code works once.

        Raises `RefusedError` with member `error`: `second_factor_required` or `second_factor_wrong`. The
        account is updated to its current state and locked. Raises `RefusedError` if the account was closed or
        its password was changed after it was compared.
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
    """Return the error for a login without a code."""
    return RefusedError(CODE_REQUIRED, error="second_factor_required")


def invalid_code_error() -> InvalidCredentialError:
    """Return the error for a code that is wrong or was used before."""
    return InvalidCredentialError(INVALID_CODE, error="second_factor_wrong")
