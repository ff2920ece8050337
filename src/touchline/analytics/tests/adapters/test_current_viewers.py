"""Viewers of this minute, and those whose video stalled, in every store."""

from __future__ import annotations

from typing import Any

from touchline.analytics.domain.records import ContentKind, PlaybackEvent, PlaybackEventType
from touchline.analytics.ports.store import AnalyticsStore
from touchline.analytics.tests.record_builders import (
    PRAIRIE,
    START,
    batch,
    first_frame,
    playback_event,
    viewing,
)

EVENT, LIBRARY_ITEM = (ContentKind.EVENT, 12), (ContentKind.LIBRARY_ITEM, 12)


def test_current_viewers_watched_since_a_second(store: AnalyticsStore) -> None:
    store.write(batch(viewing(10, 59, "ada"), viewing(10, 60, "bo"), viewing(10, 119, "bo")))
    store.write(batch(viewing(10, 120, "ada"), viewing(9, 121, "ada", thing_kind=ContentKind.LIBRARY_ITEM)))
    store.write(batch(first_frame(130, "cy")))
    assert store.count_viewers_since(PRAIRIE, START + 60) == {EVENT: 2, LIBRARY_ITEM: 1}
    assert store.count_sessions_since(PRAIRIE, START + 60) == 2
    assert store.count_viewers_by_minute(PRAIRIE, START + 60) == {START + 60: 1, START + 120: 1}


def test_stalled_viewers_had_a_stall_of_this_event_since_a_second(store: AnalyticsStore) -> None:
    def stall(second: int, who: str, **changes: Any) -> PlaybackEvent:
        return playback_event(PlaybackEventType.STALL, second, who, **changes)

    store.write(batch(stall(59, "ada"), stall(60, "bo"), stall(70, "bo"), stall(80, "cy")))
    store.write(batch(stall(90, "ada", thing_kind=ContentKind.LIBRARY_ITEM), viewing(10, 95, "eve")))
    assert store.count_stalled_since(PRAIRIE, EVENT, START + 60) == 2
