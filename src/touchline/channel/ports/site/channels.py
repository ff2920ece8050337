"""Repository of channels."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from touchline.channel.domain.site.channel import Channel
from touchline.shared.ids import ChannelId


class Channels(Protocol):
    """Repository of all channels of this deployment. It is not scoped to a channel."""

    def get(self, channel_id: ChannelId) -> Channel:
        """Return the channel. Raises `NotFoundError` if it does not exist."""
        ...

    def get_current(self) -> Channel:
        """Return the channel of the current transaction."""
        ...

    def get_by_slug(self, slug: str) -> Channel | None:
        """Return the channel with a slug, or None."""
        ...

    def get_by_domain(self, host: str) -> Channel | None:
        """Return the channel of a host name, or None. `host` is in lower case and has no port."""
        ...

    def list_all(self) -> Sequence[Channel]:
        """List all channels, by slug."""
        ...

    def list_ids_by_analytics_key(self) -> Mapping[str, ChannelId]:
        """Map analytics keys to channel ids. Channels without a key are left out."""
        ...

    def save(self, channel: Channel) -> ChannelId:
        """Create or update a channel.

        Raises `RefusedError` if another channel has one of its domains or its analytics key.
        """
        ...
