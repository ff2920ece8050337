"""Bundles: an offer of the selling channel that also opens a partner channel of the same deployment.

The selling channel proposes a bundle and the partner accepts it. Its terms never change: to change the share,
end the bundle and propose another one. Either channel ends it for future sales.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from touchline.billing.domain.bundles.bundle_items import BundleItem
from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.offers.offers import Package, PackageType, Subscription
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import EditConflictError, NotFoundError, RefusedError
from touchline.shared.ids import ChannelId
from touchline.shared.money import Money
from touchline.shared.strings.localized import LocalText

WHOLE = 10_000
"""The whole price in hundredths of a percent."""
OWN_CHANNEL = ErrorMessage("errors.bundle_own_channel", "Choose a channel other than this one.")
NOT_BUNDLED = ErrorMessage(
    "errors.bundle_offer", "Only passes and subscriptions can include other channels. Choose another offer."
)
SHARES_TOO_HIGH = ErrorMessage(
    "errors.bundle_shares", "The shares of this offer would add up to more than 100%. Enter a smaller share."
)
BUNDLE_EXISTS = ErrorMessage(
    "errors.bundle_exists", "This offer already includes this channel, or a proposal is waiting."
)
BUNDLE_CLOSED = ErrorMessage("errors.bundle_closed", "This bundle has already ended. Load the page again.")


class BundleStatus(StrEnum):
    """Status of a bundle. The selling channel withdraws a proposal, the partner declines it."""

    PROPOSED = "proposed"
    ACTIVE = "active"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    ENDED = "ended"

    @property
    def is_open(self) -> bool:
        """Whether the bundle is on sale, or may be accepted."""
        return self in (BundleStatus.PROPOSED, BundleStatus.ACTIVE)


@dataclass(kw_only=True)
class Bundle:
    """An agreement between two channels about one offer of the selling channel.

    `kind` and `product_id` name the offer, `offer_name` and `price` are those of the proposal.
    `basis_points` is the partner's share of the net revenue. `ended_at` is when one of them ended, withdrew
    or declined it, `ended_by` the channel that did.
    """

    seller_id: ChannelId
    partner_id: ChannelId
    kind: ProductKind
    product_id: int
    offer_name: LocalText
    price: Money
    basis_points: int
    proposed_at: datetime
    id: int = 0
    accepted_at: datetime | None = None
    ended_at: datetime | None = None
    ended_by: ChannelId | None = None

    @property
    def status(self) -> BundleStatus:
        """Return the status."""
        if self.ended_at is None:
            return BundleStatus.PROPOSED if self.accepted_at is None else BundleStatus.ACTIVE
        if self.accepted_at is not None:
            return BundleStatus.ENDED
        return BundleStatus.WITHDRAWN if self.ended_by == self.seller_id else BundleStatus.DECLINED

    @property
    def slot(self) -> str | None:
        """Return the name of the slot that only one open bundle of this offer and partner can hold."""
        if not self.status.is_open:
            return None
        return f"{self.seller_id}:{self.partner_id}:{self.kind.value}:{self.product_id}"

    @property
    def item(self) -> BundleItem:
        """Return the part of the grant of an order that is placed now."""
        return BundleItem(self.id, self.partner_id, self.basis_points)

    def accept(self, channel_id: ChannelId, now: datetime) -> None:
        """Accept the proposal as the partner. Accepting twice changes nothing.

        Raises `NotFoundError` for another channel, and `EditConflictError` if the bundle is closed.
        """
        if channel_id != self.partner_id:
            raise NotFoundError
        if not self.status.is_open:
            raise EditConflictError(BUNDLE_CLOSED)
        self.accepted_at = self.accepted_at or now

    def end(self, channel_id: ChannelId, now: datetime) -> None:
        """End the bundle for future sales, or withdraw or decline the proposal. Ending twice changes nothing.

        Raises `NotFoundError` for a third channel.
        """
        if channel_id not in (self.seller_id, self.partner_id):
            raise NotFoundError
        if self.ended_at is None:
            self.ended_at, self.ended_by = now, channel_id


def can_include_channels(offer: Package | Subscription) -> bool:
    """Return whether an offer is a pass or a subscription. Single events and donations open nothing else."""
    return isinstance(offer, Subscription) or offer.type not in (PackageType.EVENT, PackageType.DONATION)


def ensure_proposable(bundle: Bundle, offer: Package | Subscription, bundles: Iterable[Bundle]) -> None:
    """Raise `RefusedError` or `EditConflictError` if the seller may not propose a bundle.

    `bundles` are those of the same seller.
    """
    if bundle.partner_id == bundle.seller_id:
        raise RefusedError(OWN_CHANNEL)
    if not can_include_channels(offer):
        raise RefusedError(NOT_BUNDLED)
    others = [
        other
        for other in bundles
        if other.status.is_open and (other.kind, other.product_id) == (bundle.kind, bundle.product_id)
    ]
    if any(other.partner_id == bundle.partner_id for other in others):
        raise EditConflictError(BUNDLE_EXISTS)
    if bundle.basis_points + sum(other.basis_points for other in others) > WHOLE:
        raise RefusedError(SHARES_TOO_HIGH)
