"""What letters tell of purchases (port `Purchases` of context `channel`)."""

from __future__ import annotations

from touchline.billing.facade import BillingFacade, PurchaseNews
from touchline.channel.ports.post import Attachment
from touchline.channel.ports.purchases import Purchase
from touchline.shared.ids import OrderId, TransactionId


class PurchasesOfViewers:
    """Asks billing."""

    def __init__(self, billing: BillingFacade) -> None:
        self._billing = billing

    def of_line(self, transaction_id: TransactionId, language: str) -> Purchase | None:
        """What a line of the ledger tells, with its receipt."""
        return _told(self._billing.purchase_of_line(transaction_id, language))

    def of_order(self, order_id: OrderId, language: str) -> Purchase | None:
        """What an order tells."""
        return _told(self._billing.purchase_of_order(order_id, language))


def _told(news: PurchaseNews | None) -> Purchase | None:
    if news is None:
        return None
    paper = news.receipt
    return Purchase(
        item=news.item,
        amount=news.amount,
        next_amount=news.next_amount,
        yearly=news.yearly,
        renewal=news.renewal,
        trial_days=news.trial_days,
        renews_at=news.renews_at,
        open_until=news.open_until,
        is_open=news.is_open,
        overdue=news.overdue,
        number=news.number,
        product_status=news.product_status,
        starts_at=news.starts_at,
        refund_due=news.refund_due,
        receipt=Attachment(paper.name, paper.content) if paper else None,
    )
