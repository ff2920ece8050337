"""Which renditions a channel wants of its recordings and live streams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.catalog.domain.renditions import RECORDING_DEFAULT, RenditionName, live_default
from touchline.shared.ids import ChannelId


class RenditionSettings(Protocol):
    """The `renditions` setting of each channel. Called outside of transactions; each call opens its own."""

    def recordings(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        """Return the renditions of a recording that is made now."""
        ...

    def live(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        """Return the renditions of a live stream on this machine; `LedgerAway` while the database is."""
        ...


class DefaultRenditions:
    """The defaults for every channel. `cores` are those of the machine that receives live streams."""

    def __init__(self, cores: int = 1) -> None:
        self._cores = cores

    def recordings(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        """Return the default for recordings."""
        return RECORDING_DEFAULT

    def live(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        """Return the default for the machine's cores."""
        return live_default(self._cores)
