"""The facade through which other contexts use billing. Results are plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from touchline.billing.application.checkout.check_payments import CheckPayments
from touchline.billing.application.checkout.check_payments import PaymentsCheck as PaymentsCheck
from touchline.billing.application.checkout.export_orders import ExportOrders
from touchline.billing.application.checkout.rehearsal_orders import TEST_CARD as TEST_CARD
from touchline.billing.application.checkout.rehearsal_orders import RehearsalOrders
from touchline.billing.application.checkout.suspicions import CountSuspicions
from touchline.billing.application.entitlements.allowances import Allowance as Allowance
from touchline.billing.application.entitlements.allowances import get_allowance
from touchline.billing.application.entitlements.count_passes import CountPasses
from touchline.billing.application.entitlements.entitlements import Entitlement as Entitlement
from touchline.billing.application.entitlements.entitlements import EntitlementQueries, TrialHistory
from touchline.billing.application.ledger.event_sales import EventSales as EventSales
from touchline.billing.application.ledger.event_sales import GetEventSales
from touchline.billing.application.ledger.sales_report import ProductSales as ProductSales
from touchline.billing.application.ledger.sales_report import SalesReport
from touchline.billing.application.make_good.event_faults import EventFaults as EventFaults
from touchline.billing.application.make_good.event_faults import GetEventFaults
from touchline.billing.application.offers.offer_packs import OfferPacks
from touchline.billing.application.offers.offer_queries import OfferQueries
from touchline.billing.application.offers.offer_serializer import SerializedOffer
from touchline.billing.application.products.extend_postponed_orders import EXTEND_POSTPONED_ORDERS_JOB
from touchline.billing.application.products.merge_scopes import MergeScopes
from touchline.billing.application.products.withdraw_products import AffectedOrder as AffectedOrder
from touchline.billing.application.products.withdraw_products import WithdrawProducts as WithdrawProducts
from touchline.billing.application.receipts.purchase_notifications import (
    MakeGoodNotification as MakeGoodNotification,
)
from touchline.billing.application.receipts.purchase_notifications import (
    PurchaseNotification as PurchaseNotification,
)
from touchline.billing.application.receipts.purchase_notifications import PurchaseNotifications
from touchline.billing.application.vouchers.voucher_emails import VoucherNotification as VoucherNotification
from touchline.billing.application.vouchers.voucher_emails import VoucherNotifications
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.domain.coverage import EntitlementKind as EntitlementKind
from touchline.billing.domain.coverage import EventAccess as EventAccess
from touchline.billing.domain.coverage import EventScope as EventScope
from touchline.billing.domain.coverage import PassType as PassType
from touchline.billing.domain.coverage import is_opened_by
from touchline.billing.domain.offers.offers import Package, PackageType, Subscription
from touchline.billing.domain.products.merged_scopes import ScopeKind
from touchline.billing.domain.renewals.off_season import MAX_OFF_SEASON_DAYS as MAX_OFF_SEASON_DAYS
from touchline.billing.domain.renewals.off_season import is_valid_off_season as is_valid_off_season
from touchline.billing.ports.make_goods import MakeGoods
from touchline.billing.ports.offers import Offers
from touchline.billing.ports.order_reports import OrderQuery, OrderReports
from touchline.billing.ports.payments import PaymentsUnavailableError as PaymentsUnavailableError
from touchline.shared.ids import AccountId, ChannelId, OrderId, PackageId, TransactionId
from touchline.shared.money import Money
from touchline.shared.tasks.jobs import Jobs


@dataclass(frozen=True)
class SingleEventPackage:
    """A package that covers one event of its categories; no categories means any event."""

    id: PackageId
    base: Money
    fee: Money
    category_ids: tuple[int, ...]


MAX_ORDERS = 100_000
_SCOPE_KINDS = frozenset(ScopeKind)


@dataclass(frozen=True)
class PaidOrder:
    """A paid order. `is_refundable`: its money came through the payment provider."""

    id: OrderId
    paid: Money
    is_refundable: bool


class BillingFacade:
    """The operations that other contexts may call, in the current transaction."""

    def __init__(
        self,
        queries: OfferQueries,
        packs: OfferPacks,
        offers: Offers,
        entitlements: EntitlementQueries,
        trial_history: TrialHistory,
        export_orders: ExportOrders,
        purchase_notifications: PurchaseNotifications,
        jobs: Jobs,
        sales: SalesReport,
        order_reports: OrderReports,
        count_passes: CountPasses,
        merge_scopes: MergeScopes,
        get_event_sales: GetEventSales,
        check_payments: CheckPayments,
        rehearsal_orders: RehearsalOrders,
        count_suspicions: CountSuspicions,
        make_goods: MakeGoods,
        get_event_faults: GetEventFaults,
        voucher_notifications: VoucherNotifications,
    ) -> None:
        self._make_goods = make_goods
        self.get_event_faults = get_event_faults
        self._queries = queries
        self._packs = packs
        self._offers = offers
        self._entitlements = entitlements
        self._trial_history = trial_history
        self._export_orders = export_orders
        self._purchase_notifications = purchase_notifications
        self._jobs = jobs
        self._order_reports = order_reports
        self.sales = sales
        self.count_passes = count_passes
        self._merge_scopes = merge_scopes
        self.get_event_sales = get_event_sales
        self.check_payments = check_payments
        self.rehearsal_orders = rehearsal_orders
        self.count_suspicions = count_suspicions
        self.get_voucher_notification = voucher_notifications.get_gift
        self.get_redemption_notification = voucher_notifications.get_redemption

    def list_packages(self, language: str) -> list[SerializedOffer]:
        """Return all packages on sale, as `GET /packages` returns them."""
        return self._queries.list_packages(language)

    def list_subscriptions(self, language: str) -> list[SerializedOffer]:
        """Return all subscriptions on sale, as `GET /subscriptions` returns them."""
        return self._queries.list_subscriptions(language)

    def get_next_package_end(self) -> datetime:
        """Return until when the clock alone does not change `list_packages`. One query."""
        return self._queries.get_next_end()

    def list_single_event_packages(self) -> list[SingleEventPackage]:
        """Return the packages of type `event`, highest weight first: the first that covers a category sells
        it.
        """
        return [
            SingleEventPackage(package.id, package.price.base, package.price.fee, package.category_ids)
            for package in self._offers.list_packages()
            if package.type is PackageType.EVENT
        ]

    def find_unsold(self, events: Sequence[EventScope]) -> frozenset[int]:
        """Return the ids of the events that cost money and that no offer opens. Two queries."""
        paid = [event for event in events if event.pass_type.costs_money]
        if not paid:
            return frozenset()
        offers: list[Package | Subscription] = [
            *self._offers.list_packages(),
            *self._offers.list_subscriptions(),
        ]
        return frozenset(
            event.id for event in paid if not any(is_opened_by(event, offer) for offer in offers)
        )

    def count_failed_orders(self, since: datetime) -> int:
        """Return the number of orders since an instant whose payment failed. One query."""
        return self._order_reports.count(OrderQuery(status=OrderStatus.FAILED, since=since))

    def has_offers(self) -> bool:
        """Return whether anything is on sale. Two queries."""
        return bool(self._offers.list_packages() or self._offers.list_subscriptions())

    def sells_audio_only(self) -> bool:
        """Return whether an offer includes the audio of events and no video. Four queries.

        Withdrawn offers count, because viewers may still hold them.
        """
        return any(
            offer.availability.audio_only
            for withdrawn in (False, True)
            for offer in (
                *self._offers.list_packages(withdrawn=withdrawn),
                *self._offers.list_subscriptions(withdrawn=withdrawn),
            )
        )

    def list_entitlements(self, account_id: AccountId) -> list[Entitlement]:
        """Return an account's entitlements from its paid, active orders (product.md §4, "Purchase
        recognition").

        Returns an empty list without any such orders. Two queries.
        """
        return self._entitlements(account_id)

    def get_event_access(
        self, account_id: AccountId, events: Sequence[EventScope]
    ) -> Mapping[int, EventAccess]:
        """Return how the account's purchases open each event now, by id. Events that none covers are left
        out.

        Two queries.
        """
        return self._entitlements.get_event_access(account_id, events)

    def get_library_access(self, account_id: AccountId) -> EventAccess | None:
        """Return how the account has access to the library; None if it has no access. Two queries."""
        return self._entitlements.get_library_access(account_id)

    def had_access(
        self, account_id: AccountId, queries: Sequence[tuple[EventScope, datetime]]
    ) -> Sequence[bool]:
        """Return for each event and instant whether the account has access now, or had access then.

        Access that was revoked since (refund, chargeback, revocation) does not count. Two queries.
        """
        return self._entitlements.had_access(account_id, queries)

    def get_allowance(self, account_id: AccountId, capability: str, feature: str) -> Allowance:
        """Return how often an account may use a counted feature (`clips`, `downloads`).

        Only passes with the capability count, and without such a pass the feature is not allowed. Two
        queries.
        """
        return get_allowance(self._entitlements(account_id), capability, feature)

    def has_used_trial(self, account_id: AccountId) -> bool:
        """Return whether this account, or an earlier one with its email address, used a free trial in this
        channel.
        """
        return self._trial_history(account_id)

    def export_orders(self, account_id: AccountId) -> dict[str, Any]:
        """Return all billing data about a viewer, for the viewer, without secrets; instants are aware."""
        return self._export_orders(account_id)

    def apply_pack(self, part: Mapping[str, Any], ids: Mapping[str, Mapping[str, int]]) -> None:
        """Replace the offers with those of a channel pack (see `OfferPacks.apply` for the form).

        `ids` are the catalog's ids by kind and key.
        """
        self._packs.apply(part, ids["category"])

    def list_offer_ids(self) -> dict[str, dict[str, int]]:
        """Return the ids of the offers on sale by kind (`package`, `subscription`) and key."""
        return {
            "package": {package.key: package.id for package in self._offers.list_packages()},
            "subscription": {
                subscription.key: subscription.id for subscription in self._offers.list_subscriptions()
            },
        }

    def sync_event_starts(self, channel_id: ChannelId) -> None:
        """Enqueue a job that extends the channel's single-event orders after events may have been moved.

        The job runs after the current transaction. Access then lasts for the bought time from the new start.
        """
        self._jobs.enqueue(EXTEND_POSTPONED_ORDERS_JOB, channel_id, timeout=600)

    def count_orders_in_scope(self, kind: str, item_id: int) -> int:
        """Return how many orders name a `participant` or `category`; 0 for other kinds."""
        return self._merge_scopes.count(ScopeKind(kind), item_id) if kind in _SCOPE_KINDS else 0

    def merge(self, kind: str, removed: int, kept: int) -> None:
        """Let the orders of a `participant` or `category` name another one. Orders name no other kinds."""
        if kind in _SCOPE_KINDS:
            self._merge_scopes(ScopeKind(kind), removed, kept)

    def export_pack(self) -> dict[str, Any]:
        """Return the offers in the form that `apply_pack` takes."""
        return self._packs.export()

    def list_paid_orders_for_event(self, event_id: int) -> list[PaidOrder]:
        """Return the paid orders of this event alone, oldest first, without passes that cover more."""
        order_query = OrderQuery(kind=ProductKind.EVENT, status=OrderStatus.PAID, event_id=event_id)
        paid_orders = reversed(self._order_reports.list_newest(order_query, MAX_ORDERS))
        return [PaidOrder(order.id, order.total, order.payment_ref is not None) for order in paid_orders]

    def get_transaction_notification(
        self, transaction_id: TransactionId, language: str
    ) -> PurchaseNotification | None:
        """Return the notification of a ledger transaction, with its receipt; None if the id does not
        exist."""
        return self._purchase_notifications.for_transaction(transaction_id, language)

    def count_waiting_make_goods(self) -> int:
        """Return the number of make-goods that wait for an operator. One query."""
        return sum(waiting.count for waiting in self._make_goods.list_waiting())

    def get_make_good_notification(self, make_good_id: int, language: str) -> PurchaseNotification | None:
        """Return the notification of a make-good that was paid with a promo code; None if there is none."""
        return self._purchase_notifications.for_make_good(make_good_id, language)

    def get_order_notification(self, order_id: OrderId, language: str) -> PurchaseNotification | None:
        """Return the notification of an order; None if the id does not exist."""
        return self._purchase_notifications.for_order(order_id, language)
