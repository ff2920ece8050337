"""The playlists of a clip (RFC 8216): those of its event, narrowed to the segments that it needs.

A player shows what lies between the clip's first and last frame; EXT-X-START leads those that know it to the
first one.
"""

from __future__ import annotations

from collections.abc import Sequence

from touchline.clips.domain.clip import Range
from touchline.clips.domain.footage import Footage, Piece, Rendition

MASTER = "master.m3u8"


def needed(footage: Footage, asked: Range) -> tuple[Rendition, ...]:
    """The renditions with the pieces that the range needs; one that has not all of them is left out."""
    narrowed = (
        Rendition(one.name, one.width, one.height, one.attributes, one.within(asked.start_ms, asked.end_ms))
        for one in footage.renditions
    )
    return tuple(one for one in narrowed if _covers(one.pieces, asked))


def offset_of(rendition: Rendition, asked: Range) -> int:
    """How far into the clip's playlist its first frame lies."""
    return asked.start_ms - rendition.pieces[0].start_ms


def name_of(number: int) -> str:
    """The name of a segment beside the clip's playlist."""
    return f"{number:05}.ts"


def master_text(renditions: Sequence[Rendition]) -> str:
    """The multivariant playlist."""
    lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS"]
    for one in renditions:
        lines += [f"#EXT-X-STREAM-INF:{one.attributes}", f"{one.name}/index.m3u8"]
    return "\n".join(lines) + "\n"


def media_text(rendition: Rendition, offset_ms: int) -> str:
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
    take = rendition.pieces[0].take
    for number, piece in enumerate(rendition.pieces):
        lines += ["#EXT-X-DISCONTINUITY"] if piece.take != take else []
        lines += [f"#EXTINF:{piece.duration_ms / 1000:.3f},", name_of(number)]
        take = piece.take
    return "\n".join([*lines, "#EXT-X-ENDLIST"]) + "\n"


def _covers(pieces: Sequence[Piece], asked: Range) -> bool:
    """Whether nothing of the range is missing at its ends; a frame's length is nothing."""
    if not pieces:
        return False
    slack = 20
    return pieces[0].start_ms <= asked.start_ms + slack and pieces[-1].end_ms >= asked.end_ms - slack
