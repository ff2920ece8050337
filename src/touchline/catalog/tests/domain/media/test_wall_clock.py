"""The wall clock of recordings: ingest sessions, missing segments and trims."""

from datetime import timedelta

from touchline.catalog.domain.media.live_playlists import LivePlaylist
from touchline.catalog.domain.media.wall_clock import ClockAnchor, build_anchors, trim_anchors
from touchline.catalog.tests.samples import NOON

NOON_MS = int(NOON.timestamp() * 1000)


def build_playlist() -> LivePlaylist:
    """Return the segments of two ingest sessions, with a minute between their starts."""
    playlist = LivePlaylist()
    playlist.entries += playlist.build_entries(1, [2000, 3000], NOON)
    playlist.entries += playlist.build_entries(2, [4000], NOON + timedelta(minutes=1))
    return playlist


def test_each_ingest_session_has_an_anchor() -> None:
    assert build_anchors(build_playlist().entries) == [
        ClockAnchor(0, NOON_MS),
        ClockAnchor(5000, NOON_MS + 60_000),
    ]


def test_a_missing_segment_makes_an_anchor() -> None:
    first, _, last = build_playlist().entries
    assert build_anchors([first, last]) == [ClockAnchor(0, NOON_MS), ClockAnchor(2000, NOON_MS + 60_000)]
    assert build_anchors([]) == []


def test_a_trim_moves_the_anchors() -> None:
    anchors = build_anchors(build_playlist().entries)
    assert trim_anchors(anchors, 0) == anchors
    assert trim_anchors(anchors, 1500) == [
        ClockAnchor(0, NOON_MS + 1500),
        ClockAnchor(3500, NOON_MS + 60_000),
    ]
    assert trim_anchors(anchors, 6000) == [ClockAnchor(0, NOON_MS + 61_000)]
    assert trim_anchors([], 6000) == []
