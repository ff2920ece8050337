"""What a sender needs from a connection to a server, whatever its protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from adapters.restream.output_timeline import FrameT


class Publisher(Protocol[FrameT]):
    """A connection to a server that accepts the stream. Its methods raise `SendingError`."""

    @property
    def ticks_per_second(self) -> int:
        """The unit of the frames' timestamps."""
        ...

    def read(self, segment: bytes) -> Sequence[FrameT]:
        """Return the frames of a segment. Raises `av.FFmpegError` if it cannot be read."""
        ...

    def send(self, frame: FrameT) -> None:
        """Send a frame."""
        ...

    def wait(self, seconds: float) -> None:
        """Wait, and answer the server meanwhile."""
        ...

    def drain(self) -> None:
        """Wait until the server has received what was sent."""
        ...

    def close(self) -> None:
        """Say goodbye, and close the connection."""
        ...
