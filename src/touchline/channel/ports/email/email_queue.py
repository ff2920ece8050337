"""Port to the queue of emails to viewers."""

from typing import Protocol

from touchline.shared.ids import AccountId


class EmailQueue(Protocol):
    """Queue of emails. They are rendered and sent after the current transaction commits."""

    def enqueue(self, kind: str, account_id: AccountId, reference_id: int = 0, key: str = "") -> None:
        """Queue an email to an account, which gets nothing if it does not exist.

        `kind` is `verify_email`, `reset_password`, `close_account`, `new_device`, `password_changed`,
        `wrong_passwords`, `wrong_codes`, `second_factor_on`, `second_factor_off`, `access_token_created`,
        `receipt`, `trial_started`, `access_opened`, `refund`, `renewal_failed`, `renewal_near`,
        `trial_ending`, `event_live`, `final_score`, `purchase_changed`, `make_good_credit`,
        `clip_reported`, `consent_missing`, `stream_fault`, or `webhook_paused`. `reference_id` is the id of
        the email's subject. Calls with the same `key` send one email.
        """
        ...
