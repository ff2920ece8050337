"""What billing must know of the channel it sells for."""

from __future__ import annotations

from typing import Protocol


class ChannelFacts(Protocol):
    """Tells about the channel of the present transaction."""

    def language(self) -> str:
        """The channel's own language: the fallback of every text."""
        ...
