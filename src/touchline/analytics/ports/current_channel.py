"""The channel of the present transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol
from zoneinfo import ZoneInfo

from touchline.shared.ids import ChannelId


@dataclass(frozen=True)
class ChannelDetails:
    """What reports need of it."""

    id: ChannelId
    language: str
    zone: ZoneInfo
    currency: str


class CurrentChannel(Protocol):
    """Tells of the present channel."""

    def get_details(self) -> ChannelDetails:
        """As it is now."""
        ...
