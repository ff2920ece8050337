"""Acme's records, and their JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

REFUSALS = {"declined": "no", "funds": "empty", "expired": "old", "code": "code", "later": "no"}
"""Refusal code of each bad card in the sandbox."""


class AcmeError(Exception):
    """A call that Acme refuses: an HTTP status, a code for programs, and a message."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


@dataclass
class Card:
    """A card of the sandbox. `kind` determines its behavior."""

    id: str
    kind: str
    customer: str | None = None
    spent: bool = False

    @property
    def refused(self) -> str | None:
        """Return the bank's reason for refusing, or None."""
        return REFUSALS.get(self.kind)

    def to_json(self, default: str | None) -> dict[str, Any]:
        """Return the card as shown in lists."""
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
    """An attempt to charge, with all money that went back."""

    id: str
    cents: int
    currency: str
    at: int
    declined: str | None
    renewal: bool
    back: list[dict[str, Any]] = field(default_factory=list)

    def give(self, kind: str, cents: int, at: int) -> None:
        """Record a refund, a dispute, or money that came back."""
        name = f"{self.id}-back-{len(self.back) + 1}"
        self.back.append({"id": name, "kind": kind, "cents": cents, "at": at})

    @property
    def left(self) -> int:
        """Return the amount in cents that can still be refunded."""
        return self.cents - sum(int(entry["cents"]) for entry in self.back if entry["kind"] == "refund")

    def to_json(self) -> dict[str, Any]:
        """Return the charge as shown in a payment."""
        details = {"id": self.id, "cents": self.cents, "currency": self.currency, "at": self.at}
        return {**details, "declined": self.declined, "renewal": self.renewal, "back": list(self.back)}


@dataclass
class Plan:
    """The schedule of a recurring payment, in seconds since the epoch."""

    since: int
    until: int
    trial: bool
    stops_at: int | None = None
    late_since: int | None = None
    ended_at: int | None = None
    paid_since: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the plan as shown in a payment."""
        stops = self.stops_at is not None and self.ended_at is None
        details = {"since": self.since, "until": self.until, "trial": self.trial, "stops": stops}
        ends = {"late_since": self.late_since, "ended_at": self.ended_at}
        return {**details, **ends, "paid_since": self.paid_since or self.since}


@dataclass
class Payment:
    """A payment, or a recurring one with a plan.

    `params` is the request. `state` is open, asks (the bank wants authentication), paid or void.
    """

    id: str
    params: dict[str, Any]
    card: str
    state: str = "open"
    secret: str | None = None
    declined: str | None = None
    charges: list[Charge] = field(default_factory=list)
    plan: Plan | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the complete payment."""
        return {
            "id": self.id,
            "name": self.params["name"],
            "state": self.state,
            "secret": self.secret,
            "declined": self.declined,
            "charges": [charge.to_json() for charge in self.charges],
            "plan": self.plan.to_json() if self.plan else None,
        }
