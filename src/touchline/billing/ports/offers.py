"""Finding and keeping what the channel sells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.billing.domain.offers.offers import Package, Subscription


class Offers(Protocol):
    """What the channel of the present transaction sells. Withdrawn offers are not found."""

    def list_packages(self) -> Sequence[Package]:
        """All packages, the heaviest first."""
        ...

    def get_package(self, package_id: int) -> Package | None:
        """One package that is on sale."""
        ...

    def list_subscriptions(self) -> Sequence[Subscription]:
        """All subscriptions, the heaviest first."""
        ...

    def get_subscription(self, subscription_id: int) -> Subscription | None:
        """One subscription that is on sale."""
        ...

    def replace_packages(self, packages: Sequence[Package]) -> None:
        """Keep these by their keys (their ids are not looked at); withdraw all others."""
        ...

    def replace_subscriptions(self, subscriptions: Sequence[Subscription]) -> None:
        """Keep these by their keys (their ids are not looked at); withdraw all others."""
        ...
