"""The multivariant playlist of a recording (RFC 8216, 4.3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from adapters.video.iframe_playlists import IFramePlaylist
from adapters.video.playlists import AUDIO_CODEC, CaptionTrack, Rendition, bit_rates, video_codec

_SOUNDS, _CAPTIONS, _CLOSED = "sounds", "captions", "closed"


@dataclass(frozen=True)
class AudioTrack:
    """A sound to choose from. `made` has the rendition of its own; None where the pictures carry it.

    `language` is a BCP 47 tag, or "". The names of all tracks differ.
    """

    name: str
    language: str
    default: bool
    made: Rendition | None


_Track = TypeVar("_Track", AudioTrack, CaptionTrack)


@dataclass(frozen=True)
class ClosedCaptionTrack:
    """Captions within the pictures; `channel` is `CC1` to `CC4`."""

    channel: str
    name: str
    language: str


@dataclass(frozen=True)
class Presentation:
    """All that was made of a recording; `pictures` has the largest first."""

    pictures: Sequence[Rendition]
    rate: Fraction
    sounds: Sequence[AudioTrack] = ()
    audio_only: Rendition | None = None
    captions: Sequence[CaptionTrack] = ()
    closed_captions: Sequence[ClosedCaptionTrack] = ()
    iframes: Sequence[IFramePlaylist] = ()


def master_playlist(made: Presentation) -> str:
    """Return the playlist: variants in order of bit rate, the highest first, measured from the segments."""
    lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS"]
    lines += [_sound(track, auto) for track, auto in _selected(_choice(made))]
    lines += [_captions(track, auto) for track, auto in _selected(made.captions)]
    lines += [_closed(track) for track in made.closed_captions]
    for _, variant in sorted(_variants(made), key=lambda pair: -pair[0]):
        lines += variant
    lines += [_iframes(one, made) for one in sorted(made.iframes, key=lambda one: -one.peak)]
    return "\n".join(lines) + "\n"


def _selected(tracks: Sequence[_Track]) -> list[tuple[_Track, str]]:
    """Each with its AUTOSELECT: players may choose the first of a language by themselves, and no other."""
    seen: set[str] = set()
    found = []
    for track in tracks:
        auto = "NO" if track.language and track.language in seen else "YES"
        seen.add(track.language)
        found.append((track, f"AUTOSELECT={auto}"))
    return found


def _media(kind: str, group: str, name: str, language: str, *more: str) -> str:
    """An EXT-X-MEDIA tag (RFC 8216, 4.3.4.1)."""
    quoted = name.replace('"', "")
    said = [f"TYPE={kind}", f'GROUP-ID="{group}"', f'NAME="{quoted}"']
    said += [f'LANGUAGE="{language}"'] if language else []
    return "#EXT-X-MEDIA:" + ",".join([*said, *more])


def _closed(track: ClosedCaptionTrack) -> str:
    more = ("DEFAULT=NO", "AUTOSELECT=YES", f'INSTREAM-ID="{track.channel}"')
    return _media("CLOSED-CAPTIONS", _CLOSED, track.name, track.language, *more)


def _choice(made: Presentation) -> Sequence[AudioTrack]:
    """One sound alone is no choice."""
    return made.sounds if len(made.sounds) > 1 else ()


def _sound(track: AudioTrack, auto: str) -> str:
    more = [f"DEFAULT={'YES' if track.default else 'NO'}", auto, 'CHANNELS="2"']
    more += [f'URI="{track.made.name}/index.m3u8"'] if track.made else []
    return _media("AUDIO", _SOUNDS, track.name, track.language, *more)


def _captions(track: CaptionTrack, auto: str) -> str:
    more = ("DEFAULT=NO", auto, "FORCED=NO", f'URI="{track.uri}"')
    return _media("SUBTITLES", _CAPTIONS, track.name, track.language, *more)


def _variants(made: Presentation) -> list[tuple[int, list[str]]]:
    """The highest bit rate of each variant, and its lines. Another sound comes on top of the pictures."""
    others = [bit_rates(track.made) for track in _choice(made) if track.made]
    more_peak = max((peak for peak, _ in others), default=0)
    more_average = max((average for _, average in others), default=0)
    groups = _groups(made)
    found = []
    for one in made.pictures:
        peak, average = bit_rates(one)
        codecs = f"{video_codec(one.segments[0].path)},{AUDIO_CODEC}"
        said = f"RESOLUTION={one.width}x{one.height},FRAME-RATE={float(made.rate):.3f}"
        rates = f"BANDWIDTH={peak + more_peak},AVERAGE-BANDWIDTH={average + more_average}"
        line = f'#EXT-X-STREAM-INF:{rates},{said},CODECS="{codecs}"{groups}'
        found.append((peak + more_peak, [line, f"{one.name}/index.m3u8"]))
    if made.audio_only:
        peak, average = (max(rates) for rates in zip(bit_rates(made.audio_only), *others, strict=True))
        line = f'#EXT-X-STREAM-INF:BANDWIDTH={peak},AVERAGE-BANDWIDTH={average},CODECS="{AUDIO_CODEC}"'
        groups = _groups(made, has_pictures=False)
        found.append((peak, [line + groups, f"{made.audio_only.name}/index.m3u8"]))
    return found


def _groups(made: Presentation, *, has_pictures: bool = True) -> str:
    closed = f',CLOSED-CAPTIONS="{_CLOSED}"' if has_pictures else ""
    return (
        (f',AUDIO="{_SOUNDS}"' if _choice(made) else "")
        + (f',SUBTITLES="{_CAPTIONS}"' if made.captions else "")
        + (closed if made.closed_captions else ",CLOSED-CAPTIONS=NONE")
    )


def _iframes(one: IFramePlaylist, made: Presentation) -> str:
    codec = next(
        video_codec(each.segments[0].path) for each in made.pictures if one.uri.startswith(f"{each.name}/")
    )
    return (
        f"#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH={one.peak},AVERAGE-BANDWIDTH={one.average},"
        f'RESOLUTION={one.width}x{one.height},CODECS="{codec}",URI="{one.uri}"'
    )
