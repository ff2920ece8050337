"""Sizes, frame rates, interlacing and color."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from contracts.media.cases import Case, Expected, film
from contracts.media.drawing import AAC, GRID, H264, Film, concatenate, draw, ffmpeg
from contracts.media.inputs_files import MP2, MPEG2
from contracts.media.inputs_sound import in_a_row, takes

_SMALL, _LARGE = Film(seconds=4), Film(seconds=4, size="320x180")
_FIELDS = Film(size="160x96", rate="50", filters="tinterlace=interleave_top,setfield=tff")
INTERLACED = ("-flags", "+ildct+ilme", "-x264-params", "tff=1:bframes=0")
_HEVC_10 = ("-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-tag:v", "hvc1")


def _turned(folder: Path) -> Sequence[Path]:
    """A telephone: held upright, with a frame rate that varies."""
    kept = "lt(n,3)+gt(mod(n,7),2)+lt(mod(t+0.8005,1),0.12)"
    flat = draw(folder / "flat.mp4", Film(rate="30", select=kept), *H264, "-fps_mode", "vfr", *AAC)
    turned = folder / "film.mov"
    ffmpeg("-display_rotation", "90", "-i", str(flat), "-c", "copy", str(turned))
    return [turned]


def _progressive_second(folder: Path) -> Sequence[Path]:
    """A transport stream that is interlaced from the second second on."""
    first = draw(folder / "a.ts", Film(seconds=1, size=_FIELDS.size), *H264, "-bf", "0", *AAC)
    options = (*H264, *INTERLACED, *AAC, "-output_ts_offset", "1")
    second = draw(folder / "b.ts", replace(_FIELDS, seconds=7), *options)
    return [concatenate([first, second], folder / "film.ts")]


def _color(transfer: str, primaries: str = "", space: str = "bt2020nc") -> tuple[str, ...]:
    named = f"log-level=none:transfer={transfer}:colormatrix={space}"
    named += f":colorprim={primaries}" if primaries else ""
    return (*_HEVC_10, "-x265-params", named, *AAC)


def _rate(rate: str, keys: int) -> tuple[str, ...]:
    return (*H264, "-bf", "0", "-g", str(keys), "-keyint_min", str(keys), "-sc_threshold", "0", *AAC)


CASES = (
    Case("ts: size grows", in_a_row(_SMALL, _LARGE, offsets=(0, 4)), Expected(8, (320, 180), flashes=8)),
    Case("ts: size shrinks", in_a_row(_LARGE, _SMALL, offsets=(0, 4)), Expected(8, (320, 180), flashes=8)),
    Case("takes: size grows", takes(_SMALL, _LARGE), Expected(8, (320, 180), flashes=8)),
    Case("portrait", film("film.mp4", Film(size="90x160"), *GRID, *AAC), Expected(8, (90, 160), flashes=8)),
    Case(
        "odd sizes",
        film("film.mkv", Film(size="161x91"), "-c:v", "ffv1", "-pix_fmt", "yuv444p", *AAC),
        Expected(8, (160, 90), flashes=8),
    ),
    Case(
        "stretched pixels",
        film("film.mp4", Film(size="144x90", filters="setsar=4/3"), *GRID, *AAC),
        Expected(8, (192, 90), flashes=8),
    ),
    Case("telephone", _turned, Expected(7.933, (90, 160), 30, offset_ms=40)),
    Case(
        "60.05 pictures a second",
        film("film.mkv", Film(seconds=6, rate="1201/20"), *_rate("1201/20", 120)),
        Expected(6, rate=60.05, flashes=6),
    ),
    Case(
        "59.94 pictures a second",
        film("film.mp4", Film(rate="60000/1001"), *_rate("60000/1001", 120), "-crf", "36"),
        Expected(8.008, rate=59.94, flashes=8, copied=True),
    ),
    Case(
        "29.97 pictures a second",
        film("film.ts", Film(rate="30000/1001"), *_rate("30000/1001", 60)),
        Expected(8.008, rate=29.97, flashes=8, copied=True),
    ),
    Case(
        "23.976 pictures a second",
        film("film.mkv", Film(rate="24000/1001"), *_rate("24000/1001", 48)),
        Expected(8.008, rate=23.976, flashes=8, copied=True),
    ),
    Case(
        "120 pictures a second",
        film("film.mp4", Film(seconds=4, rate="120"), *H264, *AAC),
        Expected(4, rate=60, flashes=4),
    ),
    Case(
        "12 pictures a second",
        film("film.mp4", Film(rate="12"), *H264, *AAC),
        Expected(8, rate=12, flashes=8),
    ),
    Case(
        "20 s at 1, 5 s at 60 pictures",
        film(
            "film.mkv",
            Film(seconds=25, rate="60", every=2, phase=1, select="gte(t,20)+not(mod(n,60))"),
            *H264,
            "-fps_mode",
            "vfr",
            *AAC,
        ),
        Expected(25, rate=60, flashes=12),
    ),
    Case(
        "interlaced, 50 fields",
        film("film.mp4", _FIELDS, *H264, *INTERLACED, *AAC),
        Expected(8, (160, 96), 50, flashes=8),
    ),
    Case(
        "interlaced, mpeg-2",
        film("film.ts", _FIELDS, *MPEG2, "-flags", "+ildct+ilme", *MP2),
        Expected(8, (160, 96), 50, flashes=8),
    ),
    Case(
        "one progressive second, then interlaced", _progressive_second, Expected(8, (160, 96), 50, flashes=8)
    ),
    Case("pq without primaries", film("film.mp4", Film(), *_color("smpte2084")), Expected(8, flashes=8)),
    Case("pq", film("film.mp4", Film(), *_color("smpte2084", "bt2020")), Expected(8, flashes=8)),
    Case("hlg", film("film.mp4", Film(), *_color("arib-std-b67", "bt2020")), Expected(8, flashes=8)),
    Case("bt.2020 sdr", film("film.mp4", Film(), *_color("bt2020-10", "bt2020")), Expected(8, flashes=8)),
)
