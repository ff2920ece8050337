"""Asking for letters to viewers."""

from typing import Protocol

from touchline.shared.ids import AccountId


class EmailQueue(Protocol):
    """Letters are written and sent later, after this transaction is committed."""

    def enqueue(self, kind: str, account_id: AccountId, reference_id: int = 0, key: str = "") -> None:
        """Ask for a letter of a kind (`verify_email`, `reset_password`, `close_account`, `new_device`,
        `password_changed`, `wrong_passwords`, `wrong_codes`, `second_factor_on`, `second_factor_off`,
        `receipt`, `trial_started`,
        `access_opened`, `refund`, `renewal_failed`, `renewal_near`, `trial_ending`, `event_live`,
        `purchase_changed`) to an
        account; `reference_id` is the id of what it tells of. An account that is not there gets none; under
        the same `key` there is one.
        """
        ...
