"""The make-good policy of a channel: when it pays back, how much at most, and in which way."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from touchline.shared.money import Money


class MakeGoodMode(StrEnum):
    """Whether make-goods are off, proposed to the operator, or paid automatically."""

    OFF = "off"
    PROPOSE = "propose"
    AUTOMATIC = "automatic"


class MakeGoodMethod(StrEnum):
    """How a viewer is paid: with a promo code bound to the account, or back to the card."""

    CREDIT = "credit"
    REFUND = "refund"


@dataclass(frozen=True, kw_only=True)
class MakeGoodPolicy:
    """The policy.

    A viewer is paid the lost share of the event's price if at least `share_percent` of the wanted seconds or
    `share_minutes` were lost on the channel's side. From `full_percent` on, the viewer is paid all of it.
    `method` is that of a share, `full_method` that of a full make-good. Evidence counts until `hours` after
    the event. `max_per_event` and `max_per_viewer` limit the money (None: no limit). A promo code is valid
    for `credit_days`.
    """

    mode: MakeGoodMode = MakeGoodMode.OFF
    method: MakeGoodMethod = MakeGoodMethod.CREDIT
    full_method: MakeGoodMethod = MakeGoodMethod.REFUND
    share_percent: int = 10
    share_minutes: int = 8
    full_percent: int = 50
    hours: int = 48
    max_per_event: Money | None = None
    max_per_viewer: Money | None = None
    credit_days: int = 365

    @property
    def window(self) -> timedelta:
        """How long after the event evidence counts."""
        return timedelta(hours=self.hours)
