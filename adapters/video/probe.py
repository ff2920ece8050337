"""What a file holds, read with PyAV (the ffmpeg of the registry comes without ffprobe)."""

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import av.error

from adapters.video.parts import Part, parts_of
from adapters.video.timeline import LONGEST_GAP
from touchline.catalog.ports.video import VideoRefused

# Readers of lists, scripts, pictures and networks: a "video" of theirs could name any other file or address.
_NOT_VIDEO = (
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
_STILLS = frozenset({"png", "mjpeg", "gif", "bmp", "webp", "tiff", "jpegls", "svg", "jpeg2000", "jpegxl"})
_TEXT_CAPTIONS = frozenset({"subrip", "srt", "ass", "ssa", "mov_text", "webvtt", "text", "eia_608", "cc_dec"})
_NO_TITLES = frozenset(
    {"", "soundhandler", "soundmediahandler", "coremediaaudio", "audiohandler", "gpacisoaudiohandler"}
)
_WITH_LENGTH = frozenset({"mov", "matroska", "avi", "flv", "asf"})
"""Formats whose header says how long the file is."""
_MOST_PIXELS = 8192
_LEAST_PIXELS = 16
BROKEN = "The file cannot be read as a video: it is damaged, incomplete, or something else."


@dataclass(frozen=True)
class CaptionStream:
    """A text stream inside the file; `language` as the file has it (ISO 639-2, often), or "".

    `codec` is ffmpeg's name of its format.
    """

    index: int
    language: str
    codec: str = ""


@dataclass(frozen=True)
class SoundStream:
    """A sound of the file. `language` (ISO 639-2, often) and `title` are "" where the file has none.

    `default` marks the one sound that plays when the viewer chooses nothing.
    """

    index: int
    language: str
    title: str
    default: bool


@dataclass(frozen=True)
class Source:
    """What the header of a file and its first picture say. `sounds` has the default sound first.

    `picture_seconds` is how long the pictures last according to the file, None where it does not say.
    """

    path: Path
    parts: tuple[Part, ...]
    codec: str
    """The codec of the pictures, as ffmpeg calls it."""
    coded: tuple[int, int]
    """Width and height of the first picture in the file, in pixels."""
    rate: Fraction | None
    picture_seconds: float | None
    sounds: tuple[SoundStream, ...]
    captions: tuple[CaptionStream, ...]
    rotation: int
    """Degrees counterclockwise by which the pictures are turned when they are shown."""
    stretch: Fraction
    """Width of a pixel divided by its height, as the file says; 0 where it does not."""
    longest_gap: int = LONGEST_GAP
    """Ticks of 1/90,000 s: a longer pause in the signal is closed, a shorter one is filled."""


def readers() -> str:
    """The formats that may be read, as ffmpeg's option `format_whitelist` wants them."""
    names = (name for name in sorted(av.formats_available) if not name.startswith(_NOT_VIDEO))
    return ",".join(name for name in names if not name.endswith("_pipe"))


def input_options() -> dict[str, str]:
    """Options for every reading of a foreign file: only files, only ordinary formats."""
    return {"protocol_whitelist": "file,subfile", "format_whitelist": readers()}


def open_source(part: Part) -> Any:
    """Open a foreign file with PyAV; `VideoRefused` where it is empty or nothing that can be read."""
    if part.path.stat().st_size == 0:
        raise VideoRefused("The file is empty (0 bytes).")
    try:
        return av.open(part.address, options=input_options())
    except (av.error.FFmpegError, ValueError, OSError):
        raise VideoRefused(BROKEN) from None


def probe(path: Path, longest_gap: int = LONGEST_GAP) -> Source:
    """Read the header and one picture; `VideoRefused` says in a sentence why there can be no stream."""
    parts = parts_of(path)
    with open_source(parts[0]) as container:
        video = main_video(container)
        picture = _first_picture(container, video)
        return Source(
            path=path,
            parts=tuple(parts),
            codec=video.codec_context.name,
            coded=(picture.width, picture.height),
            rate=video.average_rate or video.guessed_rate,
            picture_seconds=_picture_seconds(container, video),
            sounds=max([_sounds(container), *map(_sounds_in, parts[1:])], key=len),
            captions=tuple(_captions(container)),
            rotation=round(picture.rotation) % 360,
            stretch=video.sample_aspect_ratio or Fraction(0),
            longest_gap=longest_gap,
        )


def main_video(container: Any) -> Any:
    """Return the largest video stream that is no cover picture; `VideoRefused` where there is none."""
    pictures = av.stream.Disposition.attached_pic
    streams = [
        stream
        for stream in container.streams.video
        if stream.codec_context is not None and not stream.disposition & pictures
    ]
    if not streams:
        heard = " only sound was found" if container.streams.audio else " no picture was found"
        raise VideoRefused(f"The file is not a video:{heard}.")
    main = max(streams, key=lambda stream: stream.codec_context.width * stream.codec_context.height)
    if main.codec_context.name in _STILLS and main.frames in (0, 1) and not container.streams.audio:
        raise VideoRefused("The file is a picture, not a video.")
    return main


def sound_streams(container: Any) -> list[Any]:
    """Return the sounds that can be decoded, the default one first, the others as in the file."""
    marked = av.stream.Disposition.default
    streams = [stream for stream in container.streams.audio if stream.codec_context is not None]
    return sorted(streams, key=lambda stream: not stream.disposition & marked)


def _first_picture(container: Any, video: Any) -> Any:
    try:
        for picture in container.decode(video):
            return picture
    except av.error.FFmpegError:
        pass
    raise VideoRefused(BROKEN)


def shown_size(width: int, height: int, stretch: Fraction, rotation: int) -> tuple[int, int]:
    """Return the size of a coded picture as it is shown: turned, with square pixels.

    `VideoRefused` where it is too large or too small to be worked with.
    """
    width = round(width * (stretch if stretch > 0 else 1))
    if rotation % 180:
        width, height = height, width
    if max(width, height) > _MOST_PIXELS:
        raise VideoRefused(f"The picture is too large: {width}×{height}, at most {_MOST_PIXELS} each way.")
    if min(width, height) < _LEAST_PIXELS:
        raise VideoRefused(f"The picture is too small: {width}×{height}, at least {_LEAST_PIXELS} each way.")
    return width, height


def _picture_seconds(container: Any, video: Any) -> float | None:
    """What the file says of the length of its pictures: stream, Matroska's tag, or a mute file. In formats
    without a header it is a guess from timestamps, which may jump."""
    if not _WITH_LENGTH & set(container.format.name.split(",")):
        return None
    if video.duration:
        return float(video.duration * video.time_base)
    tag = re.fullmatch(r"(\d+):(\d\d):(\d\d(?:\.\d+)?)", video.metadata.get("DURATION", ""))
    if tag:
        return int(tag[1]) * 3600 + int(tag[2]) * 60 + float(tag[3])
    return _seconds(container) if not container.streams.audio else None


def _seconds(container: Any) -> float | None:
    return container.duration / av.time_base if container.duration else None


def _sounds_in(part: Part) -> tuple[SoundStream, ...]:
    with open_source(part) as container:
        return _sounds(container)


def _sounds(container: Any) -> tuple[SoundStream, ...]:
    return tuple(
        SoundStream(
            stream.index,
            "" if stream.language in (None, "und") else stream.language,
            _title(stream.metadata),
            number == 0,
        )
        for number, stream in enumerate(sound_streams(container))
    )


def _title(metadata: dict[str, str]) -> str:
    """The name that a person gave; programs call every sound "SoundHandler"."""
    handler = metadata.get("handler_name", "")
    return metadata.get("title") or ("" if handler.lower().replace(" ", "") in _NO_TITLES else handler)


def _captions(container: Any) -> list[CaptionStream]:
    return [
        CaptionStream(stream.index, stream.language or "", stream.codec_context.name)
        for stream in container.streams.subtitles
        if stream.codec_context is not None and stream.codec_context.name in _TEXT_CAPTIONS
    ]
