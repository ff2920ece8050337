"""Rendering of receipts and credit notes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.renewals.billing_periods import BillingPeriod
from touchline.shared.money import Money


class ReceiptKind(StrEnum):
    """A receipt for money received, or a credit note for money refunded."""

    RECEIPT = "receipt"
    CREDIT_NOTE = "credit_note"


@dataclass(frozen=True)
class Seller:
    """The seller. `site` is a URL, `accent` a color `#rrggbb`, `time_zone` an IANA name."""

    name: str
    site: str
    accent: str
    time_zone: str


@dataclass(frozen=True)
class ReceiptLine:
    """One line of the total. `name` is `base`, `discount` (which is subtracted), `fee` or `item`."""

    name: str
    amount: Money


@dataclass(frozen=True, kw_only=True)
class ReceiptDocument:
    """Contents of a receipt.

    `buyer` is a name and an email address, None once the account is closed. `description` names the product.
    `total` is the amount paid (or refunded), which the `lines` add up to. `taxes` are included in it, None
    while they are being calculated. `original_number` is the number of the receipt that a credit note is for.
    `is_donation`: nothing was bought. `note` is the channel's text for the receipt.
    """

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
    is_donation: bool = False
    note: str = ""


class ReceiptRenderer(Protocol):
    """Renders receipts and credit notes."""

    def __call__(self, document: ReceiptDocument) -> bytes:
        """Return the document as a PDF. The same document always gives the same bytes."""
        ...
