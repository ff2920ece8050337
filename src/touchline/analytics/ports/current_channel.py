"""The channel of the current transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol
from zoneinfo import ZoneInfo

from touchline.shared.ids import ChannelId


@dataclass(frozen=True)
class ChannelDetails:
    """The details of a channel that reports need."""

    id: ChannelId
    language: str
    zone: ZoneInfo
    currency: str


class CurrentChannel(Protocol):
    """Access to the current channel."""

    def get_details(self) -> ChannelDetails:
        """Return the channel's current details."""
        ...
