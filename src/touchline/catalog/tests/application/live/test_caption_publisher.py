"""Live captions beside the video of a stream: in sync, and never in its way."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.catalog.application.live.join_recording import JoinRecording
from touchline.catalog.application.live_captions.recorded_captions import RecordedCaptions
from touchline.catalog.ports.media.storage import StoredFileNotFoundError
from touchline.catalog.tests.caption_fakes import ENGLISH, FRENCH
from touchline.catalog.tests.ingest_harness import SECOND, IngestHarness, run_for
from touchline.catalog.tests.samples import NOON

EMPTY = "WEBVTT\n"


def read(harness: IngestHarness, name: str) -> str:
    with harness.storage.open(f"{harness.get_stream().folder}/{name}") as file:
        return str(file.read(), "utf-8")


def list_captions(harness: IngestHarness, language: str = "en") -> list[str]:
    """Return the names of the listed segments of a language."""
    text = read(harness, f"captions-{language}.m3u8")
    return [line.partition("/")[2] for line in text.splitlines() if line.endswith(".vtt")]


@pytest.fixture
def captioned(harness: IngestHarness) -> IngestHarness:
    """Return an open stream with English captions, which waits for its encoder."""
    harness.captions.languages = [ENGLISH]
    harness.open_stream()
    return harness


def test_a_caption_is_in_the_segment_of_its_time(captioned: IngestHarness) -> None:
    supervisor = captioned.create_supervisor()
    supervisor.tick()
    captioned.captions.add(NOON + 2.5 * SECOND, "Face-off")
    captioned.clock.advance(4 * SECOND)
    captioned.ingest.sessions[0].receive(2000, 2000)
    supervisor.tick()
    assert 'URI="captions-en.m3u8"' in read(captioned, "master.m3u8")
    run_for(captioned, supervisor, SECOND)
    assert list_captions(captioned) == ["1-00000.vtt", "1-00001.vtt"]
    assert "-->" not in read(captioned, "captions-en/1-00000.vtt")
    assert read(captioned, "captions-en/1-00001.vtt") == (
        "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:1080000,LOCAL:00:00:00.000\n\n"
        "00:00:00.500 --> 00:00:01.500\nFace-off\n"
    )


def test_captions_wait_a_second_for_late_ones(captioned: IngestHarness) -> None:
    supervisor = captioned.create_supervisor()
    supervisor.tick()
    captioned.clock.advance(2 * SECOND)
    captioned.ingest.sessions[0].receive(2000)
    supervisor.tick()
    assert captioned.list_segments() == ["source/1-00000.ts"]
    with pytest.raises(StoredFileNotFoundError):
        list_captions(captioned)
    captioned.captions.add(NOON + SECOND, "late")
    run_for(captioned, supervisor, SECOND)
    assert "00:00:01.000 --> 00:00:02.000\nlate" in read(captioned, "captions-en/1-00000.vtt")


def test_a_new_session_begins_with_a_discontinuity_and_the_first_timestamp(captioned: IngestHarness) -> None:
    supervisor = captioned.create_supervisor()
    supervisor.tick()
    captioned.ingest.sessions[0].receive(2000)
    supervisor.tick()
    captioned.ingest.sessions[0].end()
    run_for(captioned, supervisor, 20 * SECOND)
    captioned.ingest.sessions[-1].receive(2000)
    supervisor.tick()
    run_for(captioned, supervisor, SECOND)
    number = captioned.list_segments()[-1].split("/")[1].split("-")[0]
    assert list_captions(captioned)[0] == "1-00000.vtt" and list_captions(captioned)[1].endswith("-00000.vtt")
    assert read(captioned, "captions-en.m3u8").count("#EXT-X-DISCONTINUITY\n") == 1
    assert "MPEGTS:900000," in read(captioned, f"captions-en/{number}-00000.vtt")


def test_the_video_goes_on_without_the_database_and_captions_follow(captioned: IngestHarness) -> None:
    supervisor = captioned.create_supervisor()
    supervisor.tick()
    captioned.ingest.sessions[0].receive(2000)
    supervisor.tick()
    captioned.captions.is_unavailable = True
    run_for(captioned, supervisor, 3 * SECOND)
    captioned.ingest.sessions[0].receive(2000)
    run_for(captioned, supervisor, 3 * SECOND)
    assert len(captioned.list_segments()) == 2
    captioned.captions.is_unavailable = False
    run_for(captioned, supervisor, 6 * SECOND)
    assert list_captions(captioned) == ["1-00000.vtt", "1-00001.vtt"]


def test_another_process_continues_the_captions(captioned: IngestHarness) -> None:
    supervisor = captioned.create_supervisor()
    supervisor.tick()
    captioned.ingest.sessions[0].receive(2000)
    supervisor.tick()
    run_for(captioned, supervisor, 2 * SECOND)
    captioned.ingest.sessions[0].receive(2000)
    supervisor.tick()  # the captions of the second segment are not written yet
    captioned.captions.languages = []
    captioned.clock.advance(20 * SECOND)
    successor = captioned.create_supervisor()
    successor.tick()
    captioned.ingest.sessions[-1].receive(2000)
    successor.tick()
    run_for(captioned, successor, 2 * SECOND)
    session = captioned.list_segments()[-1].partition("/")[2].removesuffix(".ts")
    assert list_captions(captioned) == ["1-00000.vtt", "1-00001.vtt", f"{session}.vtt"]
    assert "MPEGTS:1080000," in read(captioned, "captions-en/1-00001.vtt")
    assert 'URI="captions-en.m3u8"' in read(captioned, "master.m3u8")


def test_a_language_that_is_added_later_has_no_captions_before(captioned: IngestHarness) -> None:
    supervisor = captioned.create_supervisor()
    supervisor.tick()
    captioned.ingest.sessions[0].receive(2000)
    supervisor.tick()
    run_for(captioned, supervisor, 2 * SECOND)
    captioned.captions.languages.append(FRENCH)
    run_for(captioned, supervisor, 6 * SECOND)
    assert 'URI="captions-fr.m3u8"' in read(captioned, "master.m3u8")
    captioned.ingest.sessions[0].receive(2000)
    supervisor.tick()
    run_for(captioned, supervisor, SECOND)
    assert list_captions(captioned, "fr") == ["empty.vtt", "1-00001.vtt"]
    assert read(captioned, "captions-fr/empty.vtt") == EMPTY


def test_a_sliding_window_drops_old_captions_and_their_files(harness: IngestHarness) -> None:
    harness.captions.languages = [ENGLISH]
    harness.open_stream(dvr_seconds=10)
    supervisor = harness.create_supervisor()
    supervisor.tick()
    for _ in range(42):
        harness.ingest.sessions[0].receive(2000)
        run_for(harness, supervisor, 2 * SECOND)
    folder = f"{harness.get_stream().folder}/captions-en/"
    files = [key for key in harness.storage.list(folder) if not key.endswith("empty.vtt")]
    assert len(list_captions(harness)) <= 5
    assert len(files) < 40


def test_the_end_of_the_stream_ends_the_captions(captioned: IngestHarness) -> None:
    supervisor = captioned.create_supervisor()
    supervisor.tick()
    captioned.ingest.sessions[0].receive(2000)
    supervisor.tick()
    captioned.stop(captioned.get_stream().event_id)
    run_for(captioned, supervisor, 2 * SECOND)
    assert read(captioned, "captions-en.m3u8").endswith("captions-en/1-00000.vtt\n#EXT-X-ENDLIST\n")


def test_a_recording_has_the_captions_at_their_exact_times(captioned: IngestHarness) -> None:
    supervisor = captioned.create_supervisor()
    supervisor.tick()
    captioned.clock.advance(4 * SECOND)
    captioned.ingest.sessions[0].receive(2000, 2000)
    supervisor.tick()
    captioned.stop(captioned.get_stream().event_id)
    run_for(captioned, supervisor, 2 * SECOND)
    captioned.captions.add(NOON + timedelta(milliseconds=1250), "sent after the end")
    join = JoinRecording(
        captioned.streams,
        captioned.storage,
        captioned.video,
        captioned.add,
        captioned.assets,
        RecordedCaptions(captioned.captions),
    )
    stream = captioned.get_stream()
    join(stream.channel_id, stream.id)
    (key,) = [key for key in captioned.storage.list("sources/") if key.endswith(".vtt")]
    assert key.endswith("/captions-0.en.vtt")
    with captioned.storage.open(key) as file:
        text = str(file.read(), "utf-8")
    assert text == "WEBVTT\n\n00:00:01.250 --> 00:00:02.250\nsent after the end\n"
