"""Port to the data of emails about gifts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class GiftDetails:
    """What the email of a gift says. `sender` and `recipient` are names, empty if unknown. `code` is the
    formatted code, empty if it was redeemed. `email` receives the email."""

    order_id: int
    email: str
    language: str
    recipient: str
    sender: str
    message: str
    item: str
    code: str


class Gifts(Protocol):
    """Port to the gifts of the current channel."""

    def get_gift(self, voucher_id: int) -> GiftDetails | None:
        """Return the details, or None if the code no longer opens anything."""
        ...

    def get_redemption(self, voucher_id: int) -> GiftDetails | None:
        """Return the details for the buyer of a redeemed gift, or None if the buyer gets no email."""
        ...
