"""The player that measures failovers: when it plays, and when it has no picture."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from contracts.nightly.failover.__main__ import get_percentile
from contracts.nightly.failover.player import CountingPlayer
from touchline.catalog.domain.media.live_playlists import LivePlaylist


def test_a_player_pauses_once_it_has_played_what_it_was_behind() -> None:
    playlist = LivePlaylist()
    player = CountingPlayer(lambda: playlist)
    player.tick(0.0)
    playlist.entries += playlist.build_entries(1, [2000, 2000], datetime(2026, 11, 30, tzinfo=UTC))
    for second in range(1, 6):
        player.tick(float(second))
    assert player.stalled_seconds == 0
    player.tick(8.0)
    assert player.stalled_seconds == pytest.approx(3.0)
    playlist.entries += playlist.build_entries(1, [2000], datetime(2026, 11, 30, tzinfo=UTC))
    player.tick(10.0)
    assert player.stalled_seconds == pytest.approx(3.0)


def test_a_percentile_is_one_of_the_values() -> None:
    assert get_percentile([float(number) for number in range(20)], 0.95) == 19
    assert get_percentile([1.0], 0.95) == 1
