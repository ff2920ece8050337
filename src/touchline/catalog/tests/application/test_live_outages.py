"""An evening with outages: one event, one stream, one recording, until its operator or its planned end."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from touchline.catalog.application.join_recording import JoinRecording
from touchline.catalog.application.keep_streams import KeepStreams
from touchline.catalog.application.live_changes import JOIN_RECORDING
from touchline.catalog.domain.live import LiveState
from touchline.catalog.domain.media import MediaType, Owner
from touchline.catalog.tests.live_room import GAME, GRACE, MARGIN, SECOND, Room, after, furnish
from touchline.catalog.tests.media_fakes import CHANNEL
from touchline.catalog.tests.samples import NOON

LENGTH = timedelta(minutes=20)
OUTAGE = 2 * GRACE


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """With a game that is planned for twenty minutes from now on."""
    made = furnish(tmp_path)
    made.streams.planned_end = NOON + LENGTH
    made.open()
    return made


def send(room: Room, keep: KeepStreams, *durations_ms: int) -> None:
    """The encoder comes, or sends more."""
    keep.tick()
    room.ingest.takes[-1].receive(*durations_ms)
    room.clock.advance(timedelta(milliseconds=sum(durations_ms)))
    keep.tick()


def leave(room: Room, keep: KeepStreams) -> None:
    """The encoder leaves."""
    room.ingest.takes[-1].end()
    keep.tick()


def takes_of(room: Room) -> list[str]:
    """`take-number` of each segment, in order."""
    return [name.partition("/")[2].partition(".")[0] for name in room.segments()]


def test_outages_longer_than_the_grace_leave_one_event_and_one_recording(room: Room) -> None:
    keep, folder = room.process(), room.stream().folder
    for _ in range(3):
        send(room, keep, 2000, 2000)
        leave(room, keep)
        after(room, keep, OUTAGE)
        assert room.stream().state is LiveState.INTERRUPTED
        assert (room.states.publishing, room.states.interrupted) == ({GAME}, {GAME})
    send(room, keep, 2000)
    assert (room.stream().state, room.states.interrupted) == (LiveState.LIVE, set())
    assert (room.stream().folder, len(room.told), room.jobs.asked) == (folder, 1, [])
    room.stop(GAME)
    after(room, keep, 2 * SECOND)
    numbers = takes_of(room)
    assert len(numbers) == 7 and numbers == sorted(numbers)
    assert room.playlist().count("#EXT-X-DISCONTINUITY\n") == 3
    (task,) = room.jobs.asked
    assert (task.name, task.ids) == (JOIN_RECORDING, (1, room.stream().id))


def test_a_process_that_restarts_in_an_outage_leaves_the_event_open(room: Room) -> None:
    first = room.process()
    send(room, first, 2000)
    leave(room, first)
    after(room, first, OUTAGE)
    first.leave()
    second = room.process()
    after(room, second, OUTAGE)
    send(room, second, 2000)
    assert room.stream().state is LiveState.LIVE
    assert len(takes_of(room)) == 2
    assert len(room.told) == 1


def test_a_camera_test_long_before_the_start_does_not_end_the_event(room: Room) -> None:
    room.streams.planned_end = NOON + timedelta(hours=3)
    keep = room.process()
    send(room, keep, 2000)
    leave(room, keep)
    after(room, keep, timedelta(minutes=30))
    assert room.stream().state is LiveState.INTERRUPTED
    send(room, keep, 2000)
    assert room.stream().state is LiveState.LIVE


def test_without_its_encoder_an_event_ends_when_its_planned_end_and_the_margin_have_passed(
    room: Room,
) -> None:
    keep = room.process()
    send(room, keep, 2000)
    leave(room, keep)
    left = NOON + LENGTH + MARGIN - room.clock.now()
    after(room, keep, left - 2 * SECOND)
    assert room.stream().state is LiveState.INTERRUPTED
    after(room, keep, 4 * SECOND)
    assert room.stream().state is LiveState.FINISHED


def test_an_event_in_overtime_goes_on_as_long_as_its_encoder_sends(room: Room) -> None:
    keep = room.process()
    send(room, keep, 2000)
    after(room, keep, LENGTH + MARGIN + GRACE)
    assert room.stream().state is LiveState.LIVE


def test_a_reopened_event_goes_on_in_one_recording_and_tells_nobody_again(room: Room) -> None:
    keep = room.process()
    send(room, keep, 2000)
    room.stop(GAME)
    after(room, keep, 2 * SECOND)
    assert room.playlist().endswith("#EXT-X-ENDLIST\n")
    room.reopen(GAME)
    after(room, keep, 2 * SECOND)
    assert "#EXT-X-ENDLIST" not in room.playlist()
    assert "#EXT-X-ENDLIST" not in room.playlist("small")
    send(room, keep, 2000)
    assert (room.stream().state, room.states.ended) == (LiveState.LIVE, set())
    assert len(takes_of(room)) == 2
    room.clock.advance(SECOND)
    room.stop(GAME)
    after(room, keep, 2 * SECOND)
    assert len(room.told) == 1
    first, second = room.jobs.asked
    assert first.unique != second.unique


def test_a_recording_that_was_joined_before_the_stream_went_on_is_thrown_away(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = room.process()
    send(room, keep, 2000)
    room.stop(GAME)
    after(room, keep, 2 * SECOND)
    join = JoinRecording(room.streams, room.storage, room.video, room.add)
    kept = room.add.keep

    def reopened_meanwhile(file: object) -> str:
        monkeypatch.setattr(room.add, "keep", kept)
        sha256: str = kept(file)
        room.reopen(GAME)
        after(room, keep, 2 * SECOND)
        send(room, keep, 2000)
        room.clock.advance(SECOND)
        room.stop(GAME)
        after(room, keep, 2 * SECOND)
        return sha256

    monkeypatch.setattr(room.add, "keep", reopened_meanwhile)
    join(CHANNEL, room.stream().id)
    assert room.stream().asset_id is None
    join(CHANNEL, room.stream().id)
    asset = room.assets.get(room.stream().asset_id)
    with room.storage.open(f"sources/1-{asset.source_sha256}/video") as file:
        assert file.read().count(b"source") == 2
    assert room.rows.owners_of(asset.id) == [Owner("event", GAME)]


def test_a_stream_test_leaves_nothing_behind(room: Room) -> None:
    real, keep = room.process(), room.test_process()
    test = room.test.open(GAME)
    real.tick()
    keep.tick()
    mine = next(take for take in room.ingest.takes if take.line.name == room.keys.of(test))
    mine.receive(2000, 2000)
    keep.tick()
    seen = room.tests.of_event(GAME)
    assert seen is not None and seen.state is LiveState.LIVE
    assert list(room.storage.list(f"{seen.folder}/"))
    assert (room.told, room.rows.rows, room.states.publishing) == ([], [], set())
    mine.end()
    keep.tick()
    after(room, keep, GRACE + 2 * SECOND)
    gone = room.tests.of_event(GAME)
    assert gone is not None and gone.state is LiveState.FINISHED
    assert list(room.storage.list("live/test-")) == []
    assert (room.jobs.asked, room.states.ended, room.rows.rows) == ([], set(), [])
    assert room.stream().state is LiveState.WAITING
    again = room.test.open(GAME)
    assert room.keys.of(again) == room.keys.of(test)


def test_a_stream_test_beside_the_game_does_not_disturb_it(room: Room) -> None:
    real, keep = room.process(), room.test_process()
    send(room, real, 2000)
    room.test.open(GAME)
    keep.tick()
    room.ingest.takes[-1].receive(2000)
    keep.tick()
    room.test.stop(GAME)
    after(room, keep, 2 * SECOND)
    after(room, real, 2 * SECOND)
    assert room.stream().state is LiveState.LIVE
    assert [row.type for row in room.rows.rows] == [MediaType.LIVE]
    assert len(takes_of(room)) == 1
