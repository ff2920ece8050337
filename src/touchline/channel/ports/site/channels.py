"""Where channels are kept."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from touchline.channel.domain.site.channel import Channel
from touchline.shared.ids import ChannelId


class Channels(Protocol):
    """All channels of this deployment; they belong to no channel themselves."""

    def get(self, channel_id: ChannelId) -> Channel:
        """The channel; `NotFoundError` when there is none."""
        ...

    def get_current(self) -> Channel:
        """The channel that the present transaction is bound to."""
        ...

    def get_by_slug(self, slug: str) -> Channel | None:
        """The channel of a slug."""
        ...

    def get_by_domain(self, host: str) -> Channel | None:
        """The channel that answers on a host name (lower case, without port)."""
        ...

    def list_all(self) -> Sequence[Channel]:
        """Every channel, by slug."""
        ...

    def list_ids_by_analytics_key(self) -> Mapping[str, ChannelId]:
        """The ids of the channels that have a profile key, by it."""
        ...

    def save(self, channel: Channel) -> ChannelId:
        """Keep a channel, new or changed; `RefusedError` when another channel has one of its domains, or its
        profile key."""
        ...
