"""Serialization of offers for the API (product.md §3; api.md, "Billing"): plain values in one language."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.billing.domain.offers.offers import Feature, Offer, Package, Subscription, get_streams
from touchline.billing.domain.offers.price_choices import PriceChoice
from touchline.billing.domain.renewals.off_season import OffSeason
from touchline.shared.strings.localized import localize

SerializedOffer = dict[str, object]


def _serialize_price_choice(choice: PriceChoice | None) -> dict[str, object] | None:
    if choice is None:
        return None
    return {
        "minimum": choice.minimum.decimal,
        "maximum": choice.maximum.decimal,
        "suggested": [amount.decimal for amount in choice.suggested],
    }


def serialize_off_season(off_season: OffSeason | None) -> dict[str, str] | None:
    """Serialize the first and last day of an off-season, each as `MM-DD`."""
    return {"from": off_season.starts, "until": off_season.ends} if off_season else None


@dataclass(frozen=True)
class OfferSerializer:
    """Serializes offers in `language`, falling back to the channel's language."""

    language: str
    fallback: str

    def serialize_package(self, package: Package) -> SerializedOffer:
        """Serialize a package. `event_categories` are catalog ids, none means all; `until` is a date."""
        return {
            "id": package.id,
            **self._serialize_offer(package),
            "type": package.type.value,
            "event_categories": list(package.category_ids),
            "is_team_pass": package.is_team_pass,
            "days": package.days,
            "until": package.until.isoformat() if package.until else None,
            "price_choice": _serialize_price_choice(package.price_choice),
        }

    def serialize_subscription(self, subscription: Subscription) -> SerializedOffer:
        """Serialize a subscription. `trial_period` is in days, 0 for none."""
        return {
            "id": subscription.id,
            **self._serialize_offer(subscription),
            "trial_period": subscription.trial_period,
            "off_season": serialize_off_season(subscription.off_season),
        }

    def _serialize_offer(self, offer: Offer) -> SerializedOffer:
        return {
            "name": localize(offer.name, self.language, self.fallback),
            "description": localize(offer.description, self.language, self.fallback),
            "price": offer.price.total.decimal,
            "base_price": offer.price.base.decimal,
            "service_fee": offer.price.fee.decimal,
            "currency": offer.price.base.currency,
            "offer": offer.offer,
            "period": offer.period,
            "weight": offer.weight,
            "limits": {
                **{feature.value: offer.limits.get(feature) for feature in Feature},
                Feature.STREAMS.value: get_streams(offer.limits),
            },
            "features": [localize(feature, self.language, self.fallback) for feature in offer.features],
            "recommended": offer.recommended,
            "availability": offer.availability.to_dict(),
            "capabilities": [capability.value for capability in offer.capabilities],
        }
