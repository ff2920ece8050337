"""Idempotency keys of make-good refunds. The provider keeps them, and the ledger has them as notes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from touchline.shared.ids import OrderId

_KEY = re.compile(r"make-good-(\d+)-(\d+)-(\d+)-(\w+)")


@dataclass(frozen=True)
class MakeGoodKey:
    """A refund of one order for one event. `step` counts the refunds, because late evidence adds another.

    `order_uuid` makes the key unique among installations with the same provider account.
    """

    event_id: int
    order_id: OrderId
    step: int
    order_uuid: str

    def __str__(self) -> str:
        return f"make-good-{self.event_id}-{self.order_id}-{self.step}-{self.order_uuid.replace('-', '')}"


def parse_make_good_key(note: str | None) -> MakeGoodKey | None:
    """Return the key in a ledger transaction's note; None if it is another note."""
    match = _KEY.fullmatch(note or "")
    if match is None:
        return None
    return MakeGoodKey(int(match[1]), OrderId(int(match[2])), int(match[3]), match[4])
