"""Promo codes of make-goods end when the payment that they belong to is refunded in full."""

from __future__ import annotations

from touchline.billing.domain.ledger.transactions import net_amount
from touchline.billing.ports.make_goods import MakeGoods
from touchline.billing.ports.orders import Ledger


class PaidBackCredits:
    """Finds codes whose viewer got all the money of the order back. Such a viewer would be paid twice."""

    def __init__(self, make_goods: MakeGoods, ledger: Ledger) -> None:
        self._make_goods = make_goods
        self._ledger = ledger

    def __call__(self, code: str) -> bool:
        """Return whether the code has ended. It is valid again if a dispute is won. Two queries."""
        make_good = self._make_goods.find_by_code(code)
        if make_good is None:
            return False
        transactions = self._ledger.list_for_orders([make_good.order_id]).get(make_good.order_id, ())
        return net_amount(transactions) <= 0
