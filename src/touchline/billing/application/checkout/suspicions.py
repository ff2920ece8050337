"""Signs that somebody guesses codes, tests stolen cards or collects trials, for a channel's operators."""

from __future__ import annotations

from enum import StrEnum

from touchline.shared.ids import ChannelId
from touchline.shared.throttle import Limit, Throttle

_HOUR = 3600
WRONG_PROMO_CODES_OF_CHANNEL = Limit(f"promo-codes:channel:{_HOUR}", 300, _HOUR)
DECLINED_CARDS_OF_CHANNEL = Limit(f"declined-cards:channel:{_HOUR}", 60, _HOUR)
WRONG_VOUCHERS_OF_CHANNEL = Limit(f"vouchers:channel:{_HOUR}", 300, _HOUR)
REPEATED_TRIALS_OF_CHANNEL = Limit(f"repeated-trials:channel:{_HOUR}", 30, _HOUR)


class Suspicion(StrEnum):
    """What happens unusually often in a channel."""

    WRONG_PROMO_CODES = "wrong_promo_codes"
    DECLINED_CARDS = "declined_cards"
    WRONG_VOUCHERS = "wrong_vouchers"
    REPEATED_TRIALS = "repeated_trials"


_LIMITS = {
    Suspicion.WRONG_PROMO_CODES: WRONG_PROMO_CODES_OF_CHANNEL,
    Suspicion.DECLINED_CARDS: DECLINED_CARDS_OF_CHANNEL,
    Suspicion.WRONG_VOUCHERS: WRONG_VOUCHERS_OF_CHANNEL,
    Suspicion.REPEATED_TRIALS: REPEATED_TRIALS_OF_CHANNEL,
}


class CountSuspicions:
    """Counts wrong codes, declined cards and second trials of a channel in the last hour.

    The routes count them under the same limits (`adapters.http.purchase_limits`, `adapters.http.vouchers`).
    """

    def __init__(self, throttle: Throttle) -> None:
        self._throttle = throttle

    def __call__(self, channel_id: ChannelId) -> dict[Suspicion, int]:
        """Return the counts that reached their limit, from which on purchases need a robot check."""
        counts = {kind: self._throttle.count(limit, channel_id) for kind, limit in _LIMITS.items()}
        return {kind: count for kind, count in counts.items() if count >= _LIMITS[kind].times}
