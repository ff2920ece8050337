"""Port for the rendition settings of a channel's recordings and live streams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.catalog.domain.media.renditions import (
    DEFAULT_RECORDING_RENDITIONS,
    RenditionName,
    get_live_default,
)
from touchline.shared.ids import ChannelId


class RenditionSettings(Protocol):
    """The `renditions` setting of each channel.

    Call it outside of transactions; each call opens its own.
    """

    def get_recording_renditions(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        """Return the renditions of a recording made now."""
        ...

    def get_live_renditions(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        """Return the renditions of a live stream on this machine.

        Raises `LiveStreamsUnavailableError` while the database is unavailable.
        """
        ...

    def get_audio_names(self, channel_id: ChannelId) -> Sequence[str]:
        """Return the names of the audio tracks of a live stream, the main one first.

        Tracks without a name here have that of their language. Raises `LiveStreamsUnavailableError` while the
        database is unavailable.
        """
        ...

    def get_loudness(self, channel_id: ChannelId) -> int | None:
        """Return the loudness of recordings in LUFS. None: they are as loud as their files."""
        ...


class ConfiguredRenditions(Protocol):
    """The `renditions` setting of the channel, in the current transaction."""

    def list_renditions(self, kind: str) -> Sequence[RenditionName]:
        """Return the renditions of `recordings` or of `live`; empty if none are configured.

        Raises `NotFoundError` if the channel does not exist.
        """
        ...

    def list_audio_names(self) -> Sequence[str]:
        """Return the configured names of audio tracks.

        Raises `NotFoundError` if the channel does not exist.
        """
        ...

    def get_loudness(self) -> int | None:
        """Return the configured loudness of recordings. Raises `NotFoundError` as above."""
        ...


class AudioOnlyAccess(Protocol):
    """Whether viewers of the channel may listen to live events without watching."""

    def is_offered(self) -> bool:
        """Return whether an offer, or an event within a day from now, includes the audio and no video.

        Call it in a unit of work of the channel.
        """
        ...


class DefaultRenditions:
    """The default renditions of every channel. `cores` are those of the machine that ingests live streams."""

    def __init__(self, cores: int = 1) -> None:
        self._cores = cores

    def get_recording_renditions(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        """Return the default renditions of recordings."""
        return DEFAULT_RECORDING_RENDITIONS

    def get_live_renditions(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        """Return the default live renditions for the machine's cores."""
        return get_live_default(self._cores)

    def get_audio_names(self, channel_id: ChannelId) -> Sequence[str]:
        """Return no names."""
        return ()

    def get_loudness(self, channel_id: ChannelId) -> int | None:
        """Return no loudness."""
        return None
