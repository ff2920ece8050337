"""Live streams that change in the middle: what an encoder sends, and the expected output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from contracts.media.cases import ExpectedOutput
from contracts.media.generated_videos import AAC, H264, VideoSpec, draw_video
from contracts.nightly.media.publisher import Part

_TWO_SECOND_GOP = (
    *H264,
    "-bf",
    "0",
    "-sc_threshold",
    "0",
    "-force_key_frames",
    "expr:gte(t,n_forced*2)",
    "-g",
    "999",
)
_IRREGULAR_KEYFRAMES = (
    *H264,
    "-bf",
    "0",
    "-sc_threshold",
    "0",
    "-force_key_frames",
    "0,1,1.4,8,8.2,10",
    "-g",
    "999",
)
_MAX_24_BIT_TIMESTAMP = 0xFFFFFF


@dataclass(frozen=True)
class LivePart:
    """A video, its encoding, and the errors of its timestamps (`publisher.Part`)."""

    video: VideoSpec
    options: tuple[str, ...] = _TWO_SECOND_GOP
    start_ms: int | None = None
    clock_ratio: float = 1.0
    audio_clock_ratio: float = 1.0
    send_speed: float = 1.0

    @property
    def duration(self) -> float:
        """Return how long the part's timestamps last, in seconds."""
        return self.video.seconds * self.clock_ratio


@dataclass(frozen=True)
class LiveCase:
    """A stream: parts in sequence, in one connection or each in its own.

    `offline_seconds` is the pause between two connections, in seconds. `max_offset_ms` and `tolerance` are as
    in `ExpectedOutput`. If the timestamps continue, the audio of two videos overlaps at the change.
    """

    name: str
    parts: tuple[LivePart, ...]
    reconnects: bool = False
    offline_seconds: float = 0.0
    max_offset_ms: float = 20
    tolerance: float = 0.0
    change_times: tuple[float, ...] = field(init=False)
    """Seconds from the first frame at which something changes."""

    def __post_init__(self) -> None:
        """Sum up the lengths of the parts."""
        ends = [sum(part.duration for part in self.parts[: number + 1]) for number in range(len(self.parts))]
        object.__setattr__(self, "change_times", tuple(ends[:-1]))

    @property
    def duration(self) -> float:
        """Return the length of the whole stream."""
        return sum(part.duration for part in self.parts)

    @property
    def expected(self) -> ExpectedOutput:
        """Return the expected segments and recording."""
        start_times = (0.0, *self.change_times)
        audio_ranges = [
            (start, start + part.duration)
            for start, part in zip(start_times, self.parts, strict=True)
            if part.video.audio_seconds is not None
        ]
        return ExpectedOutput(
            self.duration,
            flash_count=round(sum(part.video.seconds for part in self.parts)),
            audio_ranges=tuple(audio_ranges),
            max_offset_ms=self.max_offset_ms,
            tolerance=self.tolerance,
        )


def draw_parts(case: LiveCase, folder: Path) -> list[Part]:
    """Draw the videos of a case into a folder, each once."""
    drawn_files: dict[object, Path] = {}
    parts = []
    for part in case.parts:
        key = (part.video, part.options)
        if key not in drawn_files:
            audio_options = AAC if part.video.audio_seconds is not None else ()
            drawn_files[key] = draw_video(
                folder / f"part{len(drawn_files)}.flv", part.video, *part.options, *audio_options
            )
        parts.append(
            Part(drawn_files[key], part.start_ms, part.clock_ratio, part.audio_clock_ratio, part.send_speed)
        )
    return parts


def create_live_cases(seconds: int) -> tuple[LiveCase, ...]:
    """Return the streams of one connection. Each part lasts `seconds`, except some that need more."""
    video = VideoSpec(seconds=seconds)
    plain = LivePart(video)
    silent_video, large_video = (
        LivePart(replace(video, audio_seconds=None)),
        LivePart(replace(video, size="320x180")),
    )
    drifting = LivePart(replace(video, seconds=24, audio_clock_ratio=1.002), audio_clock_ratio=1.002)
    return (
        LiveCase("steady", (plain, plain)),
        LiveCase("audio off, then on", (plain, silent_video, plain)),
        LiveCase("audio from the second part on", (silent_video, plain)),
        LiveCase("size grows, then shrinks", (plain, large_video, plain), max_offset_ms=40),
        LiveCase("25, then 50 frames per second", (plain, LivePart(replace(video, frame_rate="50")))),
        LiveCase(
            "60, then 30 frames per second",
            (_with_frame_rate(video, "60"), _with_frame_rate(video, "30")),
        ),
        LiveCase("irregular keyframes", (plain, LivePart(replace(video, seconds=12), _IRREGULAR_KEYFRAMES))),
        LiveCase("timestamps back at 0", (plain, replace(plain, start_ms=0), replace(plain, start_ms=0))),
        LiveCase("timestamps an hour ahead", (plain, replace(plain, start_ms=3_600_000), plain)),
        LiveCase(
            "timestamps past 24 bits", (replace(plain, start_ms=_MAX_24_BIT_TIMESTAMP - seconds * 500), plain)
        ),
        LiveCase("clock 5 % fast", (plain, replace(plain, clock_ratio=1.05), plain), max_offset_ms=40),
        LiveCase("clock 5 % slow", (plain, replace(plain, clock_ratio=0.95), plain), max_offset_ms=40),
        LiveCase("audio clock 0.2 % fast", (drifting,), max_offset_ms=40),
    )


def _with_frame_rate(video: VideoSpec, rate: str) -> LivePart:
    return LivePart(replace(video, frame_rate=rate))


def create_browser_cases(seconds: int) -> Sequence[LiveCase]:
    """Return the streams that are watched in a browser: those of one connection, and of several."""
    cases_by_name = {case.name: case for case in create_live_cases(seconds)}
    fast_part = replace(cases_by_name["steady"].parts[0], send_speed=1.05)
    reconnecting_names = ("audio off, then on", "size grows, then shrinks", "25, then 50 frames per second")
    return (
        *cases_by_name.values(),
        LiveCase("sent 5 % too fast", (fast_part, fast_part)),
        *(
            replace(cases_by_name[name], name=f"{name}, by new connections", reconnects=True)
            for name in reconnecting_names
        ),
        replace(cases_by_name["steady"], name="offline for 6 s", reconnects=True, offline_seconds=6.0),
    )
