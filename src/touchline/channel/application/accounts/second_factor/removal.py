"""Removal of the second factor, by the viewer or by an operator for a viewer who lost the app and the
codes."""

from touchline.channel.application.accounts.password_confirmation import ConfirmPassword, require_account
from touchline.channel.application.accounts.second_factor.verification import SecondFactorCodes
from touchline.channel.application.operators.account_admin import get_account_for_update
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.recovery_codes import RecoveryCodes
from touchline.channel.ports.accounts.throttle import Limit, Throttle
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.shared.principal import Principal


class ClearSecondFactor:
    """Use case that deletes the secret and the recovery codes and notifies the viewer by email."""

    def __init__(self, accounts: Accounts, recovery_codes: RecoveryCodes, email_queue: EmailQueue) -> None:
        self._accounts = accounts
        self._recovery_codes = recovery_codes
        self._email_queue = email_queue

    def __call__(self, locked_account: Account) -> bool:
        """Remove the second factor and return whether it was enabled."""
        was_enabled = locked_account.has_second_factor
        locked_account.second_factor = None
        self._accounts.save(locked_account)
        self._recovery_codes.replace(locked_account.id, [])
        if was_enabled:
            self._email_queue.enqueue("second_factor_off", locked_account.id)
        return was_enabled


class ResetSecondFactor:
    """Use case for an operator, for a viewer who lost the app and recovery codes and proved their
    identity."""

    def __init__(self, accounts: Accounts, clear_second_factor: ClearSecondFactor) -> None:
        self._accounts = accounts
        self._clear_second_factor = clear_second_factor

    def __call__(self, email: str) -> bool:
        """Remove the second factor and return whether it was enabled. Raises `NotFoundError`."""
        return self._clear_second_factor(get_account_for_update(self._accounts, email))


class RemoveSecondFactor:
    """Use case for a viewer who disables the second factor.

    An account with a password requires the password. An account without one requires a code instead.
    """

    def __init__(
        self,
        accounts: Accounts,
        confirm_password: ConfirmPassword,
        codes: SecondFactorCodes,
        throttle: Throttle,
        limit: Limit,
        clear_second_factor: ClearSecondFactor,
    ) -> None:
        self._accounts = accounts
        self._confirm_password = confirm_password
        self._codes = codes
        self._throttle = throttle
        self._limit = limit
        self._clear_second_factor = clear_second_factor

    def __call__(self, principal: Principal, current_password: str | None, code: str | None) -> None:
        """Delete the secret and the recovery codes. Does nothing if the second factor is disabled.

        Raises `RefusedError`. If a code is required, its `error` is as at login.
        """
        self._confirm_password(principal, current_password)
        locked_account = require_account(self._accounts.get_for_update(principal.viewer_id))
        if locked_account.has_second_factor and locked_account.password_hash is None:
            self._verify_code(locked_account, code, principal)
        self._clear_second_factor(locked_account)

    def _verify_code(self, locked_account: Account, code: str | None, principal: Principal) -> None:
        throttle_key = (locked_account.id, principal.session_id)
        self._throttle.hit(self._limit, *throttle_key)
        self._codes.verify(locked_account, code)
        self._throttle.clear(self._limit, *throttle_key)
