"""Lookup of channels by the profile keys that their pages send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from touchline.shared.ids import ChannelId


class ProfileKeys(Protocol):
    """Finds channels by their profile keys. Runs outside of any channel."""

    def list_channel_ids_by_key(self) -> Mapping[str, ChannelId]:
        """Return the channels with analytics, by profile key."""
        ...
