"""What viewers with a low delay get: the parts of the segment in progress."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.domain.media.live_streams import LIVE_LEASE, LiveState
from touchline.catalog.domain.media.part_playlists import PART_RETENTION
from touchline.catalog.tests.broadcast import BACKUP, PRIMARY, Broadcast, check_playlist
from touchline.catalog.tests.caption_fakes import ENGLISH
from touchline.catalog.tests.ingest_harness import EVENT_ID, SECOND, IngestHarness, run_for


def read_file(harness: IngestHarness, name: str) -> str:
    with harness.storage.open(f"{harness.get_stream().folder}/{name}") as file:
        return str(file.read(), "utf-8")


def list_parts(harness: IngestHarness) -> list[str]:
    return sorted(
        key.rpartition("/")[2]
        for key in harness.storage.list("live/")
        if key.count(".") == 2 and "source/" in key
    )


def test_parts_are_published_before_their_segment(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    ingest_session = harness.ingest.sessions[0]
    for index in range(2):
        ingest_session.receive_part(index, 500)
        live_supervisor.tick()
    for name in ("source", "small"):
        playlist = read_file(harness, f"{name}.parts.m3u8")
        assert playlist.endswith(
            f"{name}/1-00001.ts\n"
            f'#EXT-X-PART:DURATION=0.500,URI="{name}/1-00002.0.ts",INDEPENDENT=YES\n'
            f'#EXT-X-PART:DURATION=0.500,URI="{name}/1-00002.1.ts"\n'
        )
    assert read_file(harness, "small/1-00002.1.ts").endswith("360p 2.1\n")
    assert len(harness.list_segments()) == 2
    ingest_session.receive(1000)
    live_supervisor.tick()
    assert harness.list_segments()[-1] == "source/1-00002.ts"
    assert read_file(harness, "source.parts.m3u8").endswith(
        '#EXT-X-PART:DURATION=0.500,URI="source/1-00002.1.ts"\n#EXTINF:1.000,\nsource/1-00002.ts\n'
    )


def test_the_playlists_of_other_players_have_no_parts(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    before = harness.read_playlist()
    harness.ingest.sessions[0].receive_part(0, 500)
    live_supervisor.tick()
    assert harness.read_playlist() == before
    assert '#EXT-X-SESSION-DATA:DATA-ID="org.touchline.parts",VALUE="YES"\n' in harness.read_playlist(
        "master"
    )


def test_parts_are_deleted_half_a_minute_later(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    ingest_session = harness.ingest.sessions[0]

    def send_segment() -> None:
        ingest_session.receive_part(0, 500)
        ingest_session.receive_part(1, 500)
        ingest_session.receive(1000)
        run_for(harness, live_supervisor, SECOND)

    send_segment()
    send_segment()
    run_for(harness, live_supervisor, PART_RETENTION - 2 * SECOND)
    send_segment()
    assert len(list_parts(harness)) == 6
    send_segment()
    assert len(list_parts(harness)) == 6
    send_segment()
    assert len(list_parts(harness)) == 6
    assert len(harness.list_segments()) == 7


def test_a_killed_process_leaves_a_whole_segment_of_its_last_parts(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    for index in range(2):
        harness.ingest.sessions[0].receive_part(index, 500)
        live_supervisor.tick()
    run_for(harness, harness.create_supervisor(), LIVE_LEASE + SECOND)
    assert harness.get_stream().state is LiveState.INTERRUPTED
    assert harness.read_playlist().endswith("#EXTINF:1.000,\nsource/1-00002.ts\n")
    parts = ["source 2.0\n", "source 2.1\n"]
    content = read_file(harness, "source/1-00002.ts").splitlines(keepends=True)
    assert [line.partition(" ")[2] for line in content] == parts
    assert list_parts(harness) == []
    assert "EXT-X-PART:" not in read_file(harness, "source.parts.m3u8")


def test_parts_of_a_segment_that_is_complete_are_not_joined_again(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    ingest_session = harness.ingest.sessions[0]
    ingest_session.receive_part(0, 500)
    live_supervisor.tick()
    outdated = read_file(harness, "source.parts.m3u8")
    ingest_session.receive(2000)
    live_supervisor.tick()
    segments = harness.list_segments()
    (harness.storage._root / harness.get_stream().folder / "source.parts.m3u8").write_text(outdated)
    run_for(harness, harness.create_supervisor(), LIVE_LEASE + SECOND)
    assert harness.list_segments() == segments


def test_an_ended_stream_ends_for_players_with_a_low_delay(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    harness.stop(harness.get_stream().event_id)
    run_for(harness, live_supervisor, timedelta(seconds=2))
    assert read_file(harness, "small.parts.m3u8").endswith("#EXT-X-ENDLIST\n")


def test_without_a_low_delay_no_parts_are_published(harness: IngestHarness) -> None:
    harness.ingest_services = replace(harness.ingest_services, has_parts=False)
    harness.open_stream()
    supervisor = harness.create_supervisor()
    supervisor.tick()
    ingest_session = harness.ingest.sessions[0]
    ingest_session.receive(2000)
    ingest_session.receive_part(0, 500)
    supervisor.tick()
    assert harness.list_segments() == ["source/1-00000.ts"]
    assert list_parts(harness) == []
    assert "SESSION-DATA" not in harness.read_playlist("master")
    assert not any(key.endswith(".parts.m3u8") for key in harness.storage.list("live/"))


def test_a_process_without_a_low_delay_leaves_no_outdated_playlists(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    harness.ingest.sessions[0].receive_part(0, 500)
    live_supervisor.tick()
    harness.ingest_services = replace(harness.ingest_services, has_parts=False)
    run_for(harness, harness.create_supervisor(), LIVE_LEASE + SECOND)
    assert not any(key.endswith(".parts.m3u8") for key in harness.storage.list("live/"))


@pytest.mark.parametrize("is_requested", [True, False])
def test_the_segment_of_which_viewers_have_parts_is_completed_when_the_backup_goes_on_air(
    tmp_path: Path, is_requested: bool
) -> None:
    broadcast = Broadcast(tmp_path)
    broadcast.run(8)
    primary, harness = broadcast.get_session(PRIMARY), broadcast.harness
    segment = len(primary.durations_ms)
    for index in range(2):
        primary.receive_part(index, 500)
        broadcast.supervisor.tick()
    shown = re.findall(r"source/1-\d+\.\d\.ts", read_file(harness, "source.parts.m3u8"))
    assert shown == [f"source/1-{segment:05}.{index}.ts" for index in range(2)]
    if is_requested:
        harness.put_on_air(EVENT_ID, BACKUP)
    else:
        broadcast.sending.discard(PRIMARY)
    broadcast.run(8)
    assert broadcast.list_sessions() == [1, 2]
    joined = next(name for name in reversed(broadcast.list_names()) if name.startswith("1-"))
    assert joined == f"1-{segment:05}"
    for name in ("source", "small"):
        assert len(read_file(harness, f"{name}/{joined}.ts").splitlines()) == 2
        check_playlist(harness.read_playlist(name), 2 * SECOND)
    assert "#EXTINF:1.000,\nsource/" + joined in harness.read_playlist()


def test_the_parts_of_the_backup_follow_once_one_of_its_segments_is_complete(tmp_path: Path) -> None:
    broadcast = Broadcast(tmp_path)
    broadcast.run(8)
    broadcast.harness.put_on_air(EVENT_ID, BACKUP)
    broadcast.run(4)
    backup = broadcast.get_session(BACKUP)
    backup.receive_part(0, 500)
    broadcast.supervisor.tick()
    segment = len(backup.durations_ms)
    assert read_file(broadcast.harness, "source.parts.m3u8").endswith(
        f'#EXT-X-PART:DURATION=0.500,URI="source/2-{segment:05}.0.ts",INDEPENDENT=YES\n'
    )


def test_captions_of_a_completed_segment_have_its_media_time_after_an_encoder_has_returned(
    tmp_path: Path,
) -> None:
    broadcast = Broadcast(tmp_path)
    broadcast.harness.captions.languages = [ENGLISH]
    broadcast.run(4)
    for slot in (BACKUP, PRIMARY, BACKUP):
        if slot is BACKUP:
            primary = broadcast.get_session(PRIMARY)
            segment = len(primary.durations_ms)
            primary.receive_part(0, 500)
            broadcast.supervisor.tick()
        broadcast.harness.put_on_air(EVENT_ID, slot)
        broadcast.run(8)
    captions = read_file(broadcast.harness, f"captions-en/1-{segment:05}.vtt")
    assert f"MPEGTS:{(10 + 2 * segment) * 90_000}," in captions


def test_a_safety_delay_that_is_set_before_the_first_video_leaves_no_playlists_with_parts(
    tmp_path: Path,
) -> None:
    broadcast = Broadcast(tmp_path)
    harness = broadcast.harness
    harness.open_stream(safety_delay_seconds=4)
    broadcast.run(2)
    broadcast.get_session(PRIMARY).receive_part(0, 500)
    broadcast.run(10)
    assert harness.list_segments()
    assert "SESSION-DATA" not in harness.read_playlist("master")
    assert not any(key.endswith(".parts.m3u8") for key in harness.storage.list("live/"))


def test_parts_end_with_a_new_safety_delay_and_return_without_it(tmp_path: Path) -> None:
    broadcast = Broadcast(tmp_path)
    broadcast.run(8)
    harness = broadcast.harness
    assert "SESSION-DATA" in harness.read_playlist("master")
    for seconds in (6, 0):
        broadcast.sending.clear()
        for slot in (PRIMARY, BACKUP):
            broadcast.leave(slot)
        broadcast.run(10)
        harness.open_stream(safety_delay_seconds=seconds)
        broadcast.sending = {PRIMARY, BACKUP}
        broadcast.run(20)
        has_parts = any(key.endswith(".parts.m3u8") for key in harness.storage.list("live/"))
        assert has_parts is ("SESSION-DATA" in harness.read_playlist("master")) is (not seconds)
    check_playlist(harness.read_playlist(), 40 * SECOND)
