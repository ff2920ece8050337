"""Printing receipts and credit notes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from touchline.billing.domain.periods import Period
from touchline.billing.domain.taxes import TaxLine
from touchline.shared.money import Money


class PaperKind(StrEnum):
    """Money that came, or money that went back."""

    RECEIPT = "receipt"
    CREDIT_NOTE = "credit_note"


@dataclass(frozen=True)
class Seller:
    """Who sold: `site` is an address, `accent` a colour `#rrggbb`, `time_zone` an IANA name."""

    name: str
    site: str
    accent: str
    time_zone: str


@dataclass(frozen=True)
class Part:
    """One line of the sum: its name is `base`, `discount` (which is taken off), `fee` or `item`."""

    name: str
    amount: Money


@dataclass(frozen=True, kw_only=True)
class Paper:
    """What a receipt says. `buyer` is a name and an address of e-mail, None once the account is closed;
    `item` what was bought; `total` what was paid (or went back) and what the `parts` come to; `taxes` lie
    within it, None while they are being worked out; `about` is the number of the receipt that a credit note
    is for."""

    kind: PaperKind
    number: str
    language: str
    seller: Seller
    at: datetime
    buyer: tuple[str, str] | None
    item: str
    period: Period | None = None
    open_until: datetime | None = None
    promo_code: str | None = None
    parts: tuple[Part, ...]
    total: Money
    taxes: tuple[TaxLine, ...] | None = ()
    about: str | None = None


class ReceiptPress(Protocol):
    """Prints papers."""

    def __call__(self, paper: Paper) -> bytes:
        """The paper as a PDF. The same paper is the same bytes."""
        ...
