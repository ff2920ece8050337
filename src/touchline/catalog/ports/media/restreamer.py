"""Port for sending a live stream on to another service."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from touchline.catalog.domain.media.restreams import RestreamFailure


class SenderState(StrEnum):
    """The state of a sender. `ENDED` is final."""

    CONNECTING = "connecting"
    LIVE = "live"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class RestreamDestination:
    """Where to send a stream. Never log its secrets: `key`, the stream key or stream ID, and `passphrase`."""

    server_url: str
    key: str
    passphrase: str = ""

    def __repr__(self) -> str:
        return f"RestreamDestination({self.server_url!r})"


@dataclass(frozen=True, slots=True)
class RestreamSegment:
    """A published segment of the source: its key in storage.

    `is_discontinuity`: its timestamps or its format do not continue those of the previous segment.
    """

    storage_key: str
    duration_ms: int
    is_discontinuity: bool = False


@dataclass(frozen=True, slots=True)
class SenderStatus:
    """What a sender reports: the bytes that it has sent, and bits per second at present.

    `failure` is why it ended, None if it was closed. `detail` is what the server answered, without the key.
    """

    state: SenderState
    bytes_sent: int = 0
    bitrate: int = 0
    failure: RestreamFailure | None = None
    detail: str = ""


class RestreamSender(Protocol):
    """One connection to a target. No method blocks."""

    @property
    def status(self) -> SenderStatus:
        """The current status."""
        ...

    def send(self, segment: RestreamSegment) -> None:
        """Send a segment after those before it, in real time. A target that is too slow loses segments."""
        ...

    def close(self, *, is_drained: bool = False) -> None:
        """End the connection. With `is_drained`, first send what is left, for a few seconds."""
        ...


class Restreamer(Protocol):
    """Starts senders."""

    def start(self, destination: RestreamDestination) -> RestreamSender:
        """Connect to a target, and send the segments that follow."""
        ...
