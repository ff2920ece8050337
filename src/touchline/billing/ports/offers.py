"""Repository of the channel's offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.billing.domain.offers.offers import Package, Subscription


class Offers(Protocol):
    """The offers of the current transaction's channel. Withdrawn ones only if `withdrawn` is set."""

    def list_packages(self, *, withdrawn: bool = False) -> Sequence[Package]:
        """Return all packages on sale, or all withdrawn ones, highest weight first."""
        ...

    def get_package(self, package_id: int) -> Package | None:
        """Return one package that is on sale; None if there is none."""
        ...

    def list_subscriptions(self, *, withdrawn: bool = False) -> Sequence[Subscription]:
        """Return all subscriptions on sale, or all withdrawn ones, highest weight first."""
        ...

    def get_subscription(self, subscription_id: int) -> Subscription | None:
        """Return one subscription that is on sale; None if there is none."""
        ...

    def replace_packages(self, packages: Sequence[Package]) -> None:
        """Store these packages by key, ignoring their ids, and withdraw all others."""
        ...

    def replace_subscriptions(self, subscriptions: Sequence[Subscription]) -> None:
        """Store these subscriptions by key, ignoring their ids, and withdraw all others."""
        ...
