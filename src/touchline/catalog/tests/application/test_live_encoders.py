"""The renditions of a live stream, and what its operator is told of encoders that are refused."""

from __future__ import annotations

from touchline.catalog.application.keep_streams import KeepStreams
from touchline.catalog.application.live_keys import AdmitPublisher
from touchline.catalog.domain.renditions import RenditionName
from touchline.catalog.ports.ingest import SECOND_ENCODER, SMALL, WRONG_KEY
from touchline.catalog.tests.live_room import GAME, SECOND, Room, after
from touchline.shared.ids import EventId


def test_a_stream_has_the_renditions_that_the_channel_wants_when_its_encoder_is_awaited(room: Room) -> None:
    room.open()
    keep = room.process()
    keep.tick()
    room.renditions.live_names = (RenditionName.SOURCE, RenditionName.P720)
    room.ingest.takes[0].end()
    after(room, keep, 3 * SECOND)
    first, second = room.ingest.takes
    assert first.wanted == ("source",)
    assert second.wanted == ("source", "720p")
    assert not second.exactly


def test_a_stream_keeps_the_renditions_that_it_began_with(room: Room, on_air: KeepStreams) -> None:
    """Players know their playlists, and every playlist has all segments."""
    room.renditions.live_names = (RenditionName.SOURCE, RenditionName.P720)
    room.ingest.takes[-1].end()
    after(room, on_air, 3 * SECOND)
    assert room.ingest.takes[-1].wanted == ("source", SMALL)
    assert room.ingest.takes[-1].exactly
    room.ingest.takes[-1].receive(2000)
    after(room, on_air, SECOND)
    assert room.segments("small")[-1] == room.segments()[-1].replace("source", "small") == "small/2-00000.ts"


def test_another_process_goes_on_with_the_renditions_that_were_published(
    room: Room, on_air: KeepStreams
) -> None:
    on_air.leave()
    keep = room.process()
    after(room, keep, 2 * SECOND)
    assert (room.ingest.takes[-1].wanted, room.ingest.takes[-1].exactly) == (("source", SMALL), True)


def test_what_the_door_of_all_encoders_told_stays_until_one_sends(room: Room) -> None:
    room.open()
    keep = room.process()
    keep.tick()
    told = room.stream()
    told.fault = WRONG_KEY
    room.streams.save(told)
    for seconds in (2, 15, 15):  # looked at, and its lease renewed
        after(room, keep, seconds * SECOND)
    assert room.stream().fault == WRONG_KEY
    room.ingest.takes[0].receive(2000)
    keep.tick()
    assert room.stream().fault == ""


def test_what_the_door_told_before_anybody_kept_the_stream_stays_as_well(room: Room) -> None:
    room.open()
    told = room.stream()
    told.fault = WRONG_KEY
    room.streams.save(told)
    keep = room.process()
    for _ in range(2):
        after(room, keep, SECOND)
    assert room.stream().fault == WRONG_KEY
    room.ingest.takes[0].receive(2000)
    keep.tick()
    assert room.stream().fault == ""


def test_a_second_encoder_at_the_door_of_all_encoders_is_told_for_half_a_minute(
    room: Room, on_air: KeepStreams
) -> None:
    admit = AdmitPublisher(room.streams, room.tests, room.keys)
    for _ in range(2):  # and again when it comes again
        admit(room.keys.of(room.stream()))
        for seconds in (1, 12, 12):  # looked at, and its lease renewed
            after(room, on_air, seconds * SECOND)
            assert room.stream().fault == SECOND_ENCODER
        after(room, on_air, 10 * SECOND)
        assert room.stream().fault == ""


def test_the_first_encoder_at_the_door_and_one_that_comes_back_are_no_second_ones(
    room: Room, on_air: KeepStreams
) -> None:
    admit = AdmitPublisher(room.streams, room.tests, room.keys)
    other = room.open(EventId(6))
    assert admit(room.keys.of(other))
    room.ingest.takes[0].end()
    on_air.tick()
    assert admit(room.keys.of(room.stream()))
    after(room, on_air, SECOND)
    assert [one.fault for one in room.streams.all()] == ["", ""]


def test_a_second_encoder_of_a_stream_test_is_told_in_the_test(room: Room) -> None:
    room.test.open(GAME)
    keep = room.test_process()
    keep.tick()
    room.ingest.takes[0].receive(2000)
    keep.tick()
    test = room.tests.of_event(GAME)
    AdmitPublisher(room.streams, room.tests, room.keys)(room.keys.of(test))
    after(room, keep, SECOND)
    assert room.tests.of_event(GAME).fault == SECOND_ENCODER
