"""Proposals of bundles, and their acceptance and end, for the operators of both channels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from touchline.billing.domain.bundles.bundles import (
    BUNDLE_EXISTS,
    WHOLE,
    Bundle,
    can_include_channels,
    ensure_proposable,
)
from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.offers.offers import Package, Subscription
from touchline.billing.domain.revenue_share.rules import format_percent, parse_percent
from touchline.billing.ports.bundles import BundleGrants, Bundles, PartnerChannel, PartnerChannels
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.offers import Offers
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import EditConflictError, InvalidInputError, NotFoundError
from touchline.shared.ids import ChannelId
from touchline.shared.strings.localized import localize

UNKNOWN_CHANNEL = ErrorMessage(
    "errors.bundle_channel_unknown", "There is no channel with this address. Check it and try again."
)
INVALID_PERCENT = ErrorMessage(
    "errors.bundle_percent_invalid", "Enter a share from 0 to 100, with at most two decimals."
)


@dataclass(frozen=True)
class Proposal:
    """A proposal as an operator enters it. `channel` is a short name or a domain, `percent` a decimal."""

    kind: str
    key: str
    channel: str
    percent: str


class BundleAdmin:
    """Reads and changes the bundles of the current channel, in its transaction."""

    def __init__(
        self,
        bundles: Bundles,
        bundle_grants: BundleGrants,
        partner_channels: PartnerChannels,
        offers: Offers,
        current_channel: CurrentChannel,
        clock: Clock,
    ) -> None:
        self._bundles = bundles
        self._bundle_grants = bundle_grants
        self._partner_channels = partner_channels
        self._offers = offers
        self._current_channel = current_channel
        self._clock = clock

    def show(self, language: str) -> dict[str, Any]:
        """Return the bundles that the channel sells and those in which it is the partner, and its offers."""
        own_id, bundles = self._own_id, self._bundles.list_all()
        counts = self._bundle_grants.count_active(self._clock.now())
        return {
            "outgoing": [
                self._serialize(bundle, bundle.partner_id, language) | {"viewers": None}
                for bundle in bundles
                if bundle.seller_id == own_id
            ],
            "incoming": [
                self._serialize(bundle, bundle.seller_id, language) | {"viewers": counts.get(bundle.id, 0)}
                for bundle in bundles
                if bundle.partner_id == own_id
            ],
            "offers": [
                {
                    "kind": _get_kind(offer).value,
                    "key": offer.key,
                    "name": localize(offer.name, language, self._current_channel.get_language()),
                }
                for offer in self._list_offers()
            ],
        }

    def propose(self, proposal: Proposal) -> Bundle:
        """Propose a bundle. Raises `InvalidInputError`, `NotFoundError`, `RefusedError` or
        `EditConflictError`.
        """
        partner = self._partner_channels.find(proposal.channel)
        if partner is None:
            raise InvalidInputError({"channel": [UNKNOWN_CHANNEL]})
        offer = self._find_offer(proposal)
        bundle = Bundle(
            seller_id=self._own_id,
            partner_id=partner.id,
            kind=_get_kind(offer),
            product_id=offer.id,
            offer_name=offer.name,
            price=offer.price.total,
            basis_points=_parse_share(proposal.percent),
            proposed_at=self._clock.now(),
        )
        ensure_proposable(bundle, offer, self._list_sold())
        if not self._bundles.add(bundle):
            raise EditConflictError(BUNDLE_EXISTS)
        return bundle

    def accept(self, bundle_id: int) -> Bundle:
        """Accept a proposal as its partner. Raises `NotFoundError` or `EditConflictError`."""
        bundle = self._get(bundle_id)
        bundle.accept(self._own_id, self._clock.now())
        self._bundles.save(bundle)
        return bundle

    def end(self, bundle_id: int) -> Bundle:
        """End a bundle, or withdraw or decline a proposal. Raises `NotFoundError`."""
        bundle = self._get(bundle_id)
        bundle.end(self._own_id, self._clock.now())
        self._bundles.save(bundle)
        return bundle

    def _get(self, bundle_id: int) -> Bundle:
        bundle = self._bundles.get_for_update(bundle_id)
        if bundle is None:
            raise NotFoundError
        return bundle

    def _list_sold(self) -> Sequence[Bundle]:
        own_id = self._own_id
        return [bundle for bundle in self._bundles.list_all() if bundle.seller_id == own_id]

    def _find_offer(self, proposal: Proposal) -> Package | Subscription:
        for offer in self._list_offers():
            if (_get_kind(offer).value, offer.key) == (proposal.kind, proposal.key):
                return offer
        raise NotFoundError

    def _list_offers(self) -> list[Package | Subscription]:
        """Return the offers on sale that can include other channels."""
        packages = [package for package in self._offers.list_packages() if can_include_channels(package)]
        return [*packages, *self._offers.list_subscriptions()]

    def _serialize(self, bundle: Bundle, other_id: ChannelId, language: str) -> dict[str, Any]:
        fallback = self._current_channel.get_language()
        return {
            "id": bundle.id,
            "channel": serialize_channel(self._partner_channels.get(other_id)),
            "kind": bundle.kind.value,
            "offer": localize(bundle.offer_name, language, fallback),
            "price": bundle.price.decimal,
            "currency": bundle.price.currency,
            "percent": format_percent(bundle.basis_points),
            "status": bundle.status.value,
            "proposed_at": bundle.proposed_at,
            "accepted_at": bundle.accepted_at,
            "ended_at": bundle.ended_at,
        }

    @property
    def _own_id(self) -> ChannelId:
        return self._current_channel.get_billing_settings().id


def serialize_channel(channel: PartnerChannel) -> dict[str, Any]:
    """Return what other channels show of a channel."""
    return {"name": channel.name, "site": channel.site, "logo": channel.logo}


def _get_kind(offer: Package | Subscription) -> ProductKind:
    return ProductKind.PACKAGE if isinstance(offer, Package) else ProductKind.SUBSCRIPTION


def _parse_share(percent: str) -> int:
    try:
        basis_points = parse_percent(percent)
    except ValueError:
        raise InvalidInputError({"percent": [INVALID_PERCENT]}) from None
    if basis_points > WHOLE:
        raise InvalidInputError({"percent": [INVALID_PERCENT]})
    return basis_points
