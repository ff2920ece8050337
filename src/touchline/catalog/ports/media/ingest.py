"""Taking in a live stream: where an encoder publishes it, and the HLS segments it turns into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from touchline.catalog.domain.media.renditions import RenditionName

SOURCE = "source"
"""The rendition that is the encoder's own picture, not encoded again; recordings are made of it."""
LOW_BANDWIDTH = RenditionName.P360.value
"""The rendition for slow lines."""
DEFAULT_LIVE_RENDITIONS = (RenditionName.SOURCE, RenditionName.P360)
"""The renditions of a stream where the caller names none."""
WRONG_KEY_FAULT = "An encoder came with a wrong stream key and was refused."
"""What the operator is told then, whoever stands at the door."""
SECOND_ENCODER_FAULT = (
    "A second encoder tried to publish with this stream key and was refused. "
    "Turn one of them off, or change the key."
)
"""What the operator is told while one encoder sends and another one comes with the same key."""


@dataclass(frozen=True, slots=True)
class IngestEndpoint:
    """Where one event's encoder is expected. `name` is the secret stream key that it publishes under;
    `port` is the event's own where each event has one, else None."""

    stream_key: str
    port: int | None


@dataclass(frozen=True, slots=True)
class IngestedSegment:
    """A whole MPEG-TS segment. It begins with a key frame where the encoder sends enough of them.
    `is_discontinuity`: its pictures have another size than those before it, or are coded otherwise."""

    path: Path
    duration_ms: int
    is_discontinuity: bool = False


@dataclass(frozen=True, slots=True)
class IngestedRendition:
    """What one rendition is like. Sizes in pixels (0 for sound alone), `bandwidth` in bits a second at its
    peak, `codecs` as in RFC 6381 (such as `avc1.64001f,mp4a.40.2`). `average_bandwidth` is that so far,
    `frame_rate` in pictures a second; `has_captions`: the pictures carry CEA-608 or CEA-708."""

    name: str
    width: int
    height: int
    bandwidth: int
    codecs: str
    average_bandwidth: int = 0
    frame_rate: float = 0.0
    has_captions: bool = False


class IngestSessionState(StrEnum):
    """How far a take is."""

    WAITING = "waiting"
    RECEIVING = "receiving"
    ENDED = "ended"


class IngestSession(Protocol):
    """One connection of an encoder: waited for, received, ended. Nothing here blocks for longer than it
    takes to read a small file."""

    @property
    def state(self) -> IngestSessionState:
        """As it is now. `ENDED` is final: the encoder has left, or what it sent could not be used."""
        ...

    @property
    def fault(self) -> str:
        """One sentence for the operator where something is wrong with what the encoder sends (a wrong key,
        no picture, a codec that browsers do not play, key frames too far apart); else empty."""
        ...

    def renditions(self) -> Sequence[IngestedRendition]:
        """The one with the most bits first; empty until the first segment of each is whole."""
        ...

    def segments(self, rendition: str) -> Sequence[IngestedSegment]:
        """All whole segments so far, in order; the renditions are cut at the same instants. Their files
        may be gone after some minutes, so that an endless stream does not fill the disk."""
        ...

    def close(self) -> None:
        """End it; no process of it is left when this returns."""
        ...


class Ingest(Protocol):
    """Receives what encoders publish by RTMP."""

    @property
    def ports(self) -> Sequence[int]:
        """The ports to give to events, one each; empty where all events share one address."""
        ...

    def get_server_url(self, endpoint: IngestEndpoint) -> str:
        """What the operator types as the encoder's server, such as `rtmp://stream.example.org:1935/live`;
        the stream key is the line's name."""
        ...

    def listen(
        self,
        endpoint: IngestEndpoint,
        folder: Path,
        renditions: Sequence[str] = DEFAULT_LIVE_RENDITIONS,
        *,
        exactly: bool = False,
    ) -> IngestSession:
        """Wait for an encoder on a line and write what it sends into `folder` (empty, on this machine).

        `renditions` are names (`domain.renditions`). The source is always made; those that would be no
        smaller are left out, but for one. `exactly`: none is left out, because a playlist of each exists.

        A wrong stream key is refused and the take goes on waiting. `UnavailableError` where nobody can listen
        there (the port is taken)."""
        ...
