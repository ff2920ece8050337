"""Live streams whose viewers can choose the audio."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.domain.media.live_playlists import list_audio_tracks
from touchline.catalog.domain.media.live_streams import LIVE_LEASE
from touchline.catalog.ports.media.ingest import LOW_BANDWIDTH, SOURCE
from touchline.catalog.tests.ingest_harness import SECOND, IngestHarness, run_for
from touchline.catalog.tests.live_fakes import AWAY_TRACK

NAMES = (SOURCE, LOW_BANDWIDTH, AWAY_TRACK.name)


@pytest.fixture
def supervisor(harness: IngestHarness) -> SuperviseStreams:
    """Return a process with a live event of two audio tracks, and two published segments."""
    harness.open_stream()
    supervisor = harness.create_supervisor()
    supervisor.tick()
    harness.ingest.sessions[0].rendition_names = NAMES
    harness.ingest.sessions[0].receive(2000, 2000)
    run_for(harness, supervisor, 4 * SECOND)
    return supervisor


def test_viewers_can_choose_the_audio(harness: IngestHarness, supervisor: SuperviseStreams) -> None:
    master = harness.read_playlist("master")
    assert [line for line in master.splitlines() if "TYPE=AUDIO" in line] == [
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2"',
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="Français",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,'
        'CHANNELS="2",URI="audio2.m3u8"',
    ]
    assert "BANDWIDTH=3150000,AVERAGE-BANDWIDTH=130000,RESOLUTION=1280x720" in master
    assert master.count(',AUDIO="sounds"') == 2
    assert "audio2.m3u8\n" not in master.replace('"audio2.m3u8"', "")
    expected = harness.read_playlist().replace("source/", "audio2/")
    assert harness.read_playlist("audio2") == expected


def test_streams_with_several_audio_tracks_have_no_parts(
    harness: IngestHarness, supervisor: SuperviseStreams
) -> None:
    harness.ingest.sessions[0].receive_part(0, 500)
    supervisor.tick()
    assert "org.touchline.parts" not in harness.read_playlist("master")
    assert not [key for key in harness.storage.list("live/") if ".parts." in key or key.count(".") == 2]


def test_a_successor_requires_the_same_tracks(harness: IngestHarness, supervisor: SuperviseStreams) -> None:
    run_for(harness, harness.create_supervisor(), LIVE_LEASE + SECOND)
    session = harness.ingest.sessions[-1]
    assert session.exactly
    assert set(session.requested_renditions) == set(NAMES)
    assert "org.touchline.parts" not in harness.read_playlist("master")


def test_an_encoder_without_the_second_track_does_not_take_it_away(
    harness: IngestHarness, supervisor: SuperviseStreams
) -> None:
    before = harness.read_playlist("master")
    harness.ingest.sessions[0].end()
    run_for(harness, supervisor, 2 * SECOND)
    session = harness.ingest.sessions[-1]
    assert session.exactly
    session.rendition_names = NAMES
    session.receive(2000)
    run_for(harness, supervisor, timedelta(seconds=3))
    assert harness.read_playlist("master") == before
    assert harness.list_segments("audio2")[-1] == "audio2/3-00000.ts"


def test_names_of_the_channel_stay_for_the_whole_stream(harness: IngestHarness) -> None:
    harness.renditions.audio_names = ("Home", "Away", "Crowd")
    harness.open_stream()
    supervisor = harness.create_supervisor()
    supervisor.tick()
    harness.ingest.sessions[0].rendition_names = NAMES
    harness.ingest.sessions[0].receive(2000)
    run_for(harness, supervisor, 2 * SECOND)
    harness.renditions.audio_names = ("Other",)
    successor = harness.create_supervisor()
    run_for(harness, successor, LIVE_LEASE + SECOND)
    harness.ingest.sessions[-1].rendition_names = NAMES
    harness.ingest.sessions[-1].receive(2000)
    run_for(harness, successor, 2 * SECOND)
    names = [track.name for track in list_audio_tracks(harness.read_playlist("master"))]
    assert names == ["Home", "Away"]
    assert len(harness.list_segments("audio2")) == 2
