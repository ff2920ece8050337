"""The matrix of live streams: each way into Touchline with each fault of a gym."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from pathlib import Path

from contracts.media.generated_videos import AAC, H264, VideoSpec, draw_video

PART_SECONDS = 16
"""Length of what an encoder sends before and after a break."""
MAX_OFFSET_MS = 40.0
"""Maximum time between flash and tone in the recording."""
_VIDEO = VideoSpec(seconds=PART_SECONDS)
_NO_B_FRAMES = ("-bf", "0")
_TWO_SECOND_GOP = ("-g", "50", "-keyint_min", "50", "-sc_threshold", "0")


class Protocol(StrEnum):
    """A way in."""

    RTMP = "rtmp"
    RTMPS = "rtmps"
    SRT = "srt"
    PHONE = "phone"


class Kill(StrEnum):
    """What is killed in the middle of a stream."""

    NOTHING = ""
    INGEST = "ingest"
    MACHINE = "machine"


@dataclass(frozen=True)
class Sent:
    """A video and its encoding."""

    video: VideoSpec = _VIDEO
    options: tuple[str, ...] = (*H264, *_NO_B_FRAMES, *_TWO_SECOND_GOP)


@dataclass(frozen=True)
class StreamFault:
    """What goes wrong.

    The encoder sends `first`. If there is a `second`, it disconnects, is away for `offline_seconds`, and
    sends that. `kill`: in the middle of `first` a part of the server is killed, and the encoder reconnects
    with `second`. `max_dark_seconds` is the promise to the viewer, `max_missing_seconds` that for the
    recording.
    """

    name: str
    first: Sent = Sent()
    second: Sent | None = None
    offline_seconds: float = 0.0
    kill: Kill = Kill.NOTHING
    max_dark_seconds: float = 5.0
    max_missing_seconds: float = 2.0

    @property
    def has_sound(self) -> bool:
        """Return whether the encoder sends sound."""
        return self.first.video.audio_seconds is not None


@dataclass(frozen=True)
class MatrixCase:
    """A cell of the matrix."""

    protocol: Protocol
    fault: StreamFault

    @property
    def name(self) -> str:
        """Return a name such as `srt: B-frames`."""
        return f"{self.protocol}: {self.fault.name}"


FAULTS = (
    StreamFault("drops for 20 s", second=Sent(), offline_seconds=20, max_dark_seconds=25),
    StreamFault("returns with timestamps at 0", second=Sent(), offline_seconds=2, max_dark_seconds=7),
    StreamFault(
        "returns in another size",
        second=Sent(replace(_VIDEO, size="320x180")),
        offline_seconds=2,
        max_dark_seconds=7,
    ),
    StreamFault("no sound", Sent(replace(_VIDEO, audio_seconds=None))),
    StreamFault("44.1 kHz mono", Sent(replace(_VIDEO, sample_rate=44_100, channels="mono"))),
    StreamFault("B-frames", Sent(options=(*H264, "-bf", "2", *_TWO_SECOND_GOP))),
    StreamFault(
        "variable frame rate",
        Sent(replace(_VIDEO, select_expression="gt(mod(n,7),0)+eq(mod(n,25),5)+eq(n,0)")),
    ),
    StreamFault(
        "keyframe every 10 s", Sent(options=(*H264, *_NO_B_FRAMES, "-g", "250", "-sc_threshold", "0"))
    ),
    StreamFault("5.1 sound", Sent(replace(_VIDEO, channels="5.1"))),
    StreamFault(
        "ingest killed", second=Sent(), kill=Kill.INGEST, max_dark_seconds=15, max_missing_seconds=12
    ),
    StreamFault(
        "machine killed", second=Sent(), kill=Kill.MACHINE, max_dark_seconds=20, max_missing_seconds=17
    ),
)
CASES = tuple(MatrixCase(protocol, fault) for protocol, fault in product(Protocol, FAULTS))


def select_cases(words: Sequence[str]) -> list[MatrixCase]:
    """Return the cases whose name contains one of the words; all without words."""
    return [case for case in CASES if not words or any(word in case.name for word in words)]


def draw_sent(sent: Sent, folder: Path) -> Path:
    """Draw a video into the folder, or return the one that is there."""
    audio = AAC if sent.video.audio_seconds is not None else ()
    target = folder / f"{abs(hash(sent)):x}.mkv"
    if not target.exists():
        draw_video(target, sent.video, *sent.options, *audio, "-fps_mode", "vfr")
    return target
