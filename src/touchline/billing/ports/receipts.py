"""Printing receipts and credit notes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.renewals.billing_periods import BillingPeriod
from touchline.shared.money import Money


class ReceiptKind(StrEnum):
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
class ReceiptLine:
    """One line of the sum: its name is `base`, `discount` (which is taken off), `fee` or `description`."""

    name: str
    amount: Money


@dataclass(frozen=True, kw_only=True)
class ReceiptDocument:
    """What a receipt says. `buyer` is a name and an address of e-mail, None once the account is closed;
    `description` what was bought; `total` what was paid (or went back) and what the `lines` come to; `taxes`
    lie within it, None while they are being worked out; `original_number` is the number of the receipt that a
    credit note is for."""

    kind: ReceiptKind
    number: str
    language: str
    seller: Seller
    at: datetime
    buyer: tuple[str, str] | None
    description: str
    period: BillingPeriod | None = None
    open_until: datetime | None = None
    promo_code: str | None = None
    lines: tuple[ReceiptLine, ...]
    total: Money
    taxes: tuple[TaxLine, ...] | None = ()
    original_number: str | None = None


class ReceiptRenderer(Protocol):
    """Prints papers."""

    def __call__(self, document: ReceiptDocument) -> bytes:
        """The paper as a PDF. The same paper is the same bytes."""
        ...
