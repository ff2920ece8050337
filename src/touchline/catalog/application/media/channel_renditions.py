"""The renditions of a channel's recordings and live streams."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from touchline.catalog.domain.media.renditions import RenditionName, has_audio_only
from touchline.catalog.ports.media.rendition_settings import (
    AudioOnlyAccess,
    ConfiguredRenditions,
    DefaultRenditions,
)
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory


class ChannelRenditions:
    """`RenditionSettings`: what a channel configured, or else the defaults.

    `cores` is the number of CPU cores of this machine. Each call opens a unit of work.
    """

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        configured: ConfiguredRenditions,
        audio_only_access: AudioOnlyAccess,
        cores: int,
    ) -> None:
        self._uow = uow
        self._configured = configured
        self._audio_only_access = audio_only_access
        self._default = DefaultRenditions(cores)

    def get_recording_renditions(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        """Return the renditions configured for the channel, or the default."""
        return self._get_configured(channel_id, "recordings") or self._default.get_recording_renditions(
            channel_id
        )

    def get_live_renditions(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        """Return the renditions configured for the channel, or the default for this machine.

        The audio alone is one of them if viewers may listen without watching.
        """
        names = self._get_configured(channel_id, "live") or self._default.get_live_renditions(channel_id)
        if has_audio_only(names):
            return names
        with self._uow(channel_id):
            is_offered = self._audio_only_access.is_offered()
        return (*names, RenditionName.AUDIO) if is_offered else names

    def get_audio_names(self, channel_id: ChannelId) -> Sequence[str]:
        """Return the names of audio tracks configured for the channel."""
        names: Sequence[str] = ()
        with self._uow(channel_id), suppress(NotFoundError):
            names = self._configured.list_audio_names()
        return names

    def get_loudness(self, channel_id: ChannelId) -> int | None:
        """Return the loudness configured for the channel's recordings."""
        loudness = None
        with self._uow(channel_id), suppress(NotFoundError):
            loudness = self._configured.get_loudness()
        return loudness

    def _get_configured(self, channel_id: ChannelId, kind: str) -> Sequence[RenditionName]:
        """Return the configured renditions. Empty if the channel was removed while a job was queued."""
        renditions: Sequence[RenditionName] = ()
        with self._uow(channel_id), suppress(NotFoundError):
            renditions = self._configured.list_renditions(kind)
        return renditions
