"""What letters about purchases name, and whether they are still to be sent when they are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from touchline.channel.ports.post import Attachment
from touchline.channel.ports.purchases import Purchase, Purchases
from touchline.shared.ids import OrderId, TransactionId

BY_LINE = frozenset({"receipt", "refund", "renewal_failed"})
"""Letters about a line of the ledger; `extra` is its id."""
BY_ORDER = frozenset({"trial_started", "access_opened", "renewal_near", "trial_ending", "purchase_changed"})
"""Letters about an order; `extra` is its id."""
_OF_WHAT_RENEWS = frozenset({"renewal_near", "trial_ending", "trial_started"})


@dataclass(frozen=True)
class Told:
    """What the sentences name, and what comes with the letter (`ports.post.Letter`)."""

    facts: Mapping[str, object]
    attachments: tuple[Attachment, ...] = ()
    unsubscribe: str = ""


class PurchaseFacts:
    """Asks those who sell, in the present channel."""

    def __init__(self, purchases: Purchases) -> None:
        self._purchases = purchases

    def __call__(self, kind: str, number: int, language: str) -> Told | None:
        """The facts of a letter of this kind about a line or an order; None where it would not be true any
        more: paid meanwhile, cancelled meanwhile, brought back meanwhile."""
        if kind in BY_LINE:
            purchase = self._purchases.of_line(TransactionId(number), language)
        else:
            purchase = self._purchases.of_order(OrderId(number), language)
        if purchase is None or not _still_true(kind, purchase):
            return None
        facts = {one.name: getattr(purchase, one.name) for one in fields(purchase) if one.name != "receipt"}
        return Told(facts, (purchase.receipt,) if purchase.receipt else ())


def _still_true(kind: str, purchase: Purchase) -> bool:
    if kind == "renewal_failed":
        return purchase.overdue
    if kind == "purchase_changed":
        return purchase.product_status != "available"
    return kind not in _OF_WHAT_RENEWS or purchase.renews_at is not None
