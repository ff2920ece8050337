"""What a file holds, read with PyAV (the ffmpeg of the registry comes without ffprobe)."""

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import av.error

from adapters.video.source.file_parts import FilePart, split_parts
from adapters.video.timing.timeline import MAX_GAP
from touchline.catalog.ports.media.video_packager import VideoRefusedError

# Readers of lists, scripts, pictures and networks: a "video" of theirs could name any other file or address.
_REJECTED_FORMATS = (
    "hls",
    "dash",
    "concat",
    "image2",
    "lavfi",
    "sdp",
    "rt",
    "imf",
    "ffmetadata",
    "tty",
    "pipe",
)
_IMAGE_CODECS = frozenset(
    {"png", "mjpeg", "gif", "bmp", "webp", "tiff", "jpegls", "svg", "jpeg2000", "jpegxl"}
)
_TEXT_CAPTION_CODECS = frozenset(
    {"subrip", "srt", "ass", "ssa", "mov_text", "webvtt", "text", "eia_608", "cc_dec"}
)
_GENERIC_HANDLERS = frozenset(
    {"", "soundhandler", "soundmediahandler", "coremediaaudio", "audiohandler", "gpacisoaudiohandler"}
)
_FORMATS_WITH_DURATION = frozenset({"mov", "matroska", "avi", "flv", "asf"})
"""Formats whose header says how long the file is."""
_MAX_SIDE = 8192
_MIN_SIDE = 16
UNREADABLE_MESSAGE = "The file cannot be read as a video: it is damaged, incomplete, or something else."


@dataclass(frozen=True)
class CaptionStream:
    """A text stream inside the file; `language` as the file has it (ISO 639-2, often), or "".

    `codec` is ffmpeg's name of its format.
    """

    index: int
    language: str
    codec: str = ""


@dataclass(frozen=True)
class AudioStream:
    """A sound of the file. `language` (ISO 639-2, often) and `title` are "" where the file has none.

    `is_default` marks the one sound that plays when the viewer chooses nothing.
    """

    index: int
    language: str
    title: str
    is_default: bool


@dataclass(frozen=True)
class MediaSource:
    """What the header of a file and its first picture say. `audio_streams` has the default sound first.

    `video_seconds` is how long the pictures last according to the file, None where it does not say.
    """

    path: Path
    parts: tuple[FilePart, ...]
    codec: str
    """The codec of the pictures, as ffmpeg calls it."""
    coded_size: tuple[int, int]
    """Width and height of the first picture in the file, in pixels."""
    frame_rate: Fraction | None
    video_seconds: float | None
    audio_streams: tuple[AudioStream, ...]
    caption_streams: tuple[CaptionStream, ...]
    rotation: int
    """Degrees counterclockwise by which the pictures are turned when they are shown."""
    sample_aspect_ratio: Fraction
    """Width of a pixel divided by its height, as the file says; 0 where it does not."""
    max_gap: int = MAX_GAP
    """Ticks of 1/90,000 s: a longer pause in the signal is closed, a shorter one is filled."""


def allowed_formats() -> str:
    """The formats that may be read, as ffmpeg's option `format_whitelist` wants them."""
    names = (name for name in sorted(av.formats_available) if not name.startswith(_REJECTED_FORMATS))
    return ",".join(name for name in names if not name.endswith("_pipe"))


def input_options() -> dict[str, str]:
    """Options for every reading of a foreign file: only files, only ordinary formats."""
    return {"protocol_whitelist": "file,subfile", "format_whitelist": allowed_formats()}


def open_source(part: FilePart) -> Any:
    """Open a foreign file with PyAV; `VideoRefusedError` where it is empty or nothing that can be read."""
    if part.path.stat().st_size == 0:
        raise VideoRefusedError("The file is empty (0 bytes).")
    try:
        return av.open(part.url, options=input_options())
    except (av.error.FFmpegError, ValueError, OSError):
        raise VideoRefusedError(UNREADABLE_MESSAGE) from None


def probe(path: Path, max_gap: int = MAX_GAP) -> MediaSource:
    """Read the header and one picture; `VideoRefusedError` says in a sentence why there can be no stream."""
    parts = split_parts(path)
    with open_source(parts[0]) as container:
        video = find_main_video(container)
        frame = _decode_first_frame(container, video)
        return MediaSource(
            path=path,
            parts=tuple(parts),
            codec=video.codec_context.name,
            coded_size=(frame.width, frame.height),
            frame_rate=video.average_rate or video.guessed_rate,
            video_seconds=_declared_video_seconds(container, video),
            audio_streams=max([_read_audio_streams(container), *map(_read_part_audio, parts[1:])], key=len),
            caption_streams=tuple(_read_caption_streams(container)),
            rotation=round(frame.rotation) % 360,
            sample_aspect_ratio=video.sample_aspect_ratio or Fraction(0),
            max_gap=max_gap,
        )


def find_main_video(container: Any) -> Any:
    """Return the largest video stream that is no cover picture; `VideoRefusedError` where there is none."""
    cover_art = av.stream.Disposition.attached_pic
    streams = [
        stream
        for stream in container.streams.video
        if stream.codec_context is not None and not stream.disposition & cover_art
    ]
    if not streams:
        reason = " only sound was found" if container.streams.audio else " no picture was found"
        raise VideoRefusedError(f"The file is not a video:{reason}.")
    main_stream = max(streams, key=lambda stream: stream.codec_context.width * stream.codec_context.height)
    if (
        main_stream.codec_context.name in _IMAGE_CODECS
        and main_stream.frames in (0, 1)
        and not container.streams.audio
    ):
        raise VideoRefusedError("The file is a picture, not a video.")
    return main_stream


def list_audio_streams(container: Any) -> list[Any]:
    """Return the sounds that can be decoded, the default one first, the others as in the file."""
    default_flag = av.stream.Disposition.default
    streams = [stream for stream in container.streams.audio if stream.codec_context is not None]
    return sorted(streams, key=lambda stream: not stream.disposition & default_flag)


def _decode_first_frame(container: Any, video: Any) -> Any:
    try:
        for frame in container.decode(video):
            return frame
    except av.error.FFmpegError:
        pass
    raise VideoRefusedError(UNREADABLE_MESSAGE)


def display_size(width: int, height: int, sample_aspect_ratio: Fraction, rotation: int) -> tuple[int, int]:
    """Return the size of a coded picture as it is shown: turned, with square pixels.

    `VideoRefusedError` where it is too large or too small to be worked with.
    """
    width = round(width * (sample_aspect_ratio if sample_aspect_ratio > 0 else 1))
    if rotation % 180:
        width, height = height, width
    if max(width, height) > _MAX_SIDE:
        raise VideoRefusedError(f"The picture is too large: {width}×{height}, at most {_MAX_SIDE} each way.")
    if min(width, height) < _MIN_SIDE:
        raise VideoRefusedError(f"The picture is too small: {width}×{height}, at least {_MIN_SIDE} each way.")
    return width, height


def _declared_video_seconds(container: Any, video: Any) -> float | None:
    """What the file says of the length of its pictures: stream, Matroska's tag, or a mute file. In formats
    without a header it is a guess from timestamps, which may jump."""
    if not _FORMATS_WITH_DURATION & set(container.format.name.split(",")):
        return None
    if video.duration:
        return float(video.duration * video.time_base)
    duration_tag = re.fullmatch(r"(\d+):(\d\d):(\d\d(?:\.\d+)?)", video.metadata.get("DURATION", ""))
    if duration_tag:
        return int(duration_tag[1]) * 3600 + int(duration_tag[2]) * 60 + float(duration_tag[3])
    return _container_seconds(container) if not container.streams.audio else None


def _container_seconds(container: Any) -> float | None:
    return container.duration / av.time_base if container.duration else None


def _read_part_audio(part: FilePart) -> tuple[AudioStream, ...]:
    with open_source(part) as container:
        return _read_audio_streams(container)


def _read_audio_streams(container: Any) -> tuple[AudioStream, ...]:
    return tuple(
        AudioStream(
            stream.index,
            "" if stream.language in (None, "und") else stream.language,
            _read_title(stream.metadata),
            number == 0,
        )
        for number, stream in enumerate(list_audio_streams(container))
    )


def _read_title(metadata: dict[str, str]) -> str:
    """The name that a person gave; programs call every sound "SoundHandler"."""
    handler = metadata.get("handler_name", "")
    return metadata.get("title") or ("" if handler.lower().replace(" ", "") in _GENERIC_HANDLERS else handler)


def _read_caption_streams(container: Any) -> list[CaptionStream]:
    return [
        CaptionStream(stream.index, stream.language or "", stream.codec_context.name)
        for stream in container.streams.subtitles
        if stream.codec_context is not None and stream.codec_context.name in _TEXT_CAPTION_CODECS
    ]
