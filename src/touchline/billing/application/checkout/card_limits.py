"""Limits the declines of one card, whichever accounts and channels try it."""

from __future__ import annotations

from touchline.billing.domain.checkout.payments import Payment
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RateLimitedError
from touchline.shared.throttle import Limit, Throttle

CARD_BLOCKED = ErrorMessage(
    "errors.card_blocked", "This card was declined too often. Use another card, or try again tomorrow."
)
DECLINES_OF_CARD = Limit("declines-of-card", 5, 24 * 3600)


class CardLimits:
    """Counts declines by the card's fingerprint, which the provider computes from its number. The throttle
    stores it only as a hash.
    """

    def __init__(self, throttle: Throttle) -> None:
        self._throttle = throttle

    def ensure_allowed(self, fingerprint: str | None) -> None:
        """Raise `RateLimitedError` if the card was declined too often. A card without a fingerprint
        passes.
        """
        if fingerprint is None:
            return
        try:
            self._throttle.test(DECLINES_OF_CARD, fingerprint)
        except RateLimitedError as error:
            raise RateLimitedError(error.retry_after, CARD_BLOCKED) from None

    def count_declines(self, payment: Payment) -> None:
        """Count the declined charges of a payment that failed."""
        for charge in payment.charges:
            if not charge.is_paid and charge.card_fingerprint:
                self._count(charge.card_fingerprint)

    def _count(self, fingerprint: str) -> None:
        try:
            self._throttle.hit(DECLINES_OF_CARD, fingerprint)
        except RateLimitedError:
            return
