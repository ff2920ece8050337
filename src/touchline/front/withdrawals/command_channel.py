"""The channel of a command, by its slug or by default."""

from __future__ import annotations

from typing import Any

from touchline.platform.cli.commands import resolve_channel
from touchline.shared.ids import ChannelId


def find_channel(application: Any, slug: str | None) -> tuple[ChannelId, str]:
    """Return the id and the slug of a channel: the given one, the default, or the only one."""
    with application.container.database().transaction(None, unscoped=True):
        channels = {
            channel.slug: channel.id for channel in application.container.channel.facade().list_channels()
        }
    channel_id = resolve_channel(slug or application.settings.default_channel, channels)
    return channel_id, next(slug for slug, known_id in channels.items() if known_id == channel_id)
