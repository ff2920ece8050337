"""What billing asks other contexts."""

from __future__ import annotations

from touchline.channel.facade import ChannelFacade


class ChannelGateway:
    """`ChannelFacts` over the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def language(self) -> str:
        """The language of the present channel."""
        return self._channel.present().language
