"""Invariants of bundles: what the partner channel opens is exactly what the orders give, and the partner's
share is its percentage of the net revenue, to the cent.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select

from touchline.billing.adapters.sql.bundles import BundleGrantRow
from touchline.billing.application.revenue_share.ledger_lines import format_month
from touchline.billing.domain.checkout.orders import Order, OrderStatus, ProductKind
from touchline.billing.domain.renewals.billing_periods import get_billing_period
from touchline.billing.domain.revenue_share.rules import get_next_month
from touchline.billing.tests.proof.access_model import is_open
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.bundle_actions import PARTNER, PARTNER_ACCOUNTS, SELLER
from touchline.billing.tests.proof.share_invariants import get_first_month
from touchline.shared.ids import AccountId, OrderId
from touchline.shared.money import Money

_ZONE = ZoneInfo("America/Toronto")
_SIGNS = {"charge": 1, "dispute_won": 1, "refund": -1, "dispute": -1}


def check_bundles(system: BillingSystem) -> None:
    """Check access and statements, once the system is idle."""
    if PARTNER not in system.channels.currencies:
        return
    check_partner_access(system, after_repair=False)
    system.billing.request_bundle_syncs().for_all_channels()
    while system.queue.waiting:
        system.run_job(system.queue.waiting.pop())
    check_partner_access(system, after_repair=True)
    check_erased_buyers(system)
    check_partner_share(system)


def check_partner_access(system: BillingSystem, *, after_repair: bool) -> None:
    """Check that each account of the partner has exactly the orders of the same verified address.

    Before the daily repair, subscriptions of an ended bundle may be open a little longer.
    """
    expected = _list_expected(system)
    for account_id in system.channels.viewers:
        if account_id < PARTNER_ACCOUNTS:
            continue
        with system.database.transaction(PARTNER):
            grants = system.billing.bundle_grants().list_for_account(AccountId(account_id))
            entitlements = system.billing.facade().list_entitlements(AccountId(account_id))
            now = system.clock.now()
            opened = {int(grant.order_id) for grant in grants if grant.period.is_active(now)}
        assert len(entitlements) == len(opened), f"viewer {account_id} has {entitlements}, grants {opened}"
        assert all({"watch", "vod_media"} <= set(item.capabilities) for item in entitlements)
        wanted = expected[AccountId(account_id)]
        if not after_repair:
            opened -= _list_ended(system)
            wanted -= _list_ended(system)
        assert opened == wanted, f"partner viewer {account_id} has orders {opened}, expected {wanted}"


def check_erased_buyers(system: BillingSystem) -> None:
    """Check that orders without a buyer leave no account and no address in the partner channel."""
    erased = {int(order.id) for order in system.list_orders() if order.account_id is None}
    with system.database.transaction(PARTNER) as session:
        for row in session.scalars(select(BundleGrantRow).where(BundleGrantRow.order_id.in_(erased))):
            assert (row.account_id, row.address_digest, row.revoked) == (None, None, True), (
                f"order {row.order_id} was erased, but the partner channel keeps its buyer"
            )


def check_partner_share(system: BillingSystem) -> None:
    """Check the partner's lines of each month against the ledger."""
    with system.database.transaction(SELLER):
        statements = system.billing.share_statements()
        next_month, current = statements.get_next_month(), statements.get_current_month()
        first = get_first_month(system)
        month, shown = first, {}
        while month is not None and next_month is not None and month <= max(next_month, current):
            shown[month] = statements.get(month)
            month = get_next_month(month)
    if first is None or next_month is None:
        return
    expected = _sum_ledger(system, first, next_month)
    for month, statement in shown.items():
        stated: Counter[tuple[str, int]] = Counter()
        for group in statement["currencies"]:
            for party in group["parties"]:
                for line in party["lines"] if party["key"] == f"channel-{PARTNER}" else ():
                    _check_line(line, group["currency"])
                    points = round(float(line["percent"]) * 100)
                    stated[group["currency"], points] += _minor(line["net"], group["currency"])
        assert {key: net for key, net in stated.items() if net} == {
            key: net for key, net in expected[month].items() if net
        }, f"{month}: the partner has {stated}, the ledger {expected[month]}"


def _check_line(line: dict[str, Any], currency: str) -> None:
    net, share = _minor(line["net"], currency), _minor(line["share"], currency)
    points = round(float(line["percent"]) * 100)
    assert abs(share * 10_000 - net * points) < 10_000, f"{line}: not {points / 100}% of the net revenue"


def _sum_ledger(system: BillingSystem, first: str, next_month: str) -> dict[str, Counter[tuple[str, int]]]:
    """Return the net revenue of bundles by month, currency and share."""
    orders = {order.id: order for order in system.list_orders()}
    sums: dict[str, Counter[tuple[str, int]]] = defaultdict(Counter)
    for line in system.list_transactions():
        own_month = format_month(line.at, _ZONE)
        if line.status == "failed" or own_month < first:
            continue
        sign = _SIGNS[line.movement]
        tax = sum(minor for _, _, minor in line.tax)
        net = sign * (line.amount_minor - tax) - (line.fee_minor or 0)
        for item in orders[OrderId(line.order_id)].grant.bundle:
            if item.basis_points:
                month = line.share_month or max(own_month, next_month)
                sums[month][line.currency, item.basis_points] += net
    return sums


def _list_expected(system: BillingSystem) -> dict[AccountId, set[int]]:
    """Return the orders that each account of the partner channel should open."""
    orders = {int(order.id): order for order in system.list_orders()}
    addresses = {owner: address for (channel_id, address), owner in system.channels.verified.items()
                 if channel_id == SELLER}  # fmt: skip
    expected: dict[AccountId, set[int]] = defaultdict(set)
    ended_at, now = _map_ended(system), system.clock.now()
    for row in system.list_order_summaries():
        address = addresses.get(row.account_id)
        viewer = system.channels.verified.get((PARTNER, address)) if address else None
        order = orders[row.id]
        if viewer is None or not order.grant.bundle or not is_open(system, row):
            continue
        if any(_is_in_time(order, ended_at.get(item.bundle_id), now) for item in order.grant.bundle):
            expected[viewer].add(row.id)
    return expected


def _is_in_time(order: Order, ended_at: datetime | None, now: datetime) -> bool:
    """Return whether a subscription is still in the period in which its bundle ended."""
    if ended_at is None or order.product.kind is not ProductKind.SUBSCRIPTION:
        return True
    period = get_billing_period(order, max(ended_at, order.starts_at or ended_at))
    assert order.status is OrderStatus.PAID and period is not None
    return now < period.ends if ended_at >= period.starts else now < period.starts


def _map_ended(system: BillingSystem) -> dict[int, datetime]:
    with system.database.transaction(SELLER):
        bundles = system.billing.bundles().list_all()
    return {bundle.id: bundle.ended_at for bundle in bundles if bundle.ended_at is not None}


def _list_ended(system: BillingSystem) -> set[int]:
    """Return the subscriptions whose bundle has ended."""
    ended = _map_ended(system)
    return {
        int(order.id)
        for order in system.list_orders()
        if order.product.kind is ProductKind.SUBSCRIPTION
        and any(item.bundle_id in ended for item in order.grant.bundle)
    }


def _minor(amount: str, currency: str) -> int:
    return Money.parse(amount.removeprefix("-"), currency).minor * (-1 if amount.startswith("-") else 1)
