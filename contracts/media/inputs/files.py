"""Containers, codecs and damaged files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from adapters.video.tests import captioned_video
from contracts.media.cases import ExpectedOutput, MakeSource, MediaCase, make_video
from contracts.media.generated_videos import (
    AAC,
    COPYABLE_H264,
    H264,
    VideoSpec,
    draw_video,
    remux,
    run_ffmpeg,
)

_CLEAN_VIDEO = VideoSpec()
_COPIED_OUTPUT = ExpectedOutput(8, flash_count=8, is_copied=True)
_ENCODED_OUTPUT = ExpectedOutput(8, flash_count=8, is_copied=False)
_CAPTIONED = ExpectedOutput(8, flash_count=8, has_captions=True, cue_times=(1, 4))
_DELAYED = r"if(gte(PTS*TB\,3.999)\,round(3600/TB)\,0)"
_HOUR_JUMP = tuple(
    option
    for stream_type in "vas"
    for option in (f"-bsf:{stream_type}", f"setts=pts=PTS+{_DELAYED}:dts=DTS+{_DELAYED}")
)
MPEG2 = ("-c:v", "mpeg2video", "-q:v", "4", "-pix_fmt", "yuv420p")
MP2 = ("-c:a", "mp2", "-b:a", "128k")


def _clean_file(folder: Path, extension: str, *options: str) -> Sequence[Path]:
    clean = draw_video(folder / "clean.mp4", _CLEAN_VIDEO, *COPYABLE_H264, *AAC)
    return [clean if extension == "mp4" else remux(clean, folder / f"film.{extension}", *options)]


def _truncate(folder: Path) -> Sequence[Path]:
    complete = draw_video(
        folder / "whole.mp4", VideoSpec(seconds=20), *COPYABLE_H264, *AAC, "-movflags", "+faststart"
    )
    target = folder / "cut.mp4"
    target.write_bytes(complete.read_bytes()[: complete.stat().st_size * 93 // 100])
    return [target]


def _trim(folder: Path) -> Sequence[Path]:
    """Make a file whose edit list hides the frames from the keyframe before the cut to the cut."""
    clean = draw_video(folder / "clean.mp4", _CLEAN_VIDEO, *COPYABLE_H264, *AAC)
    run_ffmpeg("-ss", "1.28", "-i", str(clean), "-c", "copy", str(folder / "trimmed.mp4"))
    return [folder / "trimmed.mp4"]


def _fragment(folder: Path) -> Sequence[Path]:
    """Make a file whose first frame lasts a fraction of a frame too long."""
    clean = draw_video(folder / "clean.mp4", _CLEAN_VIDEO, *COPYABLE_H264, *AAC)
    return [remux(clean, folder / "film.mp4", "-movflags", "frag_keyframe+empty_moov")]


def _non_utf8_name(folder: Path) -> Sequence[Path]:
    clean = draw_video(folder / "clean.mp4", _CLEAN_VIDEO, *COPYABLE_H264, *AAC)
    return [clean.rename(folder / os.fsdecode(b"film-\xff\xe9.mp4"))]


def _with_cover_art(folder: Path) -> Sequence[Path]:
    clean, cover = draw_video(folder / "clean.mp4", _CLEAN_VIDEO, *COPYABLE_H264, *AAC), folder / "cover.png"
    run_ffmpeg("-f", "lavfi", "-i", "color=red:s=640x640", "-frames:v", "1", str(cover))
    options = ("-map", "1:v", "-map", "0", "-c", "copy", "-disposition:v:0", "attached_pic")
    run_ffmpeg("-i", str(clean), "-i", str(cover), *options, str(folder / "film.mp4"))
    return [folder / "film.mp4"]


def _audio_only(folder: Path) -> Sequence[Path]:
    clean = draw_video(folder / "clean.mp4", _CLEAN_VIDEO, *COPYABLE_H264, *AAC)
    run_ffmpeg("-i", str(clean), "-vn", "-c", "copy", str(folder / "sound.m4a"))
    return [folder / "sound.m4a"]


def _still_image(folder: Path) -> Sequence[Path]:
    run_ffmpeg("-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", str(folder / "still.png"))
    return [folder / "still.png"]


def _raw_bytes(content: bytes) -> MakeSource:
    def make(folder: Path) -> Sequence[Path]:
        (folder / "film.mp4").write_bytes(content)
        return [folder / "film.mp4"]

    return make


def _with_captions(extension: str, codec: str, *extra_options: str) -> MakeSource:
    def make(folder: Path) -> Sequence[Path]:
        clean = draw_video(folder / "clean.mp4", _CLEAN_VIDEO, *COPYABLE_H264, *AAC)
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
            *extra_options,
        )
        run_ffmpeg(
            "-i", str(clean), "-i", str(folder / "lines.srt"), *options, str(folder / f"film.{extension}")
        )
        return [folder / f"film.{extension}"]

    return make


def _with_closed_captions(*options: str) -> MakeSource:
    """Return a `MakeSource` with a caption in the frames every two seconds (CEA-608)."""

    def make(folder: Path) -> Sequence[Path]:
        without_captions = draw_video(folder / "plain.ts", _CLEAN_VIDEO, *options, *AAC)
        return [
            captioned_video.write_captions(
                without_captions, folder / "film.ts", captioned_video.caption_every_two_seconds(8)
            )
        ]

    return make


CASES = (
    MediaCase("mp4", lambda folder: _clean_file(folder, "mp4"), _COPIED_OUTPUT),
    MediaCase("mkv", lambda folder: _clean_file(folder, "mkv"), _COPIED_OUTPUT),
    MediaCase("ts", lambda folder: _clean_file(folder, "ts"), _COPIED_OUTPUT),
    MediaCase("flv", lambda folder: _clean_file(folder, "flv"), _COPIED_OUTPUT),
    MediaCase(
        "mkv from 10 s", lambda folder: _clean_file(folder, "mkv", "-output_ts_offset", "10"), _COPIED_OUTPUT
    ),
    MediaCase(
        "ts across the timestamp wrap",
        lambda folder: _clean_file(folder, "ts", "-output_ts_offset", "95439"),
        _COPIED_OUTPUT,
    ),
    MediaCase(
        "avi, mpeg-4, mp3",
        make_video("film.avi", _CLEAN_VIDEO, "-c:v", "mpeg4", "-c:a", "libmp3lame"),
        _ENCODED_OUTPUT,
    ),
    MediaCase(
        "wmv, flash in the first frame",
        make_video("film.wmv", VideoSpec(first_flash=0), "-c:v", "wmv2", "-c:a", "wmav2"),
        _ENCODED_OUTPUT,
    ),
    MediaCase(
        "wmv",
        make_video("film.wmv", _CLEAN_VIDEO, "-c:v", "wmv2", "-b:v", "1M", "-c:a", "wmav2"),
        _ENCODED_OUTPUT,
    ),
    MediaCase(
        "webm, vp9, opus",
        make_video(
            "film.webm",
            _CLEAN_VIDEO,
            *("-c:v", "libvpx-vp9", "-deadline", "realtime"),
            *("-cpu-used", "8", "-c:a", "libopus"),
        ),
        _ENCODED_OUTPUT,
    ),
    MediaCase(
        "aac-latm in ts",
        make_video("film.ts", _CLEAN_VIDEO, *COPYABLE_H264, *AAC, "-mpegts_flags", "latm"),
        _COPIED_OUTPUT,
    ),
    MediaCase(
        "opus in ts", make_video("film.ts", _CLEAN_VIDEO, *COPYABLE_H264, "-c:a", "libopus"), _COPIED_OUTPUT
    ),
    MediaCase(
        "vorbis, 22.05 khz",
        make_video("film.mkv", VideoSpec(sample_rate=22_050), *COPYABLE_H264, "-c:a", "libvorbis"),
        _COPIED_OUTPUT,
    ),
    MediaCase(
        "mp3, 22.05 khz in flv",
        make_video("film.flv", VideoSpec(sample_rate=22_050), *COPYABLE_H264, "-c:a", "libmp3lame"),
        _COPIED_OUTPUT,
    ),
    MediaCase(
        "hevc",
        make_video(
            "film.mp4",
            _CLEAN_VIDEO,
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
        _ENCODED_OUTPUT,
    ),
    MediaCase("mpeg-2, mp2 in ts", make_video("film.ts", _CLEAN_VIDEO, *MPEG2, *MP2), _ENCODED_OUTPUT),
    MediaCase(
        "prores, pcm in mov",
        make_video("film.mov", _CLEAN_VIDEO, "-c:v", "prores_ks", "-c:a", "pcm_s16le"),
        _ENCODED_OUTPUT,
    ),
    MediaCase(
        "h.264 4:2:2 10 bit",
        make_video("film.mp4", _CLEAN_VIDEO, *H264[:4], "-pix_fmt", "yuv422p10le", *AAC),
        _ENCODED_OUTPUT,
    ),
    MediaCase(
        "b frames, open gop",
        make_video(
            "film.mp4",
            _CLEAN_VIDEO,
            *H264,
            "-bf",
            "3",
            "-g",
            "50",
            "-x264-params",
            "open-gop=1:bframes=3:b-adapt=0",
            *AAC,
        ),
        _ENCODED_OUTPUT,
    ),
    MediaCase("cover image", _with_cover_art, ExpectedOutput(8, flash_count=8)),
    MediaCase("srt in mkv", _with_captions("mkv", "srt"), _CAPTIONED),
    MediaCase("ass in mkv", _with_captions("mkv", "ass"), _CAPTIONED),
    MediaCase("mov_text in mp4", _with_captions("mp4", "mov_text"), _CAPTIONED),
    MediaCase("srt in mkv from 10 s", _with_captions("mkv", "srt", "-output_ts_offset", "10"), _CAPTIONED),
    MediaCase("srt in mkv, an hour's jump", _with_captions("mkv", "srt", *_HOUR_JUMP), _CAPTIONED),
    MediaCase(
        "cea-608 in ts",
        _with_closed_captions(*COPYABLE_H264),
        ExpectedOutput(8, flash_count=8, is_copied=True, has_captions=True),
    ),
    MediaCase(
        "cea-608, encoded",
        _with_closed_captions(*H264, "-g", "70"),
        replace(_ENCODED_OUTPUT, has_captions=True),
    ),
    MediaCase("truncated at 93 %", _truncate, ExpectedOutput(18.4, tolerance=0.6, has_warning=True)),
    MediaCase("trimmed by an edit list", _trim, ExpectedOutput(6.72, flash_count=7, is_copied=False)),
    MediaCase("fragmented mp4", _fragment, _COPIED_OUTPUT),
    MediaCase("name without utf-8", _non_utf8_name, ExpectedOutput(8, flash_count=8)),
    MediaCase("only audio", _audio_only, ExpectedOutput(8, refusal="not a video")),
    MediaCase("still image", _still_image, ExpectedOutput(8, refusal="is not a readable video")),
    MediaCase("empty file", _raw_bytes(b""), ExpectedOutput(8, refusal="empty")),
    MediaCase(
        "no video at all",
        _raw_bytes(bytes(range(256)) * 64),
        ExpectedOutput(8, refusal="is not a readable video"),
    ),
)
