"""Sizes, frame rates, interlacing and color."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from contracts.media.cases import ExpectedOutput, MediaCase, make_video
from contracts.media.generated_videos import (
    AAC,
    COPYABLE_H264,
    H264,
    VideoSpec,
    concatenate,
    draw_video,
    run_ffmpeg,
)
from contracts.media.inputs.audio import make_concatenated, make_runs
from contracts.media.inputs.files import MP2, MPEG2

_SMALL, _LARGE = VideoSpec(seconds=4), VideoSpec(seconds=4, size="320x180")
_FIELDS = VideoSpec(size="160x96", frame_rate="50", filters="tinterlace=interleave_top,setfield=tff")
INTERLACED = ("-flags", "+ildct+ilme", "-x264-params", "tff=1:bframes=0")
_HEVC_10 = ("-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-tag:v", "hvc1")


def _rotate(folder: Path) -> Sequence[Path]:
    """Make a phone video: held upright, with a variable frame rate."""
    select_expression = "lt(n,3)+gt(mod(n,7),2)+lt(mod(t+0.8005,1),0.12)"
    unrotated = draw_video(
        folder / "flat.mp4",
        VideoSpec(frame_rate="30", select_expression=select_expression),
        *H264,
        "-fps_mode",
        "vfr",
        *AAC,
    )
    rotated = folder / "film.mov"
    run_ffmpeg("-display_rotation", "90", "-i", str(unrotated), "-c", "copy", str(rotated))
    return [rotated]


def _progressive_then_interlaced(folder: Path) -> Sequence[Path]:
    """Make a transport stream that is interlaced from the second second."""
    first = draw_video(folder / "a.ts", VideoSpec(seconds=1, size=_FIELDS.size), *H264, "-bf", "0", *AAC)
    options = (*H264, *INTERLACED, *AAC, "-output_ts_offset", "1")
    second = draw_video(folder / "b.ts", replace(_FIELDS, seconds=7), *options)
    return [concatenate([first, second], folder / "film.ts")]


def _color_options(transfer: str, primaries: str = "", space: str = "bt2020nc") -> tuple[str, ...]:
    x265_params = f"log-level=none:transfer={transfer}:colormatrix={space}"
    x265_params += f":colorprim={primaries}" if primaries else ""
    return (*_HEVC_10, "-x265-params", x265_params, *AAC)


def _constant_keyframes(keyframe_interval: int) -> tuple[str, ...]:
    return (
        *H264,
        "-bf",
        "0",
        "-g",
        str(keyframe_interval),
        "-keyint_min",
        str(keyframe_interval),
        "-sc_threshold",
        "0",
        *AAC,
    )


CASES = (
    MediaCase(
        "ts: size grows",
        make_concatenated(_SMALL, _LARGE, offsets=(0, 4)),
        ExpectedOutput(8, (320, 180), flash_count=8),
    ),
    MediaCase(
        "ts: size shrinks",
        make_concatenated(_LARGE, _SMALL, offsets=(0, 4)),
        ExpectedOutput(8, (320, 180), flash_count=8),
    ),
    MediaCase(
        "sessions: size grows", make_runs(_SMALL, _LARGE), ExpectedOutput(8, (320, 180), flash_count=8)
    ),
    MediaCase(
        "portrait",
        make_video("film.mp4", VideoSpec(size="90x160"), *COPYABLE_H264, *AAC),
        ExpectedOutput(8, (90, 160), flash_count=8),
    ),
    MediaCase(
        "odd sizes",
        make_video("film.mkv", VideoSpec(size="161x91"), "-c:v", "ffv1", "-pix_fmt", "yuv444p", *AAC),
        ExpectedOutput(8, (160, 90), flash_count=8),
    ),
    MediaCase(
        "stretched pixels",
        make_video("film.mp4", VideoSpec(size="144x90", filters="setsar=4/3"), *COPYABLE_H264, *AAC),
        ExpectedOutput(8, (192, 90), flash_count=8),
    ),
    MediaCase("phone", _rotate, ExpectedOutput(7.933, (90, 160), 30, max_offset_ms=40)),
    MediaCase(
        "60.05 frames per second",
        make_video("film.mkv", VideoSpec(seconds=6, frame_rate="1201/20"), *_constant_keyframes(120)),
        ExpectedOutput(6, frame_rate=60.05, flash_count=6),
    ),
    MediaCase(
        "59.94 frames per second",
        make_video(
            "film.mp4",
            VideoSpec(frame_rate="60000/1001"),
            *_constant_keyframes(120),
            "-crf",
            "36",
        ),
        ExpectedOutput(8.008, frame_rate=59.94, flash_count=8, is_copied=True),
    ),
    MediaCase(
        "29.97 frames per second",
        make_video("film.ts", VideoSpec(frame_rate="30000/1001"), *_constant_keyframes(60)),
        ExpectedOutput(8.008, frame_rate=29.97, flash_count=8, is_copied=True),
    ),
    MediaCase(
        "23.976 frames per second",
        make_video("film.mkv", VideoSpec(frame_rate="24000/1001"), *_constant_keyframes(48)),
        ExpectedOutput(8.008, frame_rate=23.976, flash_count=8, is_copied=True),
    ),
    MediaCase(
        "120 frames per second",
        make_video("film.mp4", VideoSpec(seconds=4, frame_rate="120"), *H264, *AAC),
        ExpectedOutput(4, frame_rate=60, flash_count=4),
    ),
    MediaCase(
        "12 frames per second",
        make_video("film.mp4", VideoSpec(frame_rate="12"), *H264, *AAC),
        ExpectedOutput(8, frame_rate=12, flash_count=8),
    ),
    MediaCase(
        "20 s at 1, 5 s at 60 frames per second",
        make_video(
            "film.mkv",
            VideoSpec(
                seconds=25,
                frame_rate="60",
                flash_interval=2,
                first_flash=1,
                select_expression="gte(t,20)+not(mod(n,60))",
            ),
            *H264,
            "-fps_mode",
            "vfr",
            *AAC,
        ),
        ExpectedOutput(25, frame_rate=60, flash_count=12),
    ),
    MediaCase(
        "interlaced, 50 fields",
        make_video("film.mp4", _FIELDS, *H264, *INTERLACED, *AAC),
        ExpectedOutput(8, (160, 96), 50, flash_count=8),
    ),
    MediaCase(
        "interlaced, mpeg-2",
        make_video("film.ts", _FIELDS, *MPEG2, "-flags", "+ildct+ilme", *MP2),
        ExpectedOutput(8, (160, 96), 50, flash_count=8),
    ),
    MediaCase(
        "one progressive second, then interlaced",
        _progressive_then_interlaced,
        ExpectedOutput(8, (160, 96), 50, flash_count=8),
    ),
    MediaCase(
        "pq without primaries",
        make_video("film.mp4", VideoSpec(), *_color_options("smpte2084")),
        ExpectedOutput(8, flash_count=8),
    ),
    MediaCase(
        "pq",
        make_video("film.mp4", VideoSpec(), *_color_options("smpte2084", "bt2020")),
        ExpectedOutput(8, flash_count=8),
    ),
    MediaCase(
        "hlg",
        make_video("film.mp4", VideoSpec(), *_color_options("arib-std-b67", "bt2020")),
        ExpectedOutput(8, flash_count=8),
    ),
    MediaCase(
        "bt.2020 sdr",
        make_video("film.mp4", VideoSpec(), *_color_options("bt2020-10", "bt2020")),
        ExpectedOutput(8, flash_count=8),
    ),
)
