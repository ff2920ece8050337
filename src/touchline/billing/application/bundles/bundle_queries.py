"""Bundles as viewers see them: what an offer includes, and what their purchases open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from touchline.billing.application.bundles.bundle_admin import serialize_channel
from touchline.billing.domain.bundles.bundle_items import BundleItem
from touchline.billing.domain.bundles.bundles import BundleStatus
from touchline.billing.domain.checkout.orders import ProductKind, list_active
from touchline.billing.ports.bundles import BundleGrants, Bundles, PartnerChannels
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.orders import Orders
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId
from touchline.shared.strings.localized import localize


class BundledOffers:
    """The bundles that the current channel sells now."""

    def __init__(self, bundles: Bundles, current_channel: CurrentChannel) -> None:
        self._bundles = bundles
        self._current_channel = current_channel

    def get_items(self, kind: ProductKind, product_id: int) -> tuple[BundleItem, ...]:
        """Return the other channels that an offer includes now. One query."""
        return self.list_by_offer().get((kind, product_id), ())

    def list_by_offer(self) -> dict[tuple[ProductKind, int], tuple[BundleItem, ...]]:
        """Return the other channels that the offers include now. One query."""
        seller_id = self._current_channel.get_billing_settings().id
        items: dict[tuple[ProductKind, int], tuple[BundleItem, ...]] = {}
        for bundle in reversed(self._bundles.list_all()):
            if bundle.seller_id == seller_id and bundle.status is BundleStatus.ACTIVE:
                key = (bundle.kind, bundle.product_id)
                items[key] = (*items.get(key, ()), bundle.item)
        return items


class BundleQueries:
    """Queries of viewers, in a transaction of the channel."""

    def __init__(
        self,
        bundled_offers: BundledOffers,
        bundle_grants: BundleGrants,
        partner_channels: PartnerChannels,
        orders: Orders,
        clock: Clock,
        grace: timedelta,
    ) -> None:
        self._bundled_offers = bundled_offers
        self._bundle_grants = bundle_grants
        self._partner_channels = partner_channels
        self._orders = orders
        self._clock = clock
        self._grace = grace

    def list_offers(self) -> list[dict[str, Any]]:
        """Return the offers that include other channels, with these channels."""
        return [
            {"type": kind.value, "id": product_id, "channels": self._list_channels(items)}
            for (kind, product_id), items in self._bundled_offers.list_by_offer().items()
        ]

    def list_own(self, account_id: AccountId, language: str) -> dict[str, Any]:
        """Return what a viewer's orders open in other channels, and what purchases there open here."""
        now = self._clock.now()
        active = list_active(self._orders.list_paid(account_id), now, self._grace)
        return {
            "orders": [
                {"order_id": order.id, "channels": self._list_channels(order.grant.bundle)}
                for order in active
                if order.grant.bundle
            ],
            "included": [
                {
                    "name": localize(grant.product_name, language),
                    "channel": serialize_channel(self._partner_channels.get(grant.seller_id)),
                    "until": grant.period.until,
                }
                for grant in self._bundle_grants.list_for_account(account_id)
                if grant.period.is_active(now)
            ],
        }

    def _list_channels(self, items: Iterable[BundleItem]) -> Sequence[dict[str, Any]]:
        return [serialize_channel(self._partner_channels.get(item.channel_id)) for item in items]
