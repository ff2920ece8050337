"""Opening a group of pictures anew: one of them is encoded, and all behind it are copied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import av

from adapters.video.cut_range import Range, if_opened
from adapters.video.edges import Encoder, decoded, new_encoder
from adapters.video.reel import Reel, packets
from adapters.video.slices import Counting


@dataclass(frozen=True)
class Opened:
    """A cut; `first` is its first picture where that opens a group anew, and `renumbered` has the copied ones
    of this group by their places in the order of decoding.
    """

    cut: Range
    first: Any = None
    renumbered: Mapping[int, bytes] = field(default_factory=dict)

    def packet(self, order: int, packet: Any) -> Any:
        """A picture that is copied, as it stands in the cut."""
        if order not in self.renumbered:
            return packet
        changed: Any = av.Packet(self.renumbered[order])
        changed.pts, changed.dts, changed.time_base = packet.pts, packet.dts, packet.time_base
        return changed


def opened_within(cut: Range) -> Opened:
    """The cut with as many pictures copied as can be.

    What our own encoder made can be opened anywhere: each of its pictures refers to the one before it alone.
    In a stranger's stream one may refer to several, and to later ones.
    """
    found = if_opened(cut)
    if found is None:
        return Opened(cut)
    group, opened = found
    sets = cut.reel.pictures[group.start].sets
    counting = Counting.of(sets) if sets else None
    if counting is None:
        return Opened(cut)
    renumbered = _renumbered(cut.reel, group, cut.first, counting)
    if renumbered is None:
        return Opened(cut)
    first = next(decoded(cut.reel, cut.first, cut.first + 1))
    if Encoder(cut, first, new_encoder(), fine=True).sets != sets:
        return Opened(cut)
    return Opened(opened, first, renumbered)


def _renumbered(reel: Reel, group: range, first: int, counting: Counting) -> dict[int, bytes] | None:
    """The pictures of the group behind the first of the cut; None where they are not counted one by one."""
    found: dict[int, bytes] = {}
    begin, end = reel.pictures[group.start].segment, reel.pictures[group.stop - 1].segment
    for segment in reel.segments[begin : end + 1]:
        for order, packet in enumerate(packets(segment, "video"), segment.before):
            if not group.start < order < group.stop:
                continue
            coded = bytes(packet)
            if counting.number(coded) != (order - group.start) % counting.wraps:
                return None
            if order > first:
                found[order] = counting.renumbered(coded, order - first)
    return found
