"""Audio that starts and stops, starts late, lasts longer, drifts, or has several tracks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from contracts.media.cases import ExpectedOutput, MakeSource, MediaCase, make_video
from contracts.media.generated_videos import AAC, COPYABLE_H264, VideoSpec, concatenate, draw_video, remux

_NO_AUDIO: tuple[tuple[float, float], ...] = ()


def make_runs(*videos: VideoSpec, audio: Sequence[str] = AAC) -> MakeSource:
    """Return a `MakeSource` of the sessions of a live recording."""

    def make(folder: Path) -> Sequence[Path]:
        files = []
        for number, video in enumerate(videos):
            audio_options = audio if video.audio_seconds is not None else ()
            files.append(draw_video(folder / f"session{number}.ts", video, *COPYABLE_H264, *audio_options))
        return files

    return make


def make_concatenated(*videos: VideoSpec, offsets: Sequence[float]) -> MakeSource:
    """Return a `MakeSource` of one transport stream: videos that each start at their own timestamp."""

    def make(folder: Path) -> Sequence[Path]:
        parts = []
        for number, (video, offset) in enumerate(zip(videos, offsets, strict=True)):
            audio_options = AAC if video.audio_seconds is not None else ()
            part = folder / f"part{number}.ts"
            parts.append(
                draw_video(part, video, *COPYABLE_H264, *audio_options, "-output_ts_offset", str(offset))
            )
        return [concatenate(parts, folder / "film.ts")]

    return make


def make_drifting(ratio: float, seconds: float, extension: str = "mkv") -> MakeSource:
    """Return a `MakeSource` of a video whose audio has `ratio` seconds of samples for each second."""

    def make(folder: Path) -> Sequence[Path]:
        steady_video = draw_video(
            folder / "even.mkv", VideoSpec(seconds=seconds, audio_clock_ratio=ratio), *COPYABLE_H264, *AAC
        )
        timestamp_filter = f"setts=pts=PTS*{ratio}:dts=DTS*{ratio}"
        return [remux(steady_video, folder / f"film.{extension}", "-bsf:a", timestamp_filter)]

    return make


def _make_two_languages(folder: Path) -> Sequence[Path]:
    """Make a video whose second audio track is the default and whose first is silent."""
    silence = ("-f", "lavfi", "-i", "anullsrc=cl=stereo:d=8")
    map_options = ("-map", "0:v", "-map", "2:a", "-map", "1:a")
    names = ("-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=fra")
    default = ("-disposition:a:0", "0", "-disposition:a:1", "default")
    target = folder / "film.mkv"
    return [
        draw_video(target, VideoSpec(), *map_options, *names, *default, *COPYABLE_H264, *AAC, inputs=silence)
    ]


_SILENT_VIDEO = VideoSpec(seconds=4, audio_seconds=None)
_AUDIBLE_VIDEO = VideoSpec(seconds=4)
_SHORT_RUNS = tuple(VideoSpec(seconds=seconds) for seconds in (2.12, 2.6, 2.36, 2.2, 2.52, 2.28, 2.44))
_LONG_RUNS = tuple(VideoSpec(seconds=seconds) for seconds in (6.12, 9, 7.36, 8.2, 6.52, 9.28, 7.44))

CASES = (
    MediaCase(
        "no audio",
        make_video("film.mp4", VideoSpec(audio_seconds=None), *COPYABLE_H264),
        ExpectedOutput(8, flash_count=8, audio_ranges=_NO_AUDIO, is_copied=True),
    ),
    MediaCase(
        "audio from 2 s",
        make_video("film.mkv", VideoSpec(audio_delay="2", audio_seconds=6), *COPYABLE_H264, *AAC),
        ExpectedOutput(8, flash_count=8, audio_ranges=((2, 8),)),
    ),
    MediaCase(
        "audio 0.3 s before video",
        make_video("film.mkv", VideoSpec(audio_delay="-0.28"), *COPYABLE_H264, *AAC),
        ExpectedOutput(8, flash_count=8),
    ),
    MediaCase(
        "audio longer than video",
        make_video("film.mp4", VideoSpec(seconds=6, audio_seconds=9), *COPYABLE_H264, *AAC),
        ExpectedOutput(9, flash_count=6),
    ),
    MediaCase(
        "video longer than audio",
        make_video("film.mp4", VideoSpec(audio_seconds=4), *COPYABLE_H264, *AAC),
        ExpectedOutput(8, flash_count=8, audio_ranges=((0, 4),)),
    ),
    MediaCase(
        "sessions: audio on, off, on",
        make_runs(_AUDIBLE_VIDEO, _SILENT_VIDEO, _AUDIBLE_VIDEO),
        ExpectedOutput(12, flash_count=12, audio_ranges=((0, 4), (8, 12))),
    ),
    MediaCase(
        "sessions: audio off, off",
        make_runs(_SILENT_VIDEO, _SILENT_VIDEO),
        ExpectedOutput(8, flash_count=8, audio_ranges=_NO_AUDIO, is_copied=True),
    ),
    MediaCase(
        "sessions: audio off, on",
        make_runs(_SILENT_VIDEO, _AUDIBLE_VIDEO),
        ExpectedOutput(8, flash_count=8, audio_ranges=((4, 8),)),
    ),
    MediaCase(
        "ts: audio on, off, on",
        make_concatenated(_AUDIBLE_VIDEO, _SILENT_VIDEO, _AUDIBLE_VIDEO, offsets=(0, 4, 8)),
        ExpectedOutput(12, flash_count=12, audio_ranges=((0, 4), (8, 12))),
    ),
    MediaCase(
        "ts: audio off, on",
        make_concatenated(_SILENT_VIDEO, _AUDIBLE_VIDEO, offsets=(0, 4)),
        ExpectedOutput(8, flash_count=8, audio_ranges=((4, 8),)),
    ),
    MediaCase("seven sessions of 2 s", make_runs(*_SHORT_RUNS), ExpectedOutput(16.52, flash_count=19)),
    MediaCase("seven sessions of 6 to 9 s", make_runs(*_LONG_RUNS), ExpectedOutput(53.92, flash_count=56)),
    MediaCase(
        "audio clock 0.2 % fast",
        make_drifting(1.002, 30),
        ExpectedOutput(30, flash_count=30, max_offset_ms=40),
    ),
    MediaCase(
        "audio clock 0.2 % slow",
        make_drifting(0.998, 30, "ts"),
        ExpectedOutput(30, flash_count=30, max_offset_ms=40),
    ),
    MediaCase(
        "5.1 ac-3",
        make_video("film.mkv", VideoSpec(channels="5.1"), *COPYABLE_H264, "-c:a", "ac3"),
        ExpectedOutput(8, flash_count=8),
    ),
    MediaCase(
        "mono 22.05 khz",
        make_video("film.mp4", VideoSpec(sample_rate=22_050, channels="mono"), *COPYABLE_H264, *AAC),
        ExpectedOutput(8, flash_count=8),
    ),
    MediaCase(
        "44.1 khz",
        make_video("film.mp4", VideoSpec(sample_rate=44_100), *COPYABLE_H264, *AAC),
        ExpectedOutput(8, flash_count=8),
    ),
    MediaCase(
        "two languages, second default",
        _make_two_languages,
        ExpectedOutput(8, flash_count=8, audio_track_count=2),
    ),
)
