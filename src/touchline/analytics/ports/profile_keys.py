"""Who knows the channels by the keys that their pages send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from touchline.shared.ids import ChannelId


class ProfileKeys(Protocol):
    """Finds channels by their profile keys; asked outside of any channel."""

    def list_channel_ids_by_key(self) -> Mapping[str, ChannelId]:
        """The channels that are counted, by their profile keys."""
        ...
