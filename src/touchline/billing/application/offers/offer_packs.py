"""Import and export of a channel pack's offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from touchline.billing.application.coupons.coupon_packs import CouponPacks
from touchline.billing.domain.offers.offer_availability import OfferAvailability
from touchline.billing.domain.offers.offers import (
    Capability,
    Feature,
    Offer,
    Package,
    PackageType,
    Price,
    Subscription,
)
from touchline.billing.domain.offers.price_choices import PriceChoice
from touchline.billing.domain.renewals.off_season import OffSeason
from touchline.billing.ports.offers import Offers
from touchline.shared.ids import PackageId, SubscriptionId

NEW_ID = 0


class OfferPacks:
    """Imports and exports the channel's offers as a pack.

    Offers that a pack no longer names are withdrawn, not deleted, because orders refer to them.
    """

    def __init__(self, offers: Offers, coupons: CouponPacks) -> None:
        self._offers = offers
        self._coupons = coupons

    def apply(self, part: Mapping[str, Any], category_ids: Mapping[str, int]) -> None:
        """Apply `{"packages": […], "subscriptions": […], "coupons": […]}`.

        Prices are `{base, fee}` of Money. Categories are keys, and `category_ids` maps them to the catalog's
        ids. All fields must be present.
        """
        self._offers.replace_packages([_parse_package(package, category_ids) for package in part["packages"]])
        self._offers.replace_subscriptions(
            [_parse_subscription(subscription) for subscription in part["subscriptions"]]
        )
        self._coupons.apply(part["coupons"])

    def export(self) -> dict[str, Any]:
        """Return the data that `apply` would need to recreate the current state."""
        return {
            "packages": [_export_package(package) for package in self._offers.list_packages()],
            "subscriptions": [
                _export_subscription(subscription) for subscription in self._offers.list_subscriptions()
            ],
            "coupons": self._coupons.export(),
        }


def _parse_offer(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        "key": entry["key"],
        "name": entry["name"],
        "description": entry["description"],
        "price": Price(entry["price"]["base"], entry["price"]["fee"]),
        "offer": entry["offer"],
        "period": entry["period"],
        "capabilities": tuple(Capability(name) for name in entry["capabilities"]),
        "weight": entry["weight"],
        "limits": {Feature(name): limit for name, limit in entry["limits"].items()},
        "features": tuple(entry["features"]),
        "recommended": entry["recommended"],
        "availability": OfferAvailability.from_dict(entry.get("availability")),
    }


def _parse_package(entry: dict[str, Any], category_ids: Mapping[str, int]) -> Package:
    return Package(
        id=PackageId(NEW_ID),
        type=PackageType(entry["type"]),
        categories=tuple(entry["categories"]),
        category_ids=tuple(category_ids[key] for key in entry["categories"]),
        is_team_pass=entry["is_team_pass"],
        days=entry["days"],
        until=entry["until"],
        price_choice=_parse_price_choice(entry.get("price_choice")),
        receipt_note=entry.get("receipt_note"),
        **_parse_offer(entry),
    )


def _parse_price_choice(entry: Mapping[str, Any] | None) -> PriceChoice | None:
    if entry is None:
        return None
    return PriceChoice(entry["minimum"], entry["maximum"], tuple(entry["suggested"]))


def _export_price_choice(choice: PriceChoice | None) -> dict[str, Any] | None:
    if choice is None:
        return None
    return {"minimum": choice.minimum, "maximum": choice.maximum, "suggested": list(choice.suggested)}


def _parse_subscription(entry: dict[str, Any]) -> Subscription:
    off_season = entry.get("off_season")
    return Subscription(
        id=SubscriptionId(NEW_ID),
        trial_period=entry["trial_period"],
        off_season=OffSeason(off_season["from"], off_season["until"]) if off_season else None,
        **_parse_offer(entry),
    )


def _export_offer(offer: Offer) -> dict[str, Any]:
    return {
        "key": offer.key,
        "name": offer.name,
        "description": offer.description,
        "price": {"base": offer.price.base, "fee": offer.price.fee},
        "offer": offer.offer,
        "period": offer.period,
        "capabilities": [capability.value for capability in offer.capabilities],
        "weight": offer.weight,
        "limits": {feature.value: limit for feature, limit in offer.limits.items()},
        "features": list(offer.features),
        "recommended": offer.recommended,
        "availability": offer.availability.to_dict(),
    }


def _export_package(package: Package) -> dict[str, Any]:
    return {
        **_export_offer(package),
        "type": package.type.value,
        "categories": list(package.categories),
        "is_team_pass": package.is_team_pass,
        "days": package.days,
        "until": package.until,
        "price_choice": _export_price_choice(package.price_choice),
        "receipt_note": package.receipt_note,
    }


def _export_subscription(subscription: Subscription) -> dict[str, Any]:
    off_season = subscription.off_season
    return {
        **_export_offer(subscription),
        "trial_period": subscription.trial_period,
        "off_season": {"from": off_season.starts, "until": off_season.ends} if off_season else None,
    }
