"""Invariants that hold after every step, and invariants that hold once the system is idle."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any

from sqlalchemy import Row

from touchline.billing.domain.checkout.orders import ActivityStatus, Order, OrderStatus, ProductKind
from touchline.billing.tests.proof.access_model import GRACE, check_entitlements, check_new_payment
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.bundle_invariants import check_bundles
from touchline.billing.tests.proof.make_good_actions import check_make_goods
from touchline.billing.tests.proof.provider_balances import (
    ProviderBalance,
    load_balances,
    load_customer_accounts,
)
from touchline.billing.tests.proof.receipt_invariants import check_receipts
from touchline.billing.tests.proof.share_invariants import ClosedMonths, check_shares
from touchline.billing.tests.proof.voucher_actions import check_vouchers, map_redeemed_orders
from touchline.shared.ids import AccountId

IDLE_CHECKS = (check_bundles, check_shares, check_make_goods, check_vouchers, check_receipts)
"""Checks of the areas of a walk. Each gets the idle system."""
MAX_REDEMPTIONS = {"LAST3": 3}
TRANSITIONS = {("created", "paid"), ("created", "failed"), ("paid", "refunded")}
ProductSlot = tuple[AccountId, ProductKind, int, int | None]


class Invariants:
    """Checks a billing system. Raises `AssertionError` if an invariant is violated."""

    def __init__(self, system: BillingSystem) -> None:
        self._system = system
        self._before: dict[int, Row[Any]] = {}
        self._owner: dict[int, int] = {}
        self._closed_months = ClosedMonths(system)

    def check_always(self) -> None:
        """Check the cheap invariants, which hold at any moment."""
        pending: Counter[object] = Counter()
        redemptions: Counter[str] = Counter()
        orders = self._system.list_order_summaries()
        for order in orders:
            before = self._before.get(order.id, order)
            if order.status == "paid" and (before is order or before.status != "paid"):
                check_new_payment(self._system, order)
            assert before.status == order.status or _is_allowed_transition(before, order), (
                f"invalid status change from {before} to {order}"
            )
            self._before[order.id] = order
            if order.account_id is not None:
                self._owner[order.id] = order.account_id
                pending[order.account_id, order.kind, order.product_id, order.product["participant_id"]] += (
                    order.status == "created"
                    and order.kind != ProductKind.DONATION
                    and not order.voucher_count
                )
            if order.promo_code and order.status != "failed":
                redemptions[order.promo_code] += 1
                redemptions[f"{order.promo_code} {self._owner.get(order.id)}"] += 1
        assert max(pending.values(), default=0) <= 1, "Two orders are pending for the same product."
        for name, count in redemptions.items():
            assert count <= MAX_REDEMPTIONS.get(name, 99), f"{name} was used {count} times."
            assert " " not in name or count <= 1, f"{name} was used {count} times by one viewer."
        self._closed_months.check()
        check_entitlements(self._system, orders)

    def check_quiescent(self) -> None:
        """Check all invariants, after all webhooks are delivered and all jobs have run."""
        self.check_always()
        orders, balances = self._system.list_orders(), load_balances(self._system.simulator)
        assert {order_uuid for order_uuid in balances if balances[order_uuid].charged} <= {
            order.uuid for order in orders
        }
        self._check_money(orders, balances)
        self._check_customers(orders, balances)
        self._check_single_payment(orders, balances)
        self._check_access(orders, balances)
        self._check_trials(orders)
        for check in IDLE_CHECKS:
            check(self._system)

    def check_none_pending(self) -> None:
        """Check that no order is still `created`."""
        pending = [order.id for order in self._system.list_orders() if order.status is OrderStatus.CREATED]
        assert not pending, f"Orders {pending} are still pending after a day."

    def _check_money(self, orders: list[Order], balances: dict[str, ProviderBalance]) -> None:
        ledger: dict[int, int] = defaultdict(int)
        for line in self._system.list_transactions():
            signs = {"charge": line.status == "paid", "dispute_won": True, "refund": -1, "dispute": -1}
            ledger[line.order_id] += line.amount_minor * signs[line.movement]
        for order in orders:
            balance = balances[order.uuid]
            assert ledger[order.id] == balance.net, (
                f"order {order.id}: the ledger has {ledger[order.id]}, the provider has {balance.net}"
            )
            if order.status is OrderStatus.FAILED and not (balance.disputed or balance.has_failed_refund):
                assert balance.net == 0, f"order {order.id} failed, but {balance.net} was not refunded"

    def _check_customers(self, orders: list[Order], balances: dict[str, ProviderBalance]) -> None:
        customer_accounts = load_customer_accounts(self._system.simulator)
        for order in orders:
            for customer in balances[order.uuid].customers & set(customer_accounts):
                assert customer_accounts[customer] == self._owner[order.id], (
                    f"order {order.id} was paid by the customer of another account"
                )

    def _check_single_payment(self, orders: list[Order], balances: dict[str, ProviderBalance]) -> None:
        """Check that no order is paid twice, and that no product is paid twice for the same time. A viewer
        may buy a disputed product again.
        """
        slots: dict[ProductSlot, list[Order]] = defaultdict(list)
        paying_orders = map_redeemed_orders(self._system)
        for order in orders:
            assert balances[order.uuid].first_charges <= 1, (
                f"order {order.id} was charged {balances[order.uuid].first_charges} times"
            )
            assert len(balances[order.uuid].payments) <= 1, (
                f"order {order.id} has two payments at the provider"
            )
            if order.product.kind is ProductKind.DONATION or order.is_for_others:
                continue  # a viewer may donate or give again at any time
            payer = paying_orders.get(order.id, order)
            if order.starts_at is not None and not balances[payer.uuid].disputed:
                slots[_get_slot(order, AccountId(self._owner[order.id]))].append(order)
        for overlapping in slots.values():
            overlapping.sort(key=lambda order: order.starts_at or order.created_at)
            for first, second in pairwise(overlapping):
                ends = [at for at in (first.expires_at, first.ended_at) if at is not None]
                assert ends and second.starts_at is not None and min(ends) <= second.starts_at, (
                    f"orders {first.id} and {second.id} were paid for the same time"
                )

    def _check_access(self, orders: list[Order], balances: dict[str, ProviderBalance]) -> None:
        now, paying_orders = self._system.clock.now(), map_redeemed_orders(self._system)
        expected: dict[AccountId, Counter[object]] = defaultdict(Counter)
        for order in orders:
            active = order.activity(now, GRACE) is ActivityStatus.ACTIVE
            balance = balances[order.uuid]
            payer = paying_orders.get(order.id, order)
            is_revoked = payer.id in self._system.revoked_orders and payer.ended_at is not None
            assert not (active and is_revoked), f"order {order.id} is active, but was revoked"
            if active:
                free = order.total.minor == 0 and not balance.charged
                assert order.status is OrderStatus.PAID and (free or balance.net > 0), (
                    f"order {order.id} is active, but {balance.net} was paid"
                )
            elif _opens_content(order):
                has_expired = order.expires_at is not None and order.expires_at <= now
                # Codes end with the refund of their order, also if the bank returns the refund later.
                has_ended = is_revoked or has_expired or payer.status is OrderStatus.REFUNDED
                payer_balance = balances[payer.uuid]
                assert has_ended or payer_balance.disputed or payer_balance.net == 0, (
                    f"order {order.id} is paid but gives no access"
                )
            if order.product.kind is ProductKind.SUBSCRIPTION:
                self._check_subscription(order, balance, active=active)
            grants_access = order.product.kind is not ProductKind.DONATION
            if active and grants_access and order.account_id is not None:
                grant = order.grant
                expected[order.account_id][
                    grant.event_id, grant.category_ids, grant.participant_id,
                    frozenset(capability.value for capability in grant.capabilities),
                ] += 1  # fmt: skip
        for account_id in self._system.channels.viewers:
            with self._system.database.transaction(1):
                entitlements = self._system.billing.facade().list_entitlements(account_id)
            granted = Counter(
                (
                    entitlement.event_id,
                    entitlement.category_ids,
                    entitlement.participant_id,
                    entitlement.capabilities,
                )
                for entitlement in entitlements
            )
            assert granted == expected[account_id], (
                f"viewer {account_id} has {granted}, expected {expected[account_id]}"
            )

    def _check_subscription(self, order: Order, balance: ProviderBalance, *, active: bool) -> None:
        """Check that a subscription the provider still charges grants access, and that an ended one is not
        charged.
        """
        live = [payment for payment in balance.payments if payment["status"] in ("active", "trialing")]
        if order.status is OrderStatus.CREATED:
            return
        if live and not balance.disputed and not active:
            raise AssertionError(
                f"order {order.id} is closed ({order.status}), but its subscription still renews"
            )
        if not live and active and order.expires_at is not None:
            past_due = any(payment["status"] == "past_due" for payment in balance.payments)
            has_ended = any(payment["status"] == "canceled" for payment in balance.payments)
            assert past_due or has_ended, (
                f"order {order.id} is active, but has no subscription at the provider"
            )

    def _check_trials(self, orders: list[Order]) -> None:
        trial_counts: Counter[str] = Counter()
        cards = {
            payment_method["id"]: payment_method["card"]["fingerprint"]
            for payment_method in self._system.simulator.store.list_objects("payment_method")
        }
        for order in orders:
            if order.trial_days and order.starts_at is not None:
                trial_counts[f"account {self._owner[order.id]}"] += 1
                if order.card:
                    trial_counts[f"card {cards[order.card]}"] += 1
        assert max(trial_counts.values(), default=0) <= 1, f"A trial was used twice: {trial_counts}"


def _is_allowed_transition(before: Row[Any], after: Row[Any]) -> bool:
    """Return whether the status change is one allowed step. Two steps, from created to refunded, may happen
    between checks if the order was paid.
    """
    step = (before.status, after.status)
    return step in TRANSITIONS or (step == ("created", "refunded") and after.starts_at is not None)


def _opens_content(order: Order) -> bool:
    """Return whether a paid order gives its buyer access without renewals."""
    is_subscription = order.product.kind is ProductKind.SUBSCRIPTION
    return order.status is OrderStatus.PAID and not is_subscription and not order.is_for_others


def _get_slot(order: Order, account_id: AccountId) -> ProductSlot:
    product = order.product
    return account_id, product.kind, product.id, product.participant_id
