"""What those who take part in a walk know."""

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
    """A store and what has happened in it. `random` decides; `purchases` are the presses of Pay,
    `undelivered` the webhooks that did not arrive yet."""

    def __init__(self, store: BillingSystem, seed: str) -> None:
        self.system, self.random = store, random.Random(seed)  # noqa: S311
        self.purchases: list[tuple[Principal, Purchase]] = []
        self.undelivered: list[dict[str, Any]] = []
        self.viewers: list[Principal] = []

    def pick_order(self, matches: Callable[[Order], bool]) -> Order | None:
        """Any order that fits."""
        found = [one for one in self.system.list_orders() if matches(one)]
        return self.random.choice(found) if found else None

    def call_provider(self, method: str, path: str, values: dict[str, Any]) -> str:
        """Something is done at the provider itself; answers what came of it."""
        try:
            self.system.simulator.call(method, path, values)
        except StripeError as error:
            return f"{path}: {error}"
        return f"{path} {values}"
