"""What an order of the selling channel opens in a partner channel, and until when.

The sync of the order derives it from the order and writes it into the partner channel. It is never changed in
another way, so a repeated sync repairs what an interrupted one left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from touchline.billing.domain.bundles.bundle_items import BundleItem
from touchline.billing.domain.checkout.orders import Order, OrderStatus, ProductKind
from touchline.billing.domain.offers.offer_availability import EVERYTHING, OfferAvailability
from touchline.billing.domain.offers.offers import Capability
from touchline.billing.domain.renewals.billing_periods import get_billing_period, get_usage_start
from touchline.shared.ids import AccountId, ChannelId, OrderId
from touchline.shared.strings.localized import LocalText

ALWAYS_INCLUDED = (Capability.WATCH, Capability.VOD_MEDIA)
"""A bundle opens the events and the library of the whole channel, as its own subscription does."""


@dataclass(frozen=True)
class BundlePeriod:
    """Access in the partner channel since the order until an instant (None: forever), unless it is `revoked`.

    Access that only expired was valid while it lasted. Revoked access counts as never given.
    """

    since: datetime
    until: datetime | None
    revoked: bool

    def is_active(self, now: datetime) -> bool:
        """Return whether the order gives access now."""
        return not self.revoked and (self.until is None or now < self.until)

    def was_active(self, at: datetime) -> bool:
        """Return whether the order gave access at an instant, and was not revoked since."""
        return self.since <= at and self.is_active(at)


@dataclass(frozen=True, kw_only=True)
class BundleGrant:
    """Access in the current channel that an order of another channel gives.

    `account_id` is the account of this channel that verified the buyer's address; None while there is none.
    `address_digest` is a keyed digest of the buyer's address; None until the buyer verified it. `version` is
    the version of the order that the grant was derived from. `used_since` is when uses of limited features
    begin to count.
    """

    seller_id: ChannelId
    order_id: OrderId
    bundle_id: int
    version: int
    period: BundlePeriod
    product_name: LocalText
    capabilities: tuple[str, ...] = ()
    limits: Mapping[str, int] = field(default_factory=dict)
    account_id: AccountId | None = None
    address_digest: str | None = None
    used_since: datetime | None = None
    availability: OfferAvailability = EVERYTHING


def get_bundle_period(
    order: Order, bundle_ended_at: datetime | None, now: datetime, grace: timedelta
) -> BundlePeriod:
    """Return the access in the partner channel that an order gives.

    It ends with the order: by a refund, a dispute, a revocation, the end of its term, or the erasure of its
    buyer. After a bundle has ended, what was sold stays valid. A subscription keeps the period in which the
    bundle ended, and its renewals no longer include the channel.
    """
    is_valid = (
        order.status is OrderStatus.PAID
        and order.ended_at is None
        and order.account_id is not None
        and not order.is_for_others
    )
    until = order.expires_at
    if until is not None and order.is_renewing:
        until += grace
    last = _get_last_instant(order, bundle_ended_at)
    if last is not None:
        until = last if until is None else min(until, last)
    return BundlePeriod(order.created_at, until, revoked=not is_valid)


def _get_last_instant(order: Order, bundle_ended_at: datetime | None) -> datetime | None:
    """Return the end of the period in which the bundle ended; None if the order has no such limit."""
    if bundle_ended_at is None or order.product.kind is not ProductKind.SUBSCRIPTION:
        return None
    period = get_billing_period(order, bundle_ended_at)
    if period is None:
        return None
    return period.starts if bundle_ended_at < period.starts else period.ends


def build_bundle_grant(
    order: Order,
    item: BundleItem,
    seller_id: ChannelId,
    period: BundlePeriod,
    address_digest: str | None,
    now: datetime,
) -> BundleGrant:
    """Return the grant of an order for one partner channel, before an account is found there.

    Its capabilities, limits and availability are the offer's. A grant without a buyer has no digest.
    """
    capabilities = dict.fromkeys((*ALWAYS_INCLUDED, *order.grant.capabilities))
    return BundleGrant(
        seller_id=seller_id,
        order_id=order.id,
        bundle_id=item.bundle_id,
        version=order.version,
        period=period,
        product_name=order.product.name,
        capabilities=tuple(capability.value for capability in capabilities),
        limits={feature.value: limit for feature, limit in order.grant.limits.items()},
        address_digest=None if order.account_id is None else address_digest,
        used_since=get_usage_start(order, now),
        availability=order.grant.availability,
    )
