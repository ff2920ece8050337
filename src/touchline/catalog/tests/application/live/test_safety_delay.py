"""A stream with a safety delay: what viewers get when, and what is kept for the recording."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from touchline.catalog.domain.media.live_playlists import PlaylistEntry, parse_playlist
from touchline.catalog.domain.media.live_streams import LIVE_LEASE, LiveState
from touchline.catalog.events import EventFinished
from touchline.catalog.ports.media.storage import StoredFileNotFoundError
from touchline.catalog.tests.broadcast import PRIMARY, Broadcast, check_playlist
from touchline.catalog.tests.caption_fakes import ENGLISH
from touchline.catalog.tests.ingest_harness import EVENT_ID, SECOND
from touchline.catalog.tests.samples import NOON
from touchline.shared.errors import RefusedError

DELAY = 20


@pytest.fixture
def broadcast(tmp_path: Path) -> Broadcast:
    created = Broadcast(tmp_path, DELAY)
    created.sending = {PRIMARY}
    return created


def count_held(broadcast: Broadcast) -> int:
    return len([key for key in broadcast.harness.storage.list("held/") if "/source/" in key])


def test_viewers_get_nothing_before_the_delay_and_the_event_is_not_live(broadcast: Broadcast) -> None:
    broadcast.run(DELAY)
    assert broadcast.harness.get_stream().state is LiveState.WAITING
    assert not [key for key in broadcast.harness.storage.list("live/") if key.endswith(".ts")]
    with pytest.raises(StoredFileNotFoundError):
        broadcast.harness.read_playlist()
    broadcast.run(2)
    assert broadcast.harness.get_stream().state is LiveState.LIVE
    assert len(broadcast.list_names()) == 1
    broadcast.run(10)
    assert len(broadcast.list_names()) == len(broadcast.list_names("small")) == 6
    assert count_held(broadcast) == DELAY / 2


def test_a_drop_shorter_than_the_delay_is_a_cut_without_a_pause(broadcast: Broadcast) -> None:
    broadcast.run(30)
    broadcast.leave(PRIMARY)
    for _ in range(6):
        count = len(broadcast.list_names())
        broadcast.run(2)
        assert len(broadcast.list_names()) == count + 1
        assert broadcast.harness.get_stream().state is LiveState.LIVE
    broadcast.sending = {PRIMARY}
    for _ in range(10):
        count = len(broadcast.list_names())
        broadcast.run(2)
        assert len(broadcast.list_names()) == count + 1
    assert broadcast.harness.read_playlist().count("#EXT-X-DISCONTINUITY\n") == 1
    check_playlist(broadcast.harness.read_playlist(), 15 * SECOND)


def test_viewers_are_interrupted_only_when_nothing_is_left(broadcast: Broadcast) -> None:
    broadcast.run(30)
    broadcast.leave(PRIMARY)
    broadcast.run(DELAY - 2)
    assert broadcast.harness.get_stream().state is LiveState.LIVE
    broadcast.run(3)
    assert broadcast.harness.get_stream().state is LiveState.INTERRUPTED
    assert len(broadcast.list_names()) == 15


def test_held_segments_are_published_before_the_stream_is_closed(broadcast: Broadcast) -> None:
    broadcast.run(30)
    broadcast.harness.stop(EVENT_ID)
    broadcast.run(2)
    assert broadcast.harness.get_stream().state is LiveState.FINISHED
    assert len(broadcast.list_names()) == 15
    assert broadcast.harness.read_playlist().endswith("#EXT-X-ENDLIST\n")
    assert list(broadcast.harness.storage.list("held/")) == []
    assert len([key for key in broadcast.harness.storage.list("live/") if "/source/" in key]) == 15


def test_a_stream_that_ends_within_its_delay_is_recorded(broadcast: Broadcast) -> None:
    broadcast.run(10)
    broadcast.harness.stop(EVENT_ID)
    broadcast.run(2)
    stream = broadcast.harness.get_stream()
    assert (stream.state, stream.has_started) == (LiveState.FINISHED, True)
    assert len(broadcast.harness.jobs.tasks) == 1
    assert [type(found) for found in broadcast.harness.announced] == [EventFinished]


def test_an_operator_discards_what_is_held_back(broadcast: Broadcast) -> None:
    broadcast.run(30)
    names = broadcast.list_names()
    broadcast.harness.stop(EVENT_ID, discard_held=True)
    broadcast.run(2)
    assert broadcast.harness.get_stream().state is LiveState.FINISHED
    assert broadcast.list_names() == names
    assert broadcast.harness.read_playlist().endswith("#EXT-X-ENDLIST\n")
    assert list(broadcast.harness.storage.list("held/")) == []
    assert len([key for key in broadcast.harness.storage.list("live/") if "/source/" in key]) == len(names)


def test_a_stream_that_resumes_after_a_discard_shows_only_later_video(broadcast: Broadcast) -> None:
    broadcast.run(30)
    names = broadcast.list_names()
    broadcast.harness.stop(EVENT_ID, discard_held=True)
    broadcast.run(2)
    broadcast.leave(PRIMARY)
    broadcast.harness.reopen(EVENT_ID)
    broadcast.sending = {PRIMARY}
    broadcast.run(DELAY + 10)
    resumed = broadcast.list_names()[len(names) :]
    assert resumed
    assert not [name for name in resumed if name.startswith("1-")]
    broadcast.harness.stop(EVENT_ID)
    broadcast.run(2)
    assert len(broadcast.list_names()) > len(names) + len(resumed)


def test_a_stream_that_is_discarded_within_its_delay_has_no_recording(broadcast: Broadcast) -> None:
    broadcast.run(10)
    broadcast.harness.stop(EVENT_ID, discard_held=True)
    broadcast.run(2)
    stream = broadcast.harness.get_stream()
    assert (stream.state, stream.has_started) == (LiveState.FINISHED, False)
    assert not broadcast.harness.jobs.tasks
    assert list(broadcast.harness.storage.list("held/")) == []


@pytest.mark.parametrize("seconds", [6, 30])
def test_a_restart_of_the_ingest_process_loses_no_held_segment(broadcast: Broadcast, seconds: int) -> None:
    broadcast.run(seconds)
    broadcast.supervisor = broadcast.harness.create_supervisor()
    broadcast.harness.clock.advance(LIVE_LEASE + SECOND)
    broadcast.supervisor.tick()
    broadcast.run(40)
    names = broadcast.list_names()
    assert names[: seconds // 2] == [f"1-{number:05}" for number in range(seconds // 2)]
    assert names[seconds // 2].startswith("3-")
    stored = {key.rpartition("/")[2] for key in broadcast.harness.storage.list("live/") if "/source/" in key}
    assert stored == {entry.name for entry in parse_playlist(broadcast.harness.read_playlist()).entries}
    check_playlist(broadcast.harness.read_playlist(), timedelta(minutes=1))


def test_a_process_that_dies_while_it_releases_loses_nothing(
    broadcast: Broadcast, monkeypatch: pytest.MonkeyPatch
) -> None:
    broadcast.run(30)
    names, original_put = broadcast.list_names(), broadcast.harness.storage.put

    def put(key: str, source: Path) -> None:
        if key.endswith("source.m3u8"):
            raise OSError
        original_put(key, source)

    with monkeypatch.context() as patch:
        patch.setattr(broadcast.harness.storage, "put", put)
        broadcast.run(2)
    assert broadcast.list_names() == names
    broadcast.supervisor = broadcast.harness.create_supervisor()
    broadcast.harness.clock.advance(LIVE_LEASE + SECOND)
    broadcast.supervisor.tick()
    broadcast.run(2)
    assert broadcast.list_names()[: len(names) + 1] == [f"1-{number:05}" for number in range(len(names) + 1)]
    stored = {key.rpartition("/")[2] for key in broadcast.harness.storage.list("live/") if "/source/" in key}
    assert stored == {entry.name for entry in parse_playlist(broadcast.harness.read_playlist()).entries}


def test_the_delay_cannot_change_while_viewers_watch(broadcast: Broadcast) -> None:
    broadcast.run(30)
    with pytest.raises(RefusedError, match="cannot change while video arrives"):
        broadcast.harness.open_stream(safety_delay_seconds=0)
    broadcast.leave(PRIMARY)
    broadcast.run(DELAY + 2)
    broadcast.harness.open_stream(safety_delay_seconds=0)
    broadcast.sending = {PRIMARY}
    broadcast.run(4)
    assert len(broadcast.list_names()) >= 16


def list_captions(broadcast: Broadcast) -> list[str]:
    text = broadcast.harness.read_playlist("captions-en")
    return [
        line.partition("/")[2].removesuffix(".vtt") for line in text.splitlines() if line.endswith(".vtt")
    ]


def read_captions(broadcast: Broadcast, name: str) -> str:
    key = f"{broadcast.harness.get_stream().folder}/captions-en/{name}.vtt"
    with broadcast.harness.storage.open(key) as file:
        return str(file.read(), "utf-8")


def test_captions_are_listed_with_the_released_segments_at_their_media_time(broadcast: Broadcast) -> None:
    broadcast.harness.captions.languages = [ENGLISH]
    broadcast.harness.captions.add(NOON + 6.5 * SECOND, "Face-off")
    broadcast.run(DELAY)
    assert not [key for key in broadcast.harness.storage.list("live/") if key.endswith(".vtt")]
    broadcast.run(12)
    names = broadcast.list_names()
    assert list_captions(broadcast) == names[: len(list_captions(broadcast))]
    assert len(names) - 1 <= len(list_captions(broadcast))
    starts = {entry.name: entry.starts_at for entry in read_entries(broadcast)}
    assert starts["1-00003.ts"] == NOON + 6 * SECOND
    assert read_captions(broadcast, "1-00003") == (
        f"WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:{(10 + 6) * 90_000},LOCAL:00:00:00.000\n\n"
        "00:00:00.500 --> 00:00:01.500\nFace-off\n"
    )
    broadcast.harness.stop(EVENT_ID)
    broadcast.run(2)
    assert list_captions(broadcast) == broadcast.list_names()
    assert len(list_captions(broadcast)) == 16


def read_entries(broadcast: Broadcast) -> list[PlaylistEntry]:
    return parse_playlist(broadcast.harness.read_playlist()).entries
