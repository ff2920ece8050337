"""The part of a stream that viewers with audio only may have: its audio renditions and captions."""

from __future__ import annotations

import re
from itertools import pairwise

from touchline.catalog.domain.media.playlist_tags import MEDIA_TAG, VARIANT_TAG, parse_attributes

MASTER_NAME = "master.m3u8"
_ROOTS = ("assets", "live")
_AUDIO_FOLDER = re.compile(r"(?:audio[0-9]*|a[0-9]+|captions|captions-[A-Za-z0-9-]+)")
_AUDIO_CODEC = re.compile(r"(?:mp4a|ac-3|ec-3|opus|fLaC)(?:\.[A-Za-z0-9.]+)?")
_CLOSED_CAPTIONS = re.compile(r',CLOSED-CAPTIONS="[^"]*"')
_KEPT_TRACKS = ("AUDIO", "SUBTITLES")


def is_master_path(path: str) -> bool:
    """Return whether this is the master playlist of a recording or live stream. It names all renditions."""
    root, *rest = path.split("/")
    return root in _ROOTS and len(rest) == 2 and rest[1] == MASTER_NAME


def is_audio_path(path: str) -> bool:
    """Return whether a file of a recording or live stream has no picture: audio, captions, or a playlist of
    them. Unknown files count as pictures.
    """
    root, *rest = path.split("/")
    if root not in _ROOTS or len(rest) < 2:
        return False
    name = rest[1]
    if len(rest) == 2:
        if not name.endswith(".m3u8"):
            return False
        name = name.removesuffix(".m3u8").removesuffix(".parts")
    return _AUDIO_FOLDER.fullmatch(name) is not None


def select_audio(master: str) -> str | None:
    """Return a master playlist with the audio-only variants and the tracks of audio and captions alone.

    None if the stream has no audio-only variant.
    """
    lines, kept, has_variant = master.splitlines(), list[str](), False
    for line, following in pairwise([*lines, ""]):
        if line.startswith(VARIANT_TAG) and _is_audio_variant(line):
            kept += [_CLOSED_CAPTIONS.sub("", line), following]
            has_variant = True
        elif line.startswith(MEDIA_TAG):
            attributes = parse_attributes(line.removeprefix(MEDIA_TAG))
            kept += [line] if attributes.get("TYPE") in _KEPT_TRACKS else []
        elif line.startswith(("#EXTM3U", "#EXT-X-VERSION:", "#EXT-X-INDEPENDENT-SEGMENTS")):
            kept.append(line)
    return "\n".join(kept) + "\n" if has_variant else None


def _is_audio_variant(line: str) -> bool:
    """Return whether a variant has audio codecs only, and no size."""
    attributes = parse_attributes(line.removeprefix(VARIANT_TAG))
    codecs = [codec.strip() for codec in attributes.get("CODECS", "").split(",")]
    return "RESOLUTION" not in attributes and all(_AUDIO_CODEC.fullmatch(codec) for codec in codecs)
