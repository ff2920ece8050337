"""Taking in a live stream: where an encoder publishes it, and the HLS segments it turns into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from touchline.catalog.domain.renditions import RenditionName

SOURCE = "source"
"""The rendition that is the encoder's own picture, not encoded again; recordings are made of it."""
SMALL = "small"
"""The rendition for slow lines, with its key frames where the source has them."""
LIVE_DEFAULT = (RenditionName.SOURCE, RenditionName.P360)
"""The renditions of a stream where the caller names none."""
WRONG_KEY = "An encoder came with a wrong stream key and was refused."
"""What the operator is told then, whoever stands at the door."""


@dataclass(frozen=True, slots=True)
class Line:
    """Where one event's encoder is expected. `name` is the secret stream key that it publishes under;
    `port` is the event's own where each event has one, else None."""

    name: str
    port: int | None


@dataclass(frozen=True, slots=True)
class Segment:
    """A whole MPEG-TS segment; it begins with a key frame."""

    path: Path
    duration_ms: int


@dataclass(frozen=True, slots=True)
class Rendition:
    """What one rendition is like. Sizes in pixels, `bandwidth` in bits a second at its peak, `codecs` as in
    RFC 6381 (such as `avc1.64001f,mp4a.40.2`)."""

    name: str
    width: int
    height: int
    bandwidth: int
    codecs: str


class TakeState(StrEnum):
    """How far a take is."""

    WAITING = "waiting"
    RECEIVING = "receiving"
    ENDED = "ended"


class Take(Protocol):
    """One connection of an encoder: waited for, received, ended. Nothing here blocks for longer than it
    takes to read a small file."""

    @property
    def state(self) -> TakeState:
        """As it is now. `ENDED` is final: the encoder has left, or what it sent could not be used."""
        ...

    @property
    def fault(self) -> str:
        """One sentence for the operator where something is wrong with what the encoder sends (a wrong key,
        no picture, a codec that browsers do not play, key frames too far apart); else empty."""
        ...

    def renditions(self) -> Sequence[Rendition]:
        """Source first; empty until the first segment of each is whole."""
        ...

    def segments(self, rendition: str) -> Sequence[Segment]:
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

    def server(self, line: Line) -> str:
        """What the operator types as the encoder's server, such as `rtmp://stream.example.org:1935/live`;
        the stream key is the line's name."""
        ...

    def listen(self, line: Line, folder: Path, renditions: Sequence[str] = LIVE_DEFAULT) -> Take:
        """Wait for an encoder on a line and write what it sends into `folder` (empty, on this machine), in
        the wanted `renditions` as far as they apply (`domain.renditions`).

        A wrong stream key is refused and the take goes on waiting. `Unavailable` where nobody can listen
        there (the port is taken)."""
        ...
