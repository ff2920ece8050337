"""Two real encoders of one event: the primary stalls, and viewers and the recording go on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.live_playlists import LivePlaylist, parse_playlist
from touchline.entrypoints.tests.media.ingest_scenario import IngestScenario, find_free_port

MAX_DARK_SECONDS = 5.0


@pytest.fixture
def ingest_scenario(tmp_path: Path) -> Iterator[IngestScenario]:
    made = IngestScenario(tmp_path, find_free_port())
    yield made
    made.close()


def read(scenario: IngestScenario) -> LivePlaylist:
    return parse_playlist(scenario.playlist())


@pytest.mark.nightly
def test_the_backup_goes_on_air_when_the_primary_stalls_and_the_primary_returns(
    ingest_scenario: IngestScenario,
) -> None:
    ingest_scenario.create_stream_key()
    ingest_scenario.start_ingest()
    ingest_scenario.wait_until(lambda: ingest_scenario.stream().session_count > 1)
    primary = ingest_scenario.start_encoder()
    ingest_scenario.start_encoder(slot=EncoderSlot.BACKUP)
    ingest_scenario.wait_until(lambda: len(read(ingest_scenario).entries) >= 8)
    assert ingest_scenario.stream().on_air is EncoderSlot.PRIMARY

    stalled_at = time.monotonic()
    primary.suspend()
    ingest_scenario.wait_until(lambda: len(read(ingest_scenario).list_runs()) == 2)
    dark_seconds = time.monotonic() - stalled_at
    assert ingest_scenario.stream().on_air is EncoderSlot.BACKUP

    primary.resume()
    ingest_scenario.wait_until(lambda: len(read(ingest_scenario).list_runs()) == 3)
    ingest_scenario.wait_until(lambda: len(read(ingest_scenario).list_runs()[-1]) >= 3)
    playlist = read(ingest_scenario)
    holes = [
        (following.starts_at - entry.ends_at).total_seconds()
        for entry, following in zip(playlist.entries, playlist.entries[1:], strict=False)
    ]
    assert min(holes) >= 0 and max(holes) <= MAX_DARK_SECONDS
    assert dark_seconds <= MAX_DARK_SECONDS

    with ingest_scenario.transaction():
        ingest_scenario.catalog.stop_stream()(ingest_scenario.event_id)
    ingest_scenario.wait_until(lambda: (made := ingest_scenario.recording()) is not None and made.is_finished)
    recording = ingest_scenario.recording()
    assert recording is not None and recording.package is not None
    listed_seconds = sum(entry.duration_ms for entry in read(ingest_scenario).entries) / 1000
    assert recording.package.duration_ms / 1000 == pytest.approx(listed_seconds, abs=0.5)
