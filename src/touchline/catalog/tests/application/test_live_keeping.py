"""An ingest process at work: what encoders send becomes what viewers read, whatever comes between."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.catalog.application.keep_streams import KeepStreams
from touchline.catalog.application.live_changes import JOIN_RECORDING
from touchline.catalog.domain.live import LIVE_LEASE, LiveState
from touchline.catalog.domain.media import MediaType
from touchline.catalog.events import EventWentLive
from touchline.catalog.ports.ingest import SMALL
from touchline.catalog.ports.storage import StorageFull
from touchline.catalog.tests.live_room import GAME, GRACE, SECOND, Room, after
from touchline.catalog.tests.samples import NOON
from touchline.shared.ids import EventId


def test_an_encoder_is_waited_for_under_the_key_that_was_given_out(room: Room) -> None:
    stream = room.open()
    room.process().tick()
    (take,) = room.ingest.takes
    assert (take.line.name, take.line.port) == (room.keys.of(stream), 19350)
    assert room.stream().state is LiveState.WAITING
    assert room.states.publishing == set()
    assert room.told == []


def test_an_event_is_live_once_there_is_something_to_see(room: Room, on_air: KeepStreams) -> None:
    assert room.stream().state is LiveState.LIVE
    assert room.states.publishing == {GAME}
    assert room.told == [EventWentLive(room.stream().channel_id, GAME)]
    (row,) = room.rows.rows
    assert (row.type, row.url) == (MediaType.LIVE, f"{room.stream().folder}/master.m3u8")
    assert row.start_ts == int(NOON.timestamp())
    assert room.segments() == ["source/1-00000.ts", "source/1-00001.ts"]
    assert room.segments("small") == ["small/1-00000.ts", "small/1-00001.ts"]
    with room.storage.open(f"{room.stream().folder}/small/1-00001.ts") as file:
        assert file.read().endswith(b"360p 1\n")
    with room.storage.open(f"{room.stream().folder}/master.m3u8") as file:
        assert b"source.m3u8" in file.read()


def test_only_what_is_whole_in_all_renditions_is_listed(room: Room, on_air: KeepStreams) -> None:
    take = room.ingest.takes[0]
    take.receive(2000)
    whole = take.segments
    take.segments = lambda name: whole(name)[: 2 if name == SMALL else 3]
    on_air.tick()
    assert len(room.segments()) == len(room.segments("small")) == 2


def test_an_encoder_that_comes_back_within_the_grace_goes_on_in_the_same_stream(
    room: Room, on_air: KeepStreams
) -> None:
    folder = room.stream().folder
    room.ingest.takes[0].receive(1500)
    room.ingest.takes[0].end()
    on_air.tick()
    assert room.stream().state is LiveState.INTERRUPTED
    assert room.states.publishing == {GAME}
    after(room, on_air, GRACE - SECOND)
    room.ingest.takes[-1].receive(2000)
    on_air.tick()
    after(room, on_air, 2 * GRACE)
    assert (room.stream().state, room.stream().folder) == (LiveState.LIVE, folder)
    assert len(room.told) == 1
    text = room.playlist()
    assert text.count("#EXT-X-DISCONTINUITY\n") == 1
    assert "#EXT-X-ENDLIST" not in text
    assert [name.partition("/")[2] for name in room.segments()] == [
        "1-00000.ts",
        "1-00001.ts",
        "1-00002.ts",
        "2-00000.ts",
    ]


def test_an_encoder_that_does_not_come_back_ends_the_stream_once(room: Room, on_air: KeepStreams) -> None:
    room.ingest.takes[0].end()
    on_air.tick()
    after(room, on_air, GRACE)
    assert room.stream().state is LiveState.FINISHED
    assert (room.states.publishing, room.states.ended) == (set(), {GAME})
    assert room.playlist().endswith("#EXT-X-ENDLIST\n")
    assert room.playlist("small").endswith("#EXT-X-ENDLIST\n")
    after(room, on_air, GRACE)
    (task,) = room.jobs.asked
    assert (task.name, task.ids) == (JOIN_RECORDING, (1, room.stream().id))
    assert all(take.closed for take in room.ingest.takes)
    assert room.stream().port is None


def test_an_encoder_that_connects_at_the_last_moment_is_not_cut_off(room: Room, on_air: KeepStreams) -> None:
    room.ingest.takes[0].end()
    on_air.tick()
    on_air.tick()
    room.ingest.takes[-1].receive()
    after(room, on_air, 2 * GRACE)
    assert room.stream().state is LiveState.INTERRUPTED
    room.ingest.takes[-1].end()
    on_air.tick()
    assert room.stream().state is LiveState.FINISHED


def test_stop_ends_the_event_at_once_and_the_playlists_after_the_last_segment(
    room: Room, on_air: KeepStreams
) -> None:
    room.ingest.takes[0].receive(900)
    room.stop(GAME)
    assert (room.states.publishing, room.states.ended) == (set(), {GAME})
    after(room, on_air, 2 * SECOND)
    assert room.stream().state is LiveState.FINISHED
    assert len(room.segments()) == 3
    assert room.playlist().endswith("#EXT-X-ENDLIST\n")
    assert room.ingest.takes[0].closed


def test_a_stream_that_nobody_ever_published_to_leaves_the_event_to_the_clock(room: Room) -> None:
    room.open()
    keep = room.process()
    keep.tick()
    room.stop(GAME)
    after(room, keep, 2 * SECOND)
    assert room.stream().state is LiveState.FINISHED
    assert (room.states.ended, room.jobs.asked, room.rows.rows) == (set(), [], [])


def test_a_process_that_was_killed_is_replaced_and_everything_is_still_there(
    room: Room, on_air: KeepStreams
) -> None:
    (room.storage._root / room.stream().folder / "source" / "1-00002.ts").write_bytes(b"never listed")
    successor = room.process()
    successor.tick()
    assert len(room.ingest.takes) == 1
    after(room, successor, LIVE_LEASE + SECOND)
    assert room.stream().state is LiveState.INTERRUPTED
    room.ingest.takes[-1].receive(2000)
    successor.tick()
    assert [name.partition("/")[2] for name in room.segments()] == ["1-00000.ts", "1-00001.ts", "2-00000.ts"]
    assert not any(key.endswith("1-00002.ts") for key in room.storage.list("live/"))


def test_a_process_that_was_thought_dead_changes_nothing_any_more(room: Room, on_air: KeepStreams) -> None:
    room.clock.advance(LIVE_LEASE + SECOND)
    room.ingest.takes[0].receive(2000)
    successor = room.process()
    successor.tick()
    taken_over = room.playlist()
    on_air.tick()
    assert room.ingest.takes[0].closed
    assert room.playlist() == taken_over
    room.ingest.takes[1].receive(2000)
    successor.tick()
    assert room.stream().state is LiveState.LIVE


def test_a_process_that_dies_while_it_closes_a_stream_leaves_the_rest_to_the_next(
    room: Room, on_air: KeepStreams, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.stop(GAME)
    with monkeypatch.context() as broken:
        broken.setattr(room.means.changes, "finish", lambda *_: 1 / 0)
        after(room, on_air, 2 * SECOND)
    assert room.stream().state is LiveState.ENDING
    successor = room.process()
    after(room, successor, LIVE_LEASE + 2 * SECOND)
    assert room.stream().state is LiveState.FINISHED
    assert len(room.jobs.asked) == 1


def test_a_process_that_cannot_renew_its_hold_publishes_nothing(
    room: Room, on_air: KeepStreams, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as at_times:
        at_times.setattr(room.streams, "unfinished", gone)
        at_times.setattr(room.streams, "change", gone)
        after(room, on_air, LIVE_LEASE)
        room.ingest.takes[0].receive(2000)
        after(room, on_air, LIVE_LEASE)
        assert len(room.segments()) == 2
    after(room, on_air, 5 * SECOND)
    assert len(room.segments()) == 3


def test_the_grace_begins_anew_where_a_process_takes_over(room: Room, on_air: KeepStreams) -> None:
    room.ingest.takes[0].end()
    on_air.tick()
    on_air.leave()
    room.clock.advance(timedelta(hours=1))
    successor = room.process()
    after(room, successor, GRACE - SECOND)
    assert room.stream().state is LiveState.INTERRUPTED
    after(room, successor, 3 * SECOND)
    assert room.stream().state is LiveState.FINISHED


def test_a_process_that_is_told_to_stop_leaves_its_streams_to_be_taken_at_once(
    room: Room, on_air: KeepStreams
) -> None:
    room.ingest.takes[0].receive(2000)
    on_air.leave()
    assert room.ingest.takes[0].closed
    assert len(room.segments()) == 3
    successor = room.process()
    successor.tick()
    assert len(room.ingest.takes) == 2


def test_a_new_key_drops_who_publishes_under_the_old_one(room: Room, on_air: KeepStreams) -> None:
    old = room.ingest.takes[0]
    room.open(new_key=True)
    after(room, on_air, SECOND)
    assert old.closed
    assert room.ingest.takes[-1].line.name == room.keys.of(room.stream()) != old.line.name
    assert room.stream().state is LiveState.INTERRUPTED


def test_why_an_encoder_was_dropped_is_told_until_another_sends(room: Room, on_air: KeepStreams) -> None:
    room.ingest.takes[0].fault = "The encoder sends no picture, only sound."
    room.ingest.takes[0].end()
    on_air.tick()
    on_air.tick()
    assert len(room.ingest.takes) == 2
    assert room.stream().fault == "The encoder sends no picture, only sound."
    room.ingest.takes[1].receive(2000)
    on_air.tick()
    assert room.stream().fault == ""


def test_a_fault_of_the_encoder_is_told_and_taken_back(room: Room, on_air: KeepStreams) -> None:
    room.ingest.takes[0].fault = "The key frames are too far apart."
    on_air.tick()
    assert room.stream().fault == "The key frames are too far apart."
    room.ingest.takes[0].fault = ""
    on_air.tick()
    assert room.stream().fault == ""


def test_a_port_that_is_taken_is_told_and_tried_again_without_harm_to_other_streams(room: Room) -> None:
    room.open()
    room.open(EventId(6))
    room.ingest.busy = {19350}
    keep = room.process()
    keep.tick()
    assert room.stream().fault == "Port 19350 is taken by another program."
    assert [take.line.port for take in room.ingest.takes] == [19351]
    room.ingest.busy = set()
    after(room, keep, 5 * SECOND)
    assert room.stream().fault == ""
    assert [take.line.port for take in room.ingest.takes] == [19351, 19350]


def test_a_stream_whose_port_is_not_ours_any_more_waits_for_another(room: Room) -> None:
    room.open()
    room.ingest.ports = (20000,)
    keep = room.process()
    keep.tick()
    assert "ask for its key again" in room.stream().fault
    room.open()
    after(room, keep, 5 * SECOND)
    assert [take.line.port for take in room.ingest.takes] == [20000]
    assert room.stream().fault == ""


def test_nothing_is_lost_while_the_storage_is_full(
    room: Room, on_air: KeepStreams, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StorageFull("The disk is full.")

    with monkeypatch.context() as at_times:
        at_times.setattr(room.storage, "put", full)
        room.ingest.takes[0].receive(2000)
        on_air.tick()
    assert room.stream().fault == "The disk is full."
    room.ingest.takes[0].receive(2000)
    after(room, on_air, 5 * SECOND)
    assert len(room.segments()) == len(room.segments("small")) == 4


def test_a_sliding_window_forgets_what_has_left_it_and_is_not_recorded(room: Room) -> None:
    room.open(dvr_seconds=10)
    keep = room.process()
    keep.tick()
    for _ in range(3):
        room.ingest.takes[0].receive(*[2000] * 20)
        after(room, keep, SECOND)
    assert len(room.segments()) == 5
    kept = [key for key in room.storage.list("live/") if "/source/" in key]
    assert 35 <= len(kept) <= 37
    room.stop(GAME)
    after(room, keep, 2 * SECOND)
    assert (room.stream().state, room.jobs.asked) == (LiveState.FINISHED, [])


def test_a_database_that_does_not_answer_for_a_while_ends_nothing(
    room: Room, on_air: KeepStreams, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> None:
        raise ConnectionError

    with monkeypatch.context() as at_times:
        at_times.setattr(room.streams, "unfinished", gone)
        room.ingest.takes[0].receive(2000)
        after(room, on_air, 3 * SECOND)
    assert len(room.segments()) == 3
    assert room.stream().state is LiveState.LIVE
