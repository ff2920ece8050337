"""The playlists of a clip (RFC 8216): those of its event, narrowed to the segments that it needs.

A player shows what lies between the clip's first and last frame; EXT-X-START leads those that know it to the
first one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from touchline.clips.domain.clip import ROUNDED_MS, SHORTEST_MS, Range
from touchline.clips.domain.footage import Footage, Piece, Rendition, Sound
from touchline.shared.errors import Refused

MASTER = "master.m3u8"
NO_PICTURES = "There are no pictures in this range."
_SOUNDS = "sounds"
_CLOSED_CAPTIONS = re.compile(r',?CLOSED-CAPTIONS="[^"]*"')
_ALIGNED_MS = 20
"""Segments of two renditions that begin so near to each other begin with the same picture."""


def needed(footage: Footage, asked: Range) -> tuple[Rendition, ...]:
    """The renditions with the pieces that the range needs, the largest first; `Refused` where there are none.

    One whose pieces do not lie as those of the largest do is left out: a player changes between them by their
    numbers.
    """
    narrowed = (_narrowed(one, asked) for one in footage.renditions if one.pieces)
    first = next(narrowed, None)
    if first is None or not first.pieces:
        raise Refused(NO_PICTURES)
    return (first, *(one for one in narrowed if _aligned(one.pieces, first.pieces)))


def shown(rendition: Rendition, asked: Range) -> Range:
    """The range without the time in which nothing came in: that is how long the clip plays."""
    pieces = rendition.pieces
    start = max(asked.start_ms, pieces[0].start_ms)
    lost = sum(max(0, after.start_ms - before.end_ms) for before, after in _breaks(pieces))
    shown = Range(start, min(asked.end_ms, pieces[-1].end_ms) - start - lost)
    if shown.duration_ms < SHORTEST_MS - ROUNDED_MS:
        raise Refused(NO_PICTURES)
    return shown


def offset_of(rendition: Rendition, shown: Range) -> int:
    """How far into the clip's playlist its first frame lies."""
    return shown.start_ms - rendition.pieces[0].start_ms


def name_of(number: int) -> str:
    """The name of a segment beside the clip's playlist."""
    return f"{number:05}.ts"


def sounds_of(footage: Footage, pictures: Rendition) -> tuple[Sound, ...]:
    """Return the sounds that go with pictures that `needed` narrowed; none where there is no choice.

    A player changes between them by the numbers of their segments, so each has as many as the pictures.
    """
    whole = next(one.pieces for one in footage.renditions if one.name == pictures.name)
    first = whole.index(pictures.pieces[0])
    past = first + len(pictures.pieces)
    chosen = [
        one if one.is_default else replace(one, pieces=one.pieces[first:past])
        for one in footage.sounds
        if one.is_default or len(one.pieces) >= past
    ]
    return tuple(chosen) if len(chosen) > 1 else ()


def master_text(
    renditions: Sequence[Rendition], sounds: Sequence[Sound] = (), closed_captions: Sequence[str] = ()
) -> str:
    """The multivariant playlist; `closed_captions` are EXT-X-MEDIA tags."""
    lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS"]
    lines += [_sound_line(one, sounds) for one in sounds]
    lines += closed_captions
    group = f',AUDIO="{_SOUNDS}"' if sounds else ""
    for one in renditions:
        attributes = one.attributes if closed_captions else _CLOSED_CAPTIONS.sub("", one.attributes)
        lines += [f"#EXT-X-STREAM-INF:{attributes}{group}", f"{one.name}/index.m3u8"]
    return "\n".join(lines) + "\n"


def media_text(rendition: Rendition | Sound, offset_ms: int) -> str:
    """The media playlist of one rendition."""
    longest = max(piece.duration_ms for piece in rendition.pieces)
    lines = [
        "#EXTM3U",
        "#EXT-X-VERSION:6",
        "#EXT-X-INDEPENDENT-SEGMENTS",
        f"#EXT-X-TARGETDURATION:{(longest + 500) // 1000 or 1}",
        "#EXT-X-MEDIA-SEQUENCE:0",
        "#EXT-X-PLAYLIST-TYPE:VOD",
        f"#EXT-X-START:TIME-OFFSET={offset_ms / 1000:.3f},PRECISE=YES",
    ]
    after_a_break = {after.key for _, after in _breaks(rendition.pieces)}
    for number, piece in enumerate(rendition.pieces):
        lines += ["#EXT-X-DISCONTINUITY"] if piece.key in after_a_break else []
        lines += [f"#EXTINF:{piece.duration_ms / 1000:.3f},", name_of(number)]
    return "\n".join([*lines, "#EXT-X-ENDLIST"]) + "\n"


def _sound_line(sound: Sound, group: Sequence[Sound]) -> str:
    first = next(one for one in group if one.language == sound.language)
    auto = "YES" if first is sound or not sound.language else "NO"
    said = [f'TYPE=AUDIO,GROUP-ID="{_SOUNDS}",NAME="{sound.name}"']
    said += [f'LANGUAGE="{sound.language}"'] if sound.language else []
    default = "YES" if sound.is_default else "NO"
    said += [f'DEFAULT={default},AUTOSELECT={auto},CHANNELS="2"']
    said += [] if sound.is_default else [f'URI="{sound.folder}/index.m3u8"']
    return f"#EXT-X-MEDIA:{','.join(said)}"


def _narrowed(one: Rendition, asked: Range) -> Rendition:
    within = one.within(asked.start_ms, asked.end_ms)
    return Rendition(one.name, one.width, one.height, one.attributes, within)


def _aligned(pieces: Sequence[Piece], others: Sequence[Piece]) -> bool:
    if len(pieces) != len(others):
        return False
    both = zip(pieces, others, strict=True)
    return all(abs(one.start_ms - other.start_ms) <= _ALIGNED_MS for one, other in both)


def _breaks(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Piece]]:
    return (pair for pair in pairwise(pieces) if pair[0].take != pair[1].take)
