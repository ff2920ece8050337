"""Which letter follows from what happened to a purchase. Each is asked for by a name of its own, so that
hearing of it twice is one letter."""

from __future__ import annotations

from touchline.channel.ports.letters import Letters
from touchline.channel.ports.purchases import Purchases
from touchline.shared.defaults import LANGUAGE
from touchline.shared.ids import AccountId, OrderId, TransactionId


class TellOfPurchases:
    """Asks for letters to the account that bought; 0 stands for nobody."""

    def __init__(self, letters: Letters, purchases: Purchases) -> None:
        self._letters = letters
        self._purchases = purchases

    def paid(self, account_id: AccountId, order_id: OrderId, transaction_id: TransactionId) -> None:
        """The receipt; where nothing was charged (transaction 0), that a trial began or something is open."""
        if transaction_id:
            self._ask("receipt", account_id, transaction_id, f"receipt-{transaction_id}")
            return
        purchase = self._purchases.of_order(order_id, LANGUAGE)
        if purchase is not None:
            kind = "trial_started" if purchase.trial_days else "access_opened"
            self._ask(kind, account_id, order_id, f"opened-{order_id}")

    def refunded(self, account_id: AccountId, transaction_id: TransactionId) -> None:
        """The credit note."""
        self._ask("refund", account_id, transaction_id, f"refund-{transaction_id}")

    def renewal_failed(self, account_id: AccountId, transaction_id: TransactionId) -> None:
        """What to do about it, and until when."""
        self._ask("renewal_failed", account_id, transaction_id, f"renewal-failed-{transaction_id}")

    def changed(self, account_id: AccountId, order_id: OrderId, change: int) -> None:
        """What was bought was postponed, rescheduled, canceled or withdrawn; once for each `change`."""
        self._ask("purchase_changed", account_id, order_id, f"changed-{order_id}-{change}")

    def renewal_near(self, account_id: AccountId, order_id: OrderId, *, trial: bool) -> None:
        """What will be charged, when, and how to stop it; once for each day on which something renews."""
        purchase = self._purchases.of_order(order_id, LANGUAGE)
        if purchase is not None and purchase.renews_at is not None:
            kind = "trial_ending" if trial else "renewal_near"
            self._ask(kind, account_id, order_id, f"near-{order_id}-{purchase.renews_at:%Y-%m-%d}")

    def _ask(self, kind: str, account_id: AccountId, about: int, key: str) -> None:
        if account_id:
            self._letters.ask(kind, account_id, about, key)
