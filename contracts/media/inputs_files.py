"""Containers, codecs and files that are damaged."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from adapters.video.tests import captioned
from contracts.media.cases import Case, Expected, Make, film
from contracts.media.drawing import AAC, GRID, H264, Film, draw, ffmpeg, remux

_CLEAN = Film()
_COPIED = Expected(8, flashes=8, copied=True)
_ENCODED = Expected(8, flashes=8, copied=False)
_CAPTIONED = Expected(8, flashes=8, captions=True, cues=(1, 4))
_LATER = r"if(gte(PTS*TB\,3.999)\,round(3600/TB)\,0)"
_JUMP = tuple(part for kind in "vas" for part in (f"-bsf:{kind}", f"setts=pts=PTS+{_LATER}:dts=DTS+{_LATER}"))
MPEG2 = ("-c:v", "mpeg2video", "-q:v", "4", "-pix_fmt", "yuv420p")
MP2 = ("-c:a", "mp2", "-b:a", "128k")


def _clean(folder: Path, ending: str, *options: str) -> Sequence[Path]:
    clean = draw(folder / "clean.mp4", _CLEAN, *GRID, *AAC)
    return [clean if ending == "mp4" else remux(clean, folder / f"film.{ending}", *options)]


def _cut_off(folder: Path) -> Sequence[Path]:
    whole = draw(folder / "whole.mp4", Film(seconds=20), *GRID, *AAC, "-movflags", "+faststart")
    target = folder / "cut.mp4"
    target.write_bytes(whole.read_bytes()[: whole.stat().st_size * 93 // 100])
    return [target]


def _trimmed(folder: Path) -> Sequence[Path]:
    """An edit list hides the pictures between the key picture before the cut and the cut."""
    clean = draw(folder / "clean.mp4", _CLEAN, *GRID, *AAC)
    ffmpeg("-ss", "1.28", "-i", str(clean), "-c", "copy", str(folder / "trimmed.mp4"))
    return [folder / "trimmed.mp4"]


def _fragmented(folder: Path) -> Sequence[Path]:
    """The first picture lasts a part of a picture too long."""
    clean = draw(folder / "clean.mp4", _CLEAN, *GRID, *AAC)
    return [remux(clean, folder / "film.mp4", "-movflags", "frag_keyframe+empty_moov")]


def _name_without_utf8(folder: Path) -> Sequence[Path]:
    clean = draw(folder / "clean.mp4", _CLEAN, *GRID, *AAC)
    return [clean.rename(folder / os.fsdecode(b"film-\xff\xe9.mp4"))]


def _cover(folder: Path) -> Sequence[Path]:
    clean, cover = draw(folder / "clean.mp4", _CLEAN, *GRID, *AAC), folder / "cover.png"
    ffmpeg("-f", "lavfi", "-i", "color=red:s=640x640", "-frames:v", "1", str(cover))
    options = ("-map", "1:v", "-map", "0", "-c", "copy", "-disposition:v:0", "attached_pic")
    ffmpeg("-i", str(clean), "-i", str(cover), *options, str(folder / "film.mp4"))
    return [folder / "film.mp4"]


def _only_sound(folder: Path) -> Sequence[Path]:
    clean = draw(folder / "clean.mp4", _CLEAN, *GRID, *AAC)
    ffmpeg("-i", str(clean), "-vn", "-c", "copy", str(folder / "sound.m4a"))
    return [folder / "sound.m4a"]


def _still(folder: Path) -> Sequence[Path]:
    ffmpeg("-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", str(folder / "still.png"))
    return [folder / "still.png"]


def _bytes(content: bytes) -> Make:
    def make(folder: Path) -> Sequence[Path]:
        (folder / "film.mp4").write_bytes(content)
        return [folder / "film.mp4"]

    return make


def _captions(ending: str, codec: str, *more: str) -> Make:
    def make(folder: Path) -> Sequence[Path]:
        clean = draw(folder / "clean.mp4", _CLEAN, *GRID, *AAC)
        lines = (
            "1\n00:00:01,000 --> 00:00:03,000\n{\\an8}Kick-off\n\n2\n00:00:04,000 --> 00:00:05,000\nGoal!\n"
        )
        (folder / "lines.srt").write_text(lines)
        options = (
            "-map",
            "0",
            "-map",
            "1",
            "-c",
            "copy",
            "-c:s",
            codec,
            "-metadata:s:s:0",
            "language=eng",
            *more,
        )
        ffmpeg("-i", str(clean), "-i", str(folder / "lines.srt"), *options, str(folder / f"film.{ending}"))
        return [folder / f"film.{ending}"]

    return make


def _closed_captions(*options: str) -> Make:
    """A caption within the pictures every two seconds (CEA-608)."""

    def make(folder: Path) -> Sequence[Path]:
        plain = draw(folder / "plain.ts", _CLEAN, *options, *AAC)
        return [captioned.write(plain, folder / "film.ts", captioned.every_two_seconds(8))]

    return make


CASES = (
    Case("mp4", lambda folder: _clean(folder, "mp4"), _COPIED),
    Case("mkv", lambda folder: _clean(folder, "mkv"), _COPIED),
    Case("ts", lambda folder: _clean(folder, "ts"), _COPIED),
    Case("flv", lambda folder: _clean(folder, "flv"), _COPIED),
    Case("mkv from 10 s", lambda folder: _clean(folder, "mkv", "-output_ts_offset", "10"), _COPIED),
    Case("ts across the wrap", lambda folder: _clean(folder, "ts", "-output_ts_offset", "95439"), _COPIED),
    Case("avi, mpeg-4, mp3", film("film.avi", _CLEAN, "-c:v", "mpeg4", "-c:a", "libmp3lame"), _ENCODED),
    Case("wmv, flash at once", film("film.wmv", Film(phase=0), "-c:v", "wmv2", "-c:a", "wmav2"), _ENCODED),
    Case("wmv", film("film.wmv", _CLEAN, "-c:v", "wmv2", "-b:v", "1M", "-c:a", "wmav2"), _ENCODED),
    Case(
        "webm, vp9, opus",
        film(
            "film.webm",
            _CLEAN,
            *("-c:v", "libvpx-vp9", "-deadline", "realtime"),
            *("-cpu-used", "8", "-c:a", "libopus"),
        ),
        _ENCODED,
    ),
    Case("aac-latm in ts", film("film.ts", _CLEAN, *GRID, *AAC, "-mpegts_flags", "latm"), _COPIED),
    Case("opus in ts", film("film.ts", _CLEAN, *GRID, "-c:a", "libopus"), _COPIED),
    Case(
        "vorbis, 22.05 khz",
        film("film.mkv", Film(hertz=22_050), *GRID, "-c:a", "libvorbis"),
        _COPIED,
    ),
    Case("mp3, 22.05 khz in flv", film("film.flv", Film(hertz=22_050), *GRID, "-c:a", "libmp3lame"), _COPIED),
    Case(
        "hevc",
        film(
            "film.mp4",
            _CLEAN,
            "-c:v",
            "libx265",
            "-preset",
            "ultrafast",
            "-tag:v",
            "hvc1",
            "-x265-params",
            "log-level=none",
            *AAC,
        ),
        _ENCODED,
    ),
    Case("mpeg-2, mp2 in ts", film("film.ts", _CLEAN, *MPEG2, *MP2), _ENCODED),
    Case("prores, pcm in mov", film("film.mov", _CLEAN, "-c:v", "prores_ks", "-c:a", "pcm_s16le"), _ENCODED),
    Case(
        "h.264 4:2:2 10 bit", film("film.mp4", _CLEAN, *H264[:4], "-pix_fmt", "yuv422p10le", *AAC), _ENCODED
    ),
    Case(
        "b frames, open gop",
        film(
            "film.mp4",
            _CLEAN,
            *H264,
            "-bf",
            "3",
            "-g",
            "50",
            "-x264-params",
            "open-gop=1:bframes=3:b-adapt=0",
            *AAC,
        ),
        _ENCODED,
    ),
    Case("cover picture", _cover, Expected(8, flashes=8)),
    Case("srt in mkv", _captions("mkv", "srt"), _CAPTIONED),
    Case("ass in mkv", _captions("mkv", "ass"), _CAPTIONED),
    Case("mov_text in mp4", _captions("mp4", "mov_text"), _CAPTIONED),
    Case("srt in mkv from 10 s", _captions("mkv", "srt", "-output_ts_offset", "10"), _CAPTIONED),
    Case("srt in mkv, an hour's jump", _captions("mkv", "srt", *_JUMP), _CAPTIONED),
    Case("cea-608 in ts", _closed_captions(*GRID), Expected(8, flashes=8, copied=True, captions=True)),
    Case("cea-608, encoded", _closed_captions(*H264, "-g", "70"), replace(_ENCODED, captions=True)),
    Case("cut off at 93 %", _cut_off, Expected(18.4, slack=0.6, warns=True)),
    Case("trimmed by an edit list", _trimmed, Expected(6.72, flashes=7, copied=False)),
    Case("fragmented mp4", _fragmented, _COPIED),
    Case("name without utf-8", _name_without_utf8, Expected(8, flashes=8)),
    Case("only sound", _only_sound, Expected(8, refused="not a video")),
    Case("still picture", _still, Expected(8, refused="cannot be read")),
    Case("empty file", _bytes(b""), Expected(8, refused="empty")),
    Case("no video at all", _bytes(bytes(range(256)) * 64), Expected(8, refused="cannot be read")),
)
