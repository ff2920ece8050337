"""In-memory offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from touchline.billing.domain.offers.offers import Package, Subscription
from touchline.shared.ids import PackageId, SubscriptionId


class InMemoryOffers:
    """In-memory `Offers`."""

    def __init__(self) -> None:
        self._packages: dict[str, Package] = {}
        self._subscriptions: dict[str, Subscription] = {}

    def list_packages(self, *, withdrawn: bool = False) -> Sequence[Package]:
        """Return all packages, highest weight first. None is ever withdrawn."""
        if withdrawn:
            return []
        return sorted(self._packages.values(), key=lambda package: (-package.weight, package.id))

    def get_package(self, package_id: int) -> Package | None:
        """Return a package by its id."""
        return next((package for package in self._packages.values() if package.id == package_id), None)

    def list_subscriptions(self, *, withdrawn: bool = False) -> Sequence[Subscription]:
        """Return all subscriptions, highest weight first. None is ever withdrawn."""
        if withdrawn:
            return []
        return sorted(
            self._subscriptions.values(), key=lambda subscription: (-subscription.weight, subscription.id)
        )

    def get_subscription(self, subscription_id: int) -> Subscription | None:
        """Return a subscription by its id."""
        return next(
            (
                subscription
                for subscription in self._subscriptions.values()
                if subscription.id == subscription_id
            ),
            None,
        )

    def replace_packages(self, packages: Sequence[Package]) -> None:
        """Replace all packages."""
        self._packages = {
            package.key: replace(package, id=PackageId(number)) for number, package in enumerate(packages, 1)
        }

    def replace_subscriptions(self, subscriptions: Sequence[Subscription]) -> None:
        """Replace all subscriptions."""
        self._subscriptions = {
            subscription.key: replace(subscription, id=SubscriptionId(number))
            for number, subscription in enumerate(subscriptions, 1)
        }


class EnglishChannelLanguage:
    """`ChannelLanguage` of a channel whose language is English."""

    def get_language(self) -> str:
        """Return `en`."""
        return "en"
