"""The routes of `/v1`. Each resource module registers its handlers with `@routes.register(…)`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adapters.payments.fake_stripe.api.errors import StripeError
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.core.account import Account

Json = dict[str, Any]
Handler = Callable[..., Json]


@dataclass(frozen=True)
class Route:
    """A route: its path, its handler, and whether a publishable key may call it."""

    path: tuple[str, ...]
    handler: Handler
    public: bool


class Routes:
    """All routes, by method and number of path segments. `{…}` in a path is an object ID."""

    def __init__(self) -> None:
        self.entries: dict[tuple[str, int], list[Route]] = {}

    def register(self, method: str, path: str, public: bool = False) -> Callable[[Handler], Handler]:
        """Register a handler `(account, params, *ids) -> object`."""
        parts = tuple(path.split("/"))

        def add(handler: Handler) -> Handler:
            self.entries.setdefault((method, len(parts)), []).append(Route(parts, handler, public))
            return handler

        return add

    def match(self, method: str, path: str) -> tuple[Route, list[str]]:
        """Return the route for a path below `/v1/`, and the IDs in the path. Raises `StripeError` (404)."""
        parts = path.split("/")
        for route in self.entries.get((method, len(parts)), ()):
            pairs = list(zip(route.path, parts, strict=True))
            if all(part == segment or part.startswith("{") for part, segment in pairs):
                return route, [segment for part, segment in pairs if part.startswith("{")]
        raise StripeError(
            404,
            "invalid_request_error",
            f"Unrecognized request URL ({method}: /v1/{path}). The fake Stripe does not support it.",
        )


routes = Routes()

__all__ = ["Account", "Handler", "Json", "Params", "routes"]
