"""What a file holds, read with PyAV (the ffmpeg of the registry comes without ffprobe)."""

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import av.error

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
_HDR = frozenset({16, 18})  # AVCOL_TRC_SMPTE2084 (PQ), AVCOL_TRC_ARIB_STD_B67 (HLG)
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
class Source:
    """The facts of a source. Width and height are as shown: turned, with square pixels.

    `picture_seconds` is how long its pictures are promised to last, `seconds` the best guess for progress.
    """

    path: Path
    width: int
    height: int
    rate: Fraction | None
    seconds: float | None
    picture_seconds: float | None
    video_index: int
    audio_index: int | None
    captions: tuple[CaptionStream, ...]
    interlaced: bool
    hdr: bool
    plain: bool
    """Neither turned nor stretched: its pictures may be used as they are."""


def readers() -> str:
    """The formats that may be read, as ffmpeg's option `format_whitelist` wants them."""
    names = (name for name in sorted(av.formats_available) if not name.startswith(_NOT_VIDEO))
    return ",".join(name for name in names if not name.endswith("_pipe"))


def input_options() -> dict[str, str]:
    """Options for every reading of a foreign file: only files, only ordinary formats."""
    return {"protocol_whitelist": "file", "format_whitelist": readers()}


def open_source(path: Path) -> Any:
    """Open a foreign file with PyAV; `VideoRefused` where it is empty or nothing that can be read."""
    if path.stat().st_size == 0:
        raise VideoRefused("The file is empty (0 bytes).")
    try:
        return av.open(str(path), options=input_options())
    except (av.error.FFmpegError, ValueError, OSError):
        raise VideoRefused(BROKEN) from None


def probe(path: Path) -> Source:
    """Read the facts and one picture; `VideoRefused` says in a sentence why there can be no stream."""
    with open_source(path) as container:
        video = _main_video(container)
        picture = _first_picture(container, video)
        stretch = video.sample_aspect_ratio or Fraction(1)
        width, height = _shown(picture, stretch)
        audio = next((stream for stream in container.streams.audio if stream.codec_context), None)
        return Source(
            path=path,
            width=width,
            height=height,
            rate=video.average_rate or video.guessed_rate,
            seconds=_picture_seconds(container, video) or _seconds(container),
            picture_seconds=_picture_seconds(container, video),
            video_index=video.index,
            audio_index=audio.index if audio is not None else None,
            captions=tuple(_captions(container)),
            interlaced=bool(picture.interlaced_frame),
            hdr=int(video.codec_context.color_trc or 0) in _HDR,
            plain=picture.rotation == 0 and stretch in (0, 1),
        )


def _main_video(container: Any) -> Any:
    """The largest video stream that is no cover picture."""
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


def _first_picture(container: Any, video: Any) -> Any:
    try:
        for picture in container.decode(video):
            return picture
    except av.error.FFmpegError:
        pass
    raise VideoRefused(BROKEN)


def _shown(picture: Any, stretch: Fraction) -> tuple[int, int]:
    width = round(picture.width * (stretch if stretch > 0 else 1))
    height = picture.height
    if picture.rotation % 180:
        width, height = height, width
    if max(width, height) > _MOST_PIXELS:
        raise VideoRefused(f"The picture is too large: {width}×{height}, at most {_MOST_PIXELS} each way.")
    if min(width, height) < _LEAST_PIXELS:
        raise VideoRefused(f"The picture is too small: {width}×{height}, at least {_LEAST_PIXELS} each way.")
    return width, height


def _picture_seconds(container: Any, video: Any) -> float | None:
    """What the file says of the length of its pictures: stream, Matroska's tag, or a mute file."""
    if video.duration:
        return float(video.duration * video.time_base)
    tag = re.fullmatch(r"(\d+):(\d\d):(\d\d(?:\.\d+)?)", video.metadata.get("DURATION", ""))
    if tag:
        return int(tag[1]) * 3600 + int(tag[2]) * 60 + float(tag[3])
    return _seconds(container) if not container.streams.audio else None


def _seconds(container: Any) -> float | None:
    return container.duration / av.time_base if container.duration else None


def _captions(container: Any) -> list[CaptionStream]:
    return [
        CaptionStream(stream.index, stream.language or "", stream.codec_context.name)
        for stream in container.streams.subtitles
        if stream.codec_context is not None and stream.codec_context.name in _TEXT_CAPTIONS
    ]
