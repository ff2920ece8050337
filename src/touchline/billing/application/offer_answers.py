"""How offers are told to the world (product.md §3; api.md, "Billing"): plain values in one language."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.billing.domain.offers import Feature, Offer, Package, Subscription
from touchline.shared.text import pick

Answer = dict[str, object]


@dataclass(frozen=True)
class Teller:
    """Tells offers in `language`, falling back to the channel's."""

    language: str
    fallback: str

    def package(self, package: Package) -> Answer:
        """A package; `event_categories` are ids of the catalogue, none means all; `until` is a date."""
        return {
            "id": package.id,
            **self._offer(package),
            "type": package.type.value,
            "event_categories": list(package.category_ids),
            "is_team_pass": package.is_team_pass,
            "days": package.days,
            "until": package.until.isoformat() if package.until else None,
        }

    def subscription(self, subscription: Subscription) -> Answer:
        """A subscription; `trial_period` is in days, 0 for none."""
        return {
            "id": subscription.id,
            **self._offer(subscription),
            "trial_period": subscription.trial_period,
        }

    def _offer(self, offer: Offer) -> Answer:
        return {
            "name": pick(offer.name, self.language, self.fallback),
            "description": pick(offer.description, self.language, self.fallback),
            "price": offer.price.total.decimal,
            "base_price": offer.price.base.decimal,
            "service_fee": offer.price.fee.decimal,
            "currency": offer.price.base.currency,
            "offer": offer.offer,
            "period": offer.period,
            "weight": offer.weight,
            "limits": {feature.value: offer.limits.get(feature) for feature in Feature},
            "features": [pick(feature, self.language, self.fallback) for feature in offer.features],
            "recommended": offer.recommended,
            "capabilities": [capability.value for capability in offer.capabilities],
        }
