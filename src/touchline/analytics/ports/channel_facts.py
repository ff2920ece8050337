"""The channel of the present transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol
from zoneinfo import ZoneInfo

from touchline.shared.ids import ChannelId


@dataclass(frozen=True)
class Facts:
    """What reports need of it."""

    id: ChannelId
    language: str
    zone: ZoneInfo
    currency: str


class ChannelFacts(Protocol):
    """Tells of the present channel."""

    def now(self) -> Facts:
        """As it is now."""
        ...
