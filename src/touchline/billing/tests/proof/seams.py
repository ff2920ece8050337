"""The places where a process may die, or others may come between: ahead of and behind each call of the
provider and each transaction."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import stripe
from sqlalchemy.orm import Session

from adapters.payments.fake_stripe.faults import AFTER, BROKEN, TIMEOUT
from adapters.payments.fake_stripe.form import decoded
from adapters.payments.fake_stripe.world import World
from touchline.platform.db.session import Database, in_transaction


class Killed(BaseException):
    """The process ends here."""


class Seams:
    """Counts the seams that work passes. `dies` and `between` happen at the seam that they are set for; where
    a transaction is open, only dying is possible. `at` is the beginning of a seam's name (`POST /v1/…`)."""

    def __init__(self) -> None:
        self.passed = 0
        self._death: _Plan | None = None
        self._visit: _Plan | None = None

    def dies(self, after: int, at: str = "") -> None:
        """The process dies at a seam, so many from here."""
        self._death = _Plan(after, at, _die)

    def between(self, after: int, do: Callable[[], None], at: str = "") -> None:
        """Somebody else does something at a seam, so many from here."""
        self._visit = _Plan(after, at, do)

    def clear(self) -> None:
        """Nothing happens any more."""
        self._death = self._visit = None

    def pass_by(self, name: str) -> None:
        """Work comes to a seam."""
        self.passed += 1
        if self._death is not None and self._death.is_here(name):
            self.clear()
            _die()
        visit = self._visit
        if visit is not None and visit.is_here(name) and not in_transaction():
            self._visit = None
            visit.do()


@dataclass
class _Plan:
    left: int
    at: str
    do: Callable[[], None]

    def is_here(self, name: str) -> bool:
        self.left -= name.startswith(self.at)
        return self.left <= 0


def _die() -> None:
    raise Killed


class MortalDatabase(Database):
    """A database whose transactions have seams ahead of them, ahead of their commits, and behind them."""

    def __init__(self, url: str, seams: Seams) -> None:
        super().__init__(url)
        self._seams = seams

    @contextmanager
    def transaction(self, channel_id: int | None, *, unscoped: bool = False) -> Iterator[Session]:
        """The same as of any database."""
        self._seams.pass_by("begin")
        with super().transaction(channel_id, unscoped=unscoped) as session:
            yield session
            self._seams.pass_by("commit")
        self._seams.pass_by("done")


class Inside(stripe.HTTPClient):
    """The SDK's way to the stand-in without a socket and without Flask, with a seam on either side."""

    name = "inside"

    def __init__(self, world: World, seams: Seams) -> None:
        super().__init__()
        self.world, self._seams = world, seams

    def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None,
        post_data: Any = None,
        *,
        _usage: list[str] | None = None,
    ) -> tuple[str, int, Mapping[str, str]]:
        """One request: body, status and headers of the answer."""
        assert not in_transaction(), "The provider is asked while a transaction is open."
        parts, verb = urlsplit(url), method.upper()
        self._seams.pass_by(f"{verb} {parts.path}")
        fault = self.world.faults.next(f"{verb} {parts.path}")
        if fault and fault.how == TIMEOUT:
            raise stripe.APIConnectionError("The connection was cut.")  # type: ignore[no-untyped-call]
        if fault and fault.how == BROKEN:
            return '{"error": {"type": "api_error", "message": "An unknown error occurred."}}', 500, {}
        given = parse_qsl(post_data if verb == "POST" else parts.query, keep_blank_values=True)
        key = (headers or {}).get("Idempotency-Key", "") if verb == "POST" else ""
        answer = self.world.answer(verb, parts.path.removeprefix("/v1/"), decoded(given), key=key)
        self._seams.pass_by(f"{verb} {parts.path}")
        if fault and fault.how == AFTER:
            raise stripe.APIConnectionError("The connection was cut.")  # type: ignore[no-untyped-call]
        told = {"idempotent-replayed": "true", "Idempotent-Replayed": "true"} if answer.replayed else {}
        return json.dumps(answer.body), answer.status, told

    def close(self) -> None:
        """Nothing is open."""
