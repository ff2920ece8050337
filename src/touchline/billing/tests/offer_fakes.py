"""Billing without a database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from touchline.billing.domain.offers.offers import Package, Subscription
from touchline.shared.ids import PackageId, SubscriptionId


class InMemoryOffers:
    """`Offers` in memory."""

    def __init__(self) -> None:
        self._packages: dict[str, Package] = {}
        self._subscriptions: dict[str, Subscription] = {}

    def list_packages(self) -> Sequence[Package]:
        """All packages, the heaviest first."""
        return sorted(self._packages.values(), key=lambda one: (-one.weight, one.id))

    def get_package(self, package_id: int) -> Package | None:
        """One package."""
        return next((one for one in self._packages.values() if one.id == package_id), None)

    def list_subscriptions(self) -> Sequence[Subscription]:
        """All subscriptions, the heaviest first."""
        return sorted(self._subscriptions.values(), key=lambda one: (-one.weight, one.id))

    def get_subscription(self, subscription_id: int) -> Subscription | None:
        """One subscription."""
        return next((one for one in self._subscriptions.values() if one.id == subscription_id), None)

    def replace_packages(self, packages: Sequence[Package]) -> None:
        """Keep these."""
        self._packages = {
            one.key: replace(one, id=PackageId(number)) for number, one in enumerate(packages, 1)
        }

    def replace_subscriptions(self, subscriptions: Sequence[Subscription]) -> None:
        """Keep these."""
        self._subscriptions = {
            one.key: replace(one, id=SubscriptionId(number)) for number, one in enumerate(subscriptions, 1)
        }


class EnglishChannelLanguage:
    """`ChannelFacts` of a channel whose language is English."""

    def language(self) -> str:
        """en"""
        return "en"
