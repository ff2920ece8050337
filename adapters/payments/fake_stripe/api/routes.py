"""Which function answers which call of `/v1`; a resource's module enters its own by `@routes.at(…)`."""

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
    """One call: what answers it, and whether a browser may make it with a publishable key."""

    path: tuple[str, ...]
    handler: Handler
    public: bool


class Routes:
    """All calls, by method and number of parts of the path; `{…}` in a path is a name of an object."""

    def __init__(self) -> None:
        self.entries: dict[tuple[str, int], list[Route]] = {}

    def register(self, method: str, path: str, public: bool = False) -> Callable[[Handler], Handler]:
        """Enter a function `(account, asked, *names) -> object`."""
        parts = tuple(path.split("/"))

        def add(handler: Handler) -> Handler:
            self.entries.setdefault((method, len(parts)), []).append(Route(parts, handler, public))
            return handler

        return add

    def match(self, method: str, path: str) -> tuple[Route, list[str]]:
        """The call for a path below `/v1/`, and the names in the path; StripeError (404)."""
        parts = path.split("/")
        for route in self.entries.get((method, len(parts)), ()):
            pairs = list(zip(route.path, parts, strict=True))
            if all(part == segment or part.startswith("{") for part, segment in pairs):
                return route, [segment for part, segment in pairs if part.startswith("{")]
        raise StripeError(
            404,
            "invalid_request_error",
            f"Unrecognized request URL ({method}: /v1/{path}). The stand-in does not know it.",
        )


routes = Routes()

__all__ = ["Account", "Handler", "Json", "Params", "routes"]
