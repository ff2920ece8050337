"""Cuts that restart a GOP: one frame is encoded, and all frames after it are copied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import av

from adapters.video.cutting.frame_range import FrameRange, restart_gop
from adapters.video.cutting.segment_index import SegmentIndex, read_packets
from adapters.video.cutting.transcoding import FrameEncoder, create_encoder, decode_frames
from adapters.video.h264.frame_numbers import FrameNumbering


@dataclass(frozen=True)
class SmartCut:
    """A cut plan.

    `idr_frame` is the first frame if it restarts a GOP, otherwise None. `renumbered_frames` has the copied
    frames of this GOP by their position in decoding order.
    """

    frame_range: FrameRange
    idr_frame: Any = None
    renumbered_frames: Mapping[int, bytes] = field(default_factory=dict)

    def rewrite_packet(self, order: int, packet: Any) -> Any:
        """Return a copied frame's packet as it appears in the cut."""
        if order not in self.renumbered_frames:
            return packet
        rewritten: Any = av.Packet(self.renumbered_frames[order])
        rewritten.pts, rewritten.dts, rewritten.time_base = packet.pts, packet.dts, packet.time_base
        return rewritten


def plan_smart_cut(frame_range: FrameRange) -> SmartCut:
    """Return the cut that copies as many frames as possible.

    Video from Touchline's encoder can be restarted at any frame, because each frame refers only to the one
    before it. In other streams a frame may refer to several frames, including later ones.
    """
    restarted_gop = restart_gop(frame_range)
    if restarted_gop is None:
        return SmartCut(frame_range)
    gop, extended_range = restarted_gop
    parameter_sets = frame_range.index.frames[gop.start].parameter_sets
    frame_numbering = FrameNumbering.from_parameter_sets(parameter_sets) if parameter_sets else None
    if frame_numbering is None:
        return SmartCut(frame_range)
    renumbered_frames = _renumber_frames(frame_range.index, gop, frame_range.start, frame_numbering)
    if renumbered_frames is None:
        return SmartCut(frame_range)
    first_frame = next(decode_frames(frame_range.index, frame_range.start, frame_range.start + 1))
    if (
        FrameEncoder(frame_range, first_frame, create_encoder(), high_quality=True).parameter_sets
        != parameter_sets
    ):
        return SmartCut(frame_range)
    return SmartCut(extended_range, first_frame, renumbered_frames)


def _renumber_frames(
    index: SegmentIndex, gop: range, first_frame: int, frame_numbering: FrameNumbering
) -> dict[int, bytes] | None:
    """Return the copied frames of the GOP with new frame numbers, or None if the numbers do not increase one
    by one.
    """
    renumbered_frames: dict[int, bytes] = {}
    first_segment, last_segment = index.frames[gop.start].segment, index.frames[gop.stop - 1].segment
    for segment in index.segments[first_segment : last_segment + 1]:
        for order, packet in enumerate(read_packets(segment, "video"), segment.first_order):
            if not gop.start < order < gop.stop:
                continue
            coded_frame = bytes(packet)
            if (
                frame_numbering.read_frame_num(coded_frame)
                != (order - gop.start) % frame_numbering.max_frame_num
            ):
                return None
            if order > first_frame:
                renumbered_frames[order] = frame_numbering.with_frame_num(coded_frame, order - first_frame)
    return renumbered_frames
