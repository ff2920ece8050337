"""One free trial per person (product.md §6), recognized by account, email address and card."""

from __future__ import annotations

from touchline.billing.application.checkout.purchases import TRIAL_USED, TrialUnavailableError
from touchline.billing.application.customers.trial_digests import TrialDigests
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.customers import Trials
from touchline.shared.ids import AccountId


class TrialUsage:
    """Records trials and refuses a second one.

    A trial counts as used once the order is placed. The trial of a failed order is released
    (`Trials.release`).
    """

    def __init__(self, trials: Trials, digests: TrialDigests, channel: CurrentChannel) -> None:
        self._trials = trials
        self._trial_digests = digests
        self._channel = channel

    def ensure_unused(self, account_id: AccountId) -> None:
        """Raise `TrialUnavailableError` if the account or its email address has used a trial."""
        if self._trials.is_used(self._get_viewer_digests(account_id)):
            raise TrialUnavailableError(TRIAL_USED)

    def record(self, account_id: AccountId, fingerprint: str | None, uuid: str) -> None:
        """Record the trial of the order `uuid`.

        Raises `TrialUnavailableError` if the account, the email address or the card has used a trial.
        """
        digests = self._get_viewer_digests(account_id)
        if fingerprint:
            digests.append(self._trial_digests.for_card(fingerprint))
        if not self._trials.record(digests, uuid):
            raise TrialUnavailableError(TRIAL_USED)

    def _get_viewer_digests(self, account_id: AccountId) -> list[str]:
        return self._trial_digests.for_viewer(account_id, self._channel.get_viewer_profile(account_id))
