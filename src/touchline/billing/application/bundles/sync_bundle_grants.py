"""Writes what an order opens in other channels into these channels.

Each channel is written in a transaction of its own. The order is read first, and every grant carries the
version of the order, so that syncs may run twice, at the same time and in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from touchline.billing.domain.bundles.address_digests import AddressDigests
from touchline.billing.domain.bundles.bundle_grants import (
    BundleGrant,
    build_bundle_grant,
    get_bundle_period,
)
from touchline.billing.ports.bundles import BundleGrants, Bundles, VerifiedAddresses
from touchline.billing.ports.orders import OrderFilter, Orders
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, ChannelId, OrderId
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.unit_of_work import UnitOfWorkFactory

SYNC_BUNDLE_JOB = "billing.sync_bundle"
_ALL_ORDERS = 1_000_000
_BATCH_SIZE = 500


class SyncBundleGrants:
    """Derives the grants of an order from its state and writes them. Needs no transaction."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        orders: Orders,
        bundles: Bundles,
        bundle_grants: BundleGrants,
        addresses: VerifiedAddresses,
        digests: AddressDigests,
        clock: Clock,
        grace: timedelta,
    ) -> None:
        self._uow = uow
        self._orders = orders
        self._bundles = bundles
        self._bundle_grants = bundle_grants
        self._addresses = addresses
        self._digests = digests
        self._clock = clock
        self._grace = grace

    def __call__(self, channel_id: ChannelId, order_id: OrderId) -> None:
        """Update the access that an order of a channel gives in others. Idempotent."""
        with self._uow(channel_id):
            address, grants = self._derive(channel_id, order_id)
        for partner_id, grant in grants:
            with self._uow(partner_id):
                found = self._addresses.find_verified_account_id(address) if address else None
                self._bundle_grants.put(replace(grant, account_id=found))

    def _derive(
        self, channel_id: ChannelId, order_id: OrderId
    ) -> tuple[str | None, Sequence[tuple[ChannelId, BundleGrant]]]:
        """Return the buyer's verified address, and the grants by channel."""
        order = self._orders.get(order_id)
        if order is None or not order.grant.bundle or order.starts_at is None:
            return None, ()
        account_id, now = order.account_id, self._clock.now()
        address = None if account_id is None else self._addresses.get_verified_address(account_id)
        digest = self._digests(address) if address else None
        ended_at = {bundle.id: bundle.ended_at for bundle in self._bundles.list_all()}
        grants = []
        for item in order.grant.bundle:
            period = get_bundle_period(order, ended_at.get(item.bundle_id), now, self._grace)
            grant = build_bundle_grant(order, item, channel_id, period, digest, now)
            grants.append((item.channel_id, grant))
        return address, grants


class RequestBundleSyncs:
    """Requests syncs of orders with bundles, outside of the order's own sync."""

    def __init__(
        self, uow: UnitOfWorkFactory, orders: Orders, grants: BundleGrants, jobs: Jobs, clock: Clock
    ) -> None:
        self._uow = uow
        self._orders = orders
        self._grants = grants
        self._jobs = jobs
        self._clock = clock

    def for_account(self, channel_id: ChannelId, account_id: AccountId) -> None:
        """Request a sync of an account's orders, in a transaction of their channel."""
        for order in self._orders.list_for_account(account_id, OrderFilter(), _ALL_ORDERS, 0):
            if order.grant.bundle:
                self._jobs.enqueue(SYNC_BUNDLE_JOB, channel_id, order.id)

    def for_all_channels(self) -> int:
        """Request a sync of every order that gives access in another channel. Return their number.

        It repairs what an interrupted sync left, and applies the end of bundles to subscriptions.
        """
        after, requested = 0, 0
        while True:
            with self._uow.all_channels():
                locations = self._grants.list_locations(self._clock.now(), after, _BATCH_SIZE)
                for _, seller_id, order_id in locations:
                    self._jobs.enqueue(SYNC_BUNDLE_JOB, seller_id, order_id)
            requested += len(locations)
            after = locations[-1][0] if locations else after
            if len(locations) < _BATCH_SIZE:
                return requested


class LinkBundleGrants:
    """Finds the account of grants that wait for it, in a transaction of the account's channel."""

    def __init__(
        self,
        grants: BundleGrants,
        addresses: VerifiedAddresses,
        digests: AddressDigests,
        request_bundle_syncs: RequestBundleSyncs,
    ) -> None:
        self._grants = grants
        self._addresses = addresses
        self._digests = digests
        self._request_bundle_syncs = request_bundle_syncs

    def __call__(self, channel_id: ChannelId, account_id: AccountId) -> None:
        """Handle a verified address: open what it bought elsewhere, and what it bought here."""
        address = self._addresses.get_verified_address(account_id)
        if address is not None:
            self._grants.link(self._digests(address), account_id)
            self._request_bundle_syncs.for_account(channel_id, account_id)
