"""The segments of footage with the time at which each was live."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from touchline.catalog.application.scoring.recording_clock import find_recording_anchors
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.media.footage import Footage, FootageRendition, FootageSegment
from touchline.catalog.domain.media.range_playlists import TimedSegment
from touchline.catalog.domain.media.wall_clock import ClockAnchor, get_instant
from touchline.catalog.ports.media.assets import Assets


def list_timed_segments(
    assets: Assets, event: Event, footage: Footage
) -> Mapping[str, Sequence[TimedSegment]]:
    """Return the segments that all renditions have, with the time at which each was live, by rendition.

    A rendition of a live stream may be one segment behind the others. At most one query.
    """
    if not footage.renditions:
        return {}
    folder = get_media_folder(footage.renditions[0])
    anchors = _get_live_anchors(footage) if footage.is_live else find_recording_anchors(assets, event)
    return {
        name: [_to_timed(segment, folder, anchors) for segment in segments]
        for name, segments in list_shared_segments(footage).items()
    }


def list_shared_segments(footage: Footage) -> Mapping[str, Sequence[FootageSegment]]:
    """Return the segments that all renditions have, by rendition, the largest one first."""
    by_name = [{_get_name(it): it for it in rendition.segments} for rendition in footage.renditions]
    shared = [name for name in by_name[0] if all(name in segments for segments in by_name)] if by_name else []
    return {
        rendition.name: [segments[name] for name in shared]
        for rendition, segments in zip(footage.renditions, by_name, strict=True)
    }


def get_media_folder(rendition: FootageRendition) -> str:
    """Return the folder of a recording or live stream: the first two parts of each key."""
    return "/".join(rendition.segments[0].key.split("/")[:2]) if rendition.segments else ""


def _get_live_anchors(footage: Footage) -> list[ClockAnchor]:
    """Return the clock of a live stream. Its segments count from the origin."""
    return [ClockAnchor(0, round(footage.origin.timestamp() * 1000))] if footage.origin else []


def _get_name(segment: FootageSegment) -> str:
    """Return the file name. Segments of the same time have the same name in every rendition."""
    return segment.key.rpartition("/")[2]


def _to_timed(segment: FootageSegment, folder: str, anchors: Sequence[ClockAnchor]) -> TimedSegment:
    at_ms = get_instant(anchors, segment.start_ms)
    return TimedSegment(
        segment.key.removeprefix(f"{folder}/"), at_ms, segment.duration_ms, segment.discontinuity
    )
