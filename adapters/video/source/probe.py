"""File properties read with PyAV, because the ffmpeg package has no ffprobe."""

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

# Demuxers of playlists, scripts, images and networks: such a "video" could name any other file or address.
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
"""Formats whose header has the duration of the file."""
_MAX_SIDE = 8192
_MIN_SIDE = 16
UNREADABLE_MESSAGE = "The file is not a readable video. It may be damaged or incomplete."


@dataclass(frozen=True)
class CaptionStream:
    """A text stream in the file. `language` is as in the file (often ISO 639-2), or "".

    `codec` is ffmpeg's name of its format.
    """

    index: int
    language: str
    codec: str = ""


@dataclass(frozen=True)
class AudioStream:
    """An audio track of the file. `language` (often ISO 639-2) and `title` are "" if the file has none.

    `is_default` marks the one track that plays if the viewer does not choose.
    """

    index: int
    language: str
    title: str
    is_default: bool


@dataclass(frozen=True)
class MediaSource:
    """Properties from the header of a file and from its first frame. `audio_streams` has the default track
    first.

    `video_seconds` is the duration of the video according to the file, or None if the file does not say.
    """

    path: Path
    parts: tuple[FilePart, ...]
    codec: str
    """Video codec, as ffmpeg names it."""
    coded_size: tuple[int, int]
    """Width and height of the first frame in the file, in pixels."""
    frame_rate: Fraction | None
    video_seconds: float | None
    audio_streams: tuple[AudioStream, ...]
    caption_streams: tuple[CaptionStream, ...]
    rotation: int
    """Degrees counterclockwise by which frames are rotated for display."""
    sample_aspect_ratio: Fraction
    """Width of a pixel divided by its height, as the file says, or 0 if it does not."""
    max_gap: int = MAX_GAP
    """Maximum gap in ticks of 1/90,000 s. Longer pauses in the signal are closed, shorter ones are filled."""


def allowed_formats() -> str:
    """Return the allowed formats as the value of ffmpeg's option `format_whitelist`."""
    names = (name for name in sorted(av.formats_available) if not name.startswith(_REJECTED_FORMATS))
    return ",".join(name for name in names if not name.endswith("_pipe"))


def input_options() -> dict[str, str]:
    """Return the options for reading untrusted files: file access only, common formats only."""
    return {"protocol_whitelist": "file,subfile", "format_whitelist": allowed_formats()}


def open_source(part: FilePart) -> Any:
    """Open an untrusted file with PyAV. Raises `VideoRefusedError` if it is empty or unreadable."""
    if part.path.stat().st_size == 0:
        raise VideoRefusedError("The file is empty (0 bytes).")
    try:
        return av.open(part.url, options=input_options())
    except (av.error.FFmpegError, ValueError, OSError):
        raise VideoRefusedError(UNREADABLE_MESSAGE) from None


def probe(path: Path, max_gap: int = MAX_GAP) -> MediaSource:
    """Read the header and one frame of a file.

    Raises `VideoRefusedError`, with a sentence that says why, if no stream can be made from it.
    """
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
    """Return the largest video stream that is not a cover image. Raises `VideoRefusedError` if there is
    none."""
    cover_art = av.stream.Disposition.attached_pic
    streams = [
        stream
        for stream in container.streams.video
        if stream.codec_context is not None and not stream.disposition & cover_art
    ]
    if not streams:
        reason = " it has only audio" if container.streams.audio else " it has no video"
        raise VideoRefusedError(f"The file is not a video:{reason}.")
    main_stream = max(streams, key=lambda stream: stream.codec_context.width * stream.codec_context.height)
    if (
        main_stream.codec_context.name in _IMAGE_CODECS
        and main_stream.frames in (0, 1)
        and not container.streams.audio
    ):
        raise VideoRefusedError("The file is an image, not a video.")
    return main_stream


def list_audio_streams(container: Any) -> list[Any]:
    """Return the audio tracks that can be decoded, the default track first, the others in file order."""
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
    """Return the display size of a coded frame: rotated, with square pixels.

    Raises `VideoRefusedError` if it is too large or too small to process.
    """
    width = round(width * (sample_aspect_ratio if sample_aspect_ratio > 0 else 1))
    if rotation % 180:
        width, height = height, width
    if max(width, height) > _MAX_SIDE:
        raise VideoRefusedError(
            f"The video is too large: {width}×{height}. Use at most {_MAX_SIDE} in each direction."
        )
    if min(width, height) < _MIN_SIDE:
        raise VideoRefusedError(
            f"The video is too small: {width}×{height}. Use at least {_MIN_SIDE} in each direction."
        )
    return width, height


def _declared_video_seconds(container: Any, video: Any) -> float | None:
    """Return the duration of the video as the file declares it, or None.

    The value comes from the stream, from Matroska's tag, or from the container if it has no audio. In formats
    without a header, a duration would be a guess from timestamps, which may jump.
    """
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
    """Return the title that a person chose. Programs name every audio track "SoundHandler"."""
    handler = metadata.get("handler_name", "")
    return metadata.get("title") or ("" if handler.lower().replace(" ", "") in _GENERIC_HANDLERS else handler)


def _read_caption_streams(container: Any) -> list[CaptionStream]:
    return [
        CaptionStream(stream.index, stream.language or "", stream.codec_context.name)
        for stream in container.streams.subtitles
        if stream.codec_context is not None and stream.codec_context.name in _TEXT_CAPTION_CODECS
    ]
