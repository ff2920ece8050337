"""Port for ingesting live streams: the endpoint for the encoder, and the resulting HLS segments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from touchline.catalog.domain.media.renditions import RenditionName
from touchline.catalog.domain.media.stream_health import EncoderHealth

SOURCE = "source"
"""The rendition with the encoder's own video, not encoded again. Recordings are made from it."""
LOW_BANDWIDTH = RenditionName.P360.value
"""The rendition for slow connections."""
DEFAULT_LIVE_RENDITIONS = (RenditionName.SOURCE, RenditionName.P360)
"""The renditions of a stream if the caller names none."""
SESSION_START_MS = 10_000
"""The timestamp of the first frame of every ingest session, in milliseconds."""
WRONG_KEY_FAULT = "An encoder used a wrong stream key and was rejected."
"""The message for the operator when an encoder uses a wrong stream key."""
SECOND_ENCODER_FAULT = (
    "A second encoder tried to use this stream key and was rejected. Turn off one encoder, or change the key."
)
"""The message for the operator when a second encoder uses the stream key of a publishing encoder."""


@dataclass(frozen=True, slots=True)
class IngestEndpoint:
    """The endpoint at which an event's encoder is expected.

    `stream_key` is the secret key under which the encoder publishes. `port` is the event's own port, which
    both of its encoders use, or None if events share a port. `passphrase` encrypts SRT; without it SRT is not
    accepted.
    """

    stream_key: str
    port: int | None
    passphrase: str = ""


@dataclass(frozen=True, slots=True)
class IngestedSegment:
    """A complete MPEG-TS segment. It begins with a keyframe if the encoder sends enough of them.

    `is_discontinuity`: its frames differ in size or encoding from the previous ones.
    """

    path: Path
    duration_ms: int
    is_discontinuity: bool = False


@dataclass(frozen=True, slots=True)
class IngestedPart:
    """A complete part of a segment, in all renditions, before the segment is complete.

    `segment_index` is the index of its segment in `IngestSession.segments`, and `index` its own in the
    segment. A segment is the concatenation of its parts. `is_independent`: it begins with a keyframe.
    """

    segment_index: int
    index: int
    duration_ms: int
    paths: Mapping[str, Path]
    is_independent: bool = False
    is_discontinuity: bool = False


@dataclass(frozen=True, slots=True)
class IngestedRendition:
    """The properties of a rendition.

    Sizes are in pixels (0 for audio only). `bandwidth` is the peak in bits per second, `average_bandwidth`
    the average so far. `codecs` are as in RFC 6381 (such as `avc1.64001f,mp4a.40.2`). `frame_rate` is in
    frames per second. `has_captions`: the video contains CEA-608 or CEA-708 captions. `language` is the BCP
    47 tag of its audio, and `language_name` the name of that language in itself; "" if the encoder does not
    say. Each audio track besides the main one is a rendition (`domain.media.audio_tracks`).
    """

    name: str
    width: int
    height: int
    bandwidth: int
    codecs: str
    average_bandwidth: int = 0
    frame_rate: float = 0.0
    has_captions: bool = False
    language: str = ""
    language_name: str = ""


class IngestSessionState(StrEnum):
    """The state of an ingest session."""

    WAITING = "waiting"
    RECEIVING = "receiving"
    ENDED = "ended"


class IngestSession(Protocol):
    """A connection of an encoder, from waiting for it to its end.

    No method blocks for longer than it takes to read a small file.
    """

    @property
    def state(self) -> IngestSessionState:
        """The current state. `ENDED` is final: the encoder has left, or its data could not be used."""
        ...

    @property
    def fault(self) -> str:
        """A sentence for the operator about a problem with the encoder, otherwise empty.

        Examples are a wrong key, no video, a codec that browsers do not play, or keyframes too far apart.
        """
        ...

    @property
    def idle_seconds(self) -> float:
        """Seconds since the encoder last sent anything; 0 before it connects."""
        ...

    @property
    def health(self) -> EncoderHealth | None:
        """The values measured in the last second; None until an encoder has sent for a second."""
        ...

    def preview(self) -> Path | None:
        """Return the latest picture as a JPEG file that is replaced about once a second; None without video.

        The file may be gone at the end of the session.
        """
        ...

    def renditions(self) -> Sequence[IngestedRendition]:
        """Return the renditions, highest bitrate first; empty until the first segment of each is complete."""
        ...

    def segments(self, rendition: str) -> Sequence[IngestedSegment]:
        """Return all complete segments so far, in order. All renditions are cut at the same times.

        The files may be deleted after some minutes, so that an endless stream does not fill the disk.
        """
        ...

    def take_parts(self) -> Sequence[IngestedPart]:
        """Return the parts that are complete since the last call, in order.

        Not every segment has parts. The files may be deleted after a minute.
        """
        ...

    def require_renditions(self, renditions: Sequence[str]) -> None:
        """Make exactly these renditions, unless an encoder has connected already."""
        ...

    def close(self) -> None:
        """End the session. None of its processes is left when this returns."""
        ...


class Ingest(Protocol):
    """The receiver of the streams that encoders publish: RTMP, and RTMPS and SRT where it supports them."""

    @property
    def ports(self) -> Sequence[int]:
        """The ports to assign to events, one each; empty if all events share one address."""
        ...

    def get_server_url(self, endpoint: IngestEndpoint) -> str:
        """Return the server URL to enter in the encoder, such as `rtmp://stream.example.org:1935/live`.

        The stream key is the endpoint's `stream_key`.
        """
        ...

    def get_srt_url(self, endpoint: IngestEndpoint) -> str | None:
        """Return the SRT URL to enter in the encoder, with stream key and passphrase. None without SRT."""
        ...

    def listen(
        self,
        endpoint: IngestEndpoint,
        folder: Path,
        renditions: Sequence[str] = DEFAULT_LIVE_RENDITIONS,
        *,
        exactly: bool = False,
    ) -> IngestSession:
        """Wait for an encoder at an endpoint and write its segments to `folder` (empty, on this machine).

        `renditions` are names (`domain.media.renditions`). The source is always made. Renditions that would
        not be smaller than the source are left out, except for one. `exactly`: none is left out, because a
        playlist of each exists. Audio tracks that the encoder does not send then have the main audio.

        A wrong stream key is refused and the session keeps waiting. Raises `UnavailableError` if the endpoint
        cannot be used because its port is taken.
        """
        ...
