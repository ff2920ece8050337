"""The offers of a channel pack: taken in, and given back in the same form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from touchline.billing.application.coupon_packs import CouponPacks
from touchline.billing.domain.offers import (
    Capability,
    Feature,
    Offer,
    Package,
    PackageType,
    Price,
    Subscription,
)
from touchline.billing.ports.offers import Offers
from touchline.shared.ids import PackageId, SubscriptionId

NEW = 0


class OfferPacks:
    """Makes the channel's offers those of a pack.

    Offers that a pack no longer names are withdrawn, not deleted: orders point at them.
    """

    def __init__(self, offers: Offers, coupons: CouponPacks) -> None:
        self._offers = offers
        self._coupons = coupons

    def apply(self, part: Mapping[str, Any], category_ids: Mapping[str, int]) -> None:
        """Take `{"packages": […], "subscriptions": […], "coupons": […]}`: prices `{base, fee}` of Money,
        categories by key (`category_ids` says the catalogue's ids), all fields there."""
        self._offers.replace_packages([_package(one, category_ids) for one in part["packages"]])
        self._offers.replace_subscriptions([_subscription(one) for one in part["subscriptions"]])
        self._coupons.apply(part["coupons"])

    def export(self) -> dict[str, Any]:
        """What `apply` would have to be given to come to the present state."""
        return {
            "packages": [_package_part(one) for one in self._offers.packages()],
            "subscriptions": [_subscription_part(one) for one in self._offers.subscriptions()],
            "coupons": self._coupons.export(),
        }


def _common(said: dict[str, Any]) -> dict[str, Any]:
    return {
        "key": said["key"],
        "name": said["name"],
        "description": said["description"],
        "price": Price(said["price"]["base"], said["price"]["fee"]),
        "offer": said["offer"],
        "period": said["period"],
        "capabilities": tuple(Capability(name) for name in said["capabilities"]),
        "weight": said["weight"],
        "limits": {Feature(name): most for name, most in said["limits"].items()},
        "features": tuple(said["features"]),
        "recommended": said["recommended"],
    }


def _package(said: dict[str, Any], category_ids: Mapping[str, int]) -> Package:
    return Package(
        id=PackageId(NEW),
        type=PackageType(said["type"]),
        categories=tuple(said["categories"]),
        category_ids=tuple(category_ids[key] for key in said["categories"]),
        is_team_pass=said["is_team_pass"],
        days=said["days"],
        until=said["until"],
        **_common(said),
    )


def _subscription(said: dict[str, Any]) -> Subscription:
    return Subscription(id=SubscriptionId(NEW), trial_period=said["trial_period"], **_common(said))


def _common_part(offer: Offer) -> dict[str, Any]:
    return {
        "key": offer.key,
        "name": offer.name,
        "description": offer.description,
        "price": {"base": offer.price.base, "fee": offer.price.fee},
        "offer": offer.offer,
        "period": offer.period,
        "capabilities": [capability.value for capability in offer.capabilities],
        "weight": offer.weight,
        "limits": {feature.value: most for feature, most in offer.limits.items()},
        "features": list(offer.features),
        "recommended": offer.recommended,
    }


def _package_part(package: Package) -> dict[str, Any]:
    return {
        **_common_part(package),
        "type": package.type.value,
        "categories": list(package.categories),
        "is_team_pass": package.is_team_pass,
        "days": package.days,
        "until": package.until,
    }


def _subscription_part(subscription: Subscription) -> dict[str, Any]:
    return {**_common_part(subscription), "trial_period": subscription.trial_period}
