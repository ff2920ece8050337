"""What a segment holds, read with PyAV: size and codecs, and whether browsers play it."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av

_PROFILES = frozenset({"Baseline", "Constrained Baseline", "Main", "High", "Constrained High"})
_CALLED = {
    "hevc": "H.265 (HEVC)",
    "av1": "AV1",
    "vp9": "VP9",
    "mpeg2video": "MPEG-2",
    "mp3": "MP3",
    "opus": "Opus",
}
_AAC_PROFILES = {"LC": "mp4a.40.2", "HE-AAC": "mp4a.40.5", "HE-AACv2": "mp4a.40.29"}


class Unusable(Exception):
    """Browsers cannot play this; the text is a sentence for the operator."""


@dataclass(frozen=True)
class Facts:
    """Width and height in pixels, codecs as in RFC 6381."""

    width: int
    height: int
    codecs: str


def probe(segment: Path) -> Facts:
    """The facts of a whole segment, or `Unusable`."""
    with av.open(str(segment)) as container:
        if not container.streams.video:
            raise Unusable("The encoder sends no picture, only sound.")
        video = container.streams.video[0].codec_context
        codecs = [_video(video), *(_sound(stream.codec_context) for stream in container.streams.audio[:1])]
        return Facts(video.width, video.height, ",".join(codecs))


def _video(codec: Any) -> str:
    if codec.name != "h264":
        raise Unusable(f"The encoder sends its picture as {_called(codec)}; set it to H.264.")
    if codec.pix_fmt not in ("yuv420p", "yuvj420p") or codec.profile not in _PROFILES:
        raise Unusable(
            f"The encoder sends H.264 in the profile {codec.profile}, which browsers do not play; "
            "set it to High."
        )
    found = re.search(rb"\x00\x00\x01[\x27\x47\x67](...)", codec.extradata or b"", re.DOTALL)
    if found is None:
        raise Unusable("The encoder's picture cannot be read: it sends no H.264 parameters.")
    return f"avc1.{found.group(1).hex()}"


def _sound(codec: Any) -> str:
    if codec.name != "aac":
        raise Unusable(f"The encoder sends its sound as {_called(codec)}; set it to AAC.")
    return _AAC_PROFILES.get(str(codec.profile), "mp4a.40.2")


def _called(codec: Any) -> str:
    return _CALLED.get(str(codec.name), str(codec.name).upper())
