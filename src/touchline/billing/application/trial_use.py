"""One free trial a person (product.md §6): known again by the account, the address and the card."""

from __future__ import annotations

from touchline.billing.application.purchases import TRIAL_USED, NoTrial
from touchline.billing.application.trial_marks import TrialMarks
from touchline.billing.ports.channel_facts import ChannelFacts
from touchline.billing.ports.customers import Trials
from touchline.shared.ids import AccountId


class TrialUse:
    """Refuses a second trial, and notes the first. A trial counts as used from the order on; one that came to
    nothing is given back (`Trials.release`)."""

    def __init__(self, trials: Trials, marks: TrialMarks, channel: ChannelFacts) -> None:
        self._trials = trials
        self._marks = marks
        self._channel = channel

    def refuse_used(self, account_id: AccountId) -> None:
        """`NoTrial` where the account or its address had one."""
        if self._trials.used(self._of(account_id)):
            raise NoTrial(TRIAL_USED)

    def use(self, account_id: AccountId, fingerprint: str | None, uuid: str) -> None:
        """Note a trial of the order `uuid`; `NoTrial` where anything of it had one."""
        marks = self._of(account_id)
        if fingerprint:
            marks.append(self._marks.card(fingerprint))
        if not self._trials.use(marks, uuid):
            raise NoTrial(TRIAL_USED)

    def _of(self, account_id: AccountId) -> list[str]:
        return self._marks.viewer(account_id, self._channel.person(account_id))
