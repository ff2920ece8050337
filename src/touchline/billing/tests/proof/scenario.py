"""Shared state of the actors in a random walk."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from adapters.payments.fake_stripe.api.errors import StripeError
from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.domain.checkout.orders import Order
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.shared.principal import Principal


class Scenario:
    """A billing system and its history. `random` makes the choices. `purchases` are the purchase requests.
    `undelivered` holds the webhooks that have not arrived yet.
    """

    def __init__(self, system: BillingSystem, seed: str) -> None:
        self.system, self.random = system, random.Random(seed)  # noqa: S311
        self.purchases: list[tuple[Principal, Purchase]] = []
        self.undelivered: list[dict[str, Any]] = []
        self.viewers: list[Principal] = []

    def pick_order(self, matches: Callable[[Order], bool]) -> Order | None:
        """Return a random order that matches; None if there is none."""
        found = [order for order in self.system.list_orders() if matches(order)]
        return self.random.choice(found) if found else None

    def call_provider(self, method: str, path: str, values: dict[str, Any]) -> str:
        """Call the provider's API directly. Return a description of the result."""
        try:
            self.system.simulator.call(method, path, values)
        except StripeError as error:
            return f"{path}: {error}"
        return f"{path} {values}"
