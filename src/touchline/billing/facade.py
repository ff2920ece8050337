"""What other contexts may ask of billing. Plain values back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from touchline.billing.application.allowances import Allowance as Allowance
from touchline.billing.application.allowances import allowance_of
from touchline.billing.application.count_passes import CountPasses
from touchline.billing.application.entitlements import Entitlement as Entitlement
from touchline.billing.application.entitlements import Entitlements, UsedTrials
from touchline.billing.application.export import ExportOrders
from touchline.billing.application.follow_games import FOLLOW_GAMES
from touchline.billing.application.offer_answers import Answer
from touchline.billing.application.offer_queries import OfferQueries
from touchline.billing.application.packs import OfferPacks
from touchline.billing.application.purchase_news import PurchaseNews as PurchaseNews
from touchline.billing.application.purchase_news import TellPurchases
from touchline.billing.application.sales import Sales as Sales
from touchline.billing.application.sales import TellSales
from touchline.billing.application.withdrawals import Touched as Touched
from touchline.billing.application.withdrawals import WithdrawProducts as WithdrawProducts
from touchline.billing.domain.coverage import EventScope as EventScope
from touchline.billing.domain.coverage import PassType as PassType
from touchline.billing.domain.coverage import opens as opens
from touchline.billing.domain.coverage import opens_library as opens_library
from touchline.billing.domain.offers import PackageType
from touchline.billing.domain.orders import Kind, OrderStatus
from touchline.billing.ports.offers import Offers
from touchline.billing.ports.order_books import OrderBooks, Sought
from touchline.billing.ports.payments import PaymentsUnavailable as PaymentsUnavailable
from touchline.shared.ids import AccountId, ChannelId, OrderId, PackageId, TransactionId
from touchline.shared.jobs import Jobs
from touchline.shared.money import Money


@dataclass(frozen=True)
class SingleEventPackage:
    """A package that opens one event of its categories; no categories means any event."""

    id: PackageId
    base: Money
    fee: Money
    category_ids: tuple[int, ...]


MOST_ORDERS = 100_000


@dataclass(frozen=True)
class PaidOrder:
    """A paid order. `is_refundable`: its money came through the payment provider."""

    id: OrderId
    paid: Money
    is_refundable: bool


class BillingFacade:
    """The few questions that other contexts may ask, in the present transaction."""

    def __init__(
        self,
        queries: OfferQueries,
        packs: OfferPacks,
        offers: Offers,
        entitlements: Entitlements,
        used_trials: UsedTrials,
        export: ExportOrders,
        purchases: TellPurchases,
        jobs: Jobs,
        sales: TellSales,
        books: OrderBooks,
        passes: CountPasses,
    ) -> None:
        self._queries = queries
        self._packs = packs
        self._offers = offers
        self._entitlements = entitlements
        self._used_trials = used_trials
        self._export = export
        self._purchases = purchases
        self._jobs = jobs
        self._books = books
        self.sales = sales
        self.passes = passes

    def packages(self, language: str) -> list[Answer]:
        """All packages on sale as `GET /packages` answers them."""
        return self._queries.packages(language)

    def subscriptions(self, language: str) -> list[Answer]:
        """All subscriptions on sale as `GET /subscriptions` answers them."""
        return self._queries.subscriptions(language)

    def single_event_packages(self) -> list[SingleEventPackage]:
        """The packages of type `event`, the heaviest first: the first that covers a category sells it."""
        return [
            SingleEventPackage(one.id, one.price.base, one.price.fee, one.category_ids)
            for one in self._offers.packages()
            if one.type is PackageType.EVENT
        ]

    def entitlements(self, account_id: AccountId) -> list[Entitlement]:
        """What an account holds: read from its paid, active orders in one query (product.md §4, "Purchase
        recognition"); without any, nothing."""
        return self._entitlements(account_id)

    def kept_entitlements(
        self, account_id: AccountId, instants: Collection[datetime]
    ) -> Mapping[datetime, list[Entitlement]]:
        """What an account holds now, or held at each of these instants and was not taken back since by a
        refund, a chargeback or a revocation. One query."""
        return self._entitlements.kept(account_id, instants)

    def allowance(self, account_id: AccountId, capability: str, feature: str) -> Allowance:
        """How often an account may do what is counted (`clips`, `downloads`) by its passes with a capability;
        without such a pass not at all. One query."""
        return allowance_of(self._entitlements(account_id), capability, feature)

    def trial_used(self, account_id: AccountId) -> bool:
        """Whether this account, or an earlier one with its address, had a free trial in this channel."""
        return self._used_trials(account_id)

    def export_orders(self, account_id: AccountId) -> dict[str, Any]:
        """Everything this context holds about a viewer, for the viewer: no secret; instants are aware."""
        return self._export(account_id)

    def apply_pack(self, part: Mapping[str, Any], ids: Mapping[str, Mapping[str, int]]) -> None:
        """Make the offers those of a channel pack (see `OfferPacks.apply` for the form); `ids` are the
        catalogue's by kind and key."""
        self._packs.apply(part, ids["category"])

    def offer_ids(self) -> dict[str, dict[str, int]]:
        """The ids of the offers on sale by kind (`package`, `subscription`) and key."""
        return {
            "package": {one.key: one.id for one in self._offers.packages()},
            "subscription": {one.key: one.id for one in self._offers.subscriptions()},
        }

    def follow_games(self, channel_id: ChannelId) -> None:
        """Games of the channel may have been moved: have those that were bought stay open as long as was said
        from their new start, by a job after the present transaction."""
        self._jobs.enqueue(FOLLOW_GAMES, channel_id, timeout=600)

    def export_pack(self) -> dict[str, Any]:
        """The offers in the form that `apply_pack` takes."""
        return self._packs.export()

    def paid_orders_of_event(self, event_id: int) -> list[PaidOrder]:
        """The paid orders of this event alone, the oldest first; passes that open more are not among them."""
        sought = Sought(kind=Kind.EVENT, status=OrderStatus.PAID, event_id=event_id)
        found = reversed(self._books.newest(sought, MOST_ORDERS))
        return [PaidOrder(one.id, one.total, one.payment_ref is not None) for one in found]

    def purchase_of_line(self, transaction_id: TransactionId, language: str) -> PurchaseNews | None:
        """What a line of the ledger means to the one who bought, with its receipt; None where there is none
        of that id."""
        return self._purchases.of_line(transaction_id, language)

    def purchase_of_order(self, order_id: OrderId, language: str) -> PurchaseNews | None:
        """What an order means to the one who bought; None where there is none of that id."""
        return self._purchases.of_order(order_id, language)
