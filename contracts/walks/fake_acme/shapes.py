"""What Acme keeps and what it shows of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

REFUSALS = {"declined": "no", "funds": "empty", "expired": "old", "code": "code", "later": "no"}
"""What each bad card of the sandbox is refused with."""


class AcmeError(Exception):
    """Acme refuses a call: an HTTP status, a code for programs, and a sentence."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.code = status, code


@dataclass
class Card:
    """A card of the sandbox; `kind` says what happens to it."""

    id: str
    kind: str
    customer: str | None = None
    spent: bool = False

    @property
    def refused(self) -> str | None:
        """Why its bank says no, if it does."""
        return REFUSALS.get(self.kind)

    def shown(self, default: str | None) -> dict[str, Any]:
        """As it stands in lists."""
        mastercard = self.kind == "mastercard"
        return {
            "id": self.id,
            "customer": self.customer,
            "brand": "mastercard" if mastercard else "visa",
            "last4": "4444" if mastercard else "4242",
            "month": 12,
            "year": 2040,
            "default": self.id == default,
            "print": f"print-{self.kind}",
        }


@dataclass
class Charge:
    """An attempt to take money, with all that went back."""

    id: str
    cents: int
    currency: str
    at: int
    declined: str | None
    renewal: bool
    back: list[dict[str, Any]] = field(default_factory=list)

    def give(self, kind: str, cents: int, at: int) -> None:
        """Money goes back, is taken by a dispute, or comes again."""
        name = f"{self.id}-back-{len(self.back) + 1}"
        self.back.append({"id": name, "kind": kind, "cents": cents, "at": at})

    @property
    def left(self) -> int:
        """What may still be given back."""
        return self.cents - sum(int(each["cents"]) for each in self.back if each["kind"] == "refund")

    def shown(self) -> dict[str, Any]:
        """As it stands in a payment."""
        facts = {"id": self.id, "cents": self.cents, "currency": self.currency, "at": self.at}
        return {**facts, "declined": self.declined, "renewal": self.renewal, "back": list(self.back)}


@dataclass
class Plan:
    """How a payment that comes again goes on; seconds of the epoch."""

    since: int
    until: int
    trial: bool
    stops_at: int | None = None
    late_since: int | None = None
    ended_at: int | None = None

    def shown(self) -> dict[str, Any]:
        """As it stands in a payment."""
        stops = self.stops_at is not None and self.ended_at is None
        facts = {"since": self.since, "until": self.until, "trial": self.trial, "stops": stops}
        return {**facts, "late_since": self.late_since, "ended_at": self.ended_at}


@dataclass
class Payment:
    """A payment, or with a plan one that comes again. `words` is what was asked for; `state` is open, asks
    (the bank wants the holder), paid or void."""

    id: str
    words: dict[str, Any]
    card: str
    state: str = "open"
    secret: str | None = None
    declined: str | None = None
    charges: list[Charge] = field(default_factory=list)
    plan: Plan | None = None

    def shown(self) -> dict[str, Any]:
        """The whole of it."""
        return {
            "id": self.id,
            "name": self.words["name"],
            "state": self.state,
            "secret": self.secret,
            "declined": self.declined,
            "charges": [each.shown() for each in self.charges],
            "plan": self.plan.shown() if self.plan else None,
        }
