"""What those who take part in a walk know."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from adapters.payments.fake_stripe.errors import StripeError
from touchline.billing.application.purchases import Purchase
from touchline.billing.domain.orders import Order
from touchline.billing.tests.proof.store import Store
from touchline.shared.principal import Principal


class Scene:
    """A store and what has happened in it. `chance` decides; `pressed` are the presses of Pay, `on_their_way`
    the webhooks that did not arrive yet."""

    def __init__(self, store: Store, seed: str) -> None:
        self.store, self.chance = store, random.Random(seed)  # noqa: S311
        self.pressed: list[tuple[Principal, Purchase]] = []
        self.on_their_way: list[dict[str, Any]] = []
        self.viewers: list[Principal] = []

    def order(self, fits: Callable[[Order], bool]) -> Order | None:
        """Any order that fits."""
        found = [one for one in self.store.orders() if fits(one)]
        return self.chance.choice(found) if found else None

    def at_provider(self, method: str, path: str, values: dict[str, Any]) -> str:
        """Something is done at the provider itself; answers what came of it."""
        try:
            self.store.world.call(method, path, values)
        except StripeError as error:
            return f"{path}: {error}"
        return f"{path} {values}"
