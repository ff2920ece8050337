"""Two encoders of one stream: which of them viewers see, and how its segments continue."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from touchline.catalog.application.live.encoder_session import EncoderSession
from touchline.catalog.domain.media.encoder_slots import EncoderSlot, EncoderState
from touchline.catalog.domain.media.live_playlists import parse_playlist
from touchline.catalog.domain.media.live_streams import LIVE_LEASE, LiveState
from touchline.catalog.domain.media.on_air import build_rules
from touchline.catalog.domain.media.stream_health import EncoderHealth
from touchline.catalog.ports.media.ingest import LOW_BANDWIDTH, SOURCE, WRONG_KEY_FAULT, IngestEndpoint
from touchline.catalog.tests.broadcast import BACKUP, PRIMARY, Broadcast, check_playlist
from touchline.catalog.tests.ingest_harness import EVENT_ID, GRACE, SECOND
from touchline.catalog.tests.live_fakes import FakeIngestSession
from touchline.catalog.tests.samples import NOON
from touchline.shared.errors import RefusedError


@pytest.fixture
def broadcast(tmp_path: Path) -> Broadcast:
    created = Broadcast(tmp_path)
    created.run(8)
    return created


def test_viewers_see_the_primary_while_both_encoders_send(broadcast: Broadcast) -> None:
    assert set(broadcast.list_sessions()) == {1}
    stream = broadcast.harness.get_stream()
    assert (stream.on_air, stream.primary_state, stream.backup_state) == (
        PRIMARY,
        EncoderState.RECEIVING,
        EncoderState.RECEIVING,
    )
    assert not [key for key in broadcast.harness.storage.list("live/") if "/2-" in key]


def test_both_encoders_have_a_key_of_their_own_on_the_same_port(broadcast: Broadcast) -> None:
    primary, backup = (broadcast.get_session(slot).endpoint for slot in EncoderSlot)
    assert primary.port == backup.port == 19350
    assert primary.stream_key != backup.stream_key
    assert backup.stream_key.startswith("5-backup-")


@pytest.mark.parametrize("stalls", [True, False])
def test_the_backup_goes_on_air_with_one_discontinuity(broadcast: Broadcast, stalls: bool) -> None:
    if stalls:
        broadcast.sending.discard(PRIMARY)
    else:
        broadcast.leave(PRIMARY)
    broadcast.run(3)
    assert broadcast.harness.get_stream().on_air is BACKUP
    broadcast.run(4)
    assert broadcast.list_sessions() == [1, 2]
    for name in ("source", "small"):
        text = broadcast.harness.read_playlist(name)
        assert text.count("#EXT-X-DISCONTINUITY\n") == 1
        check_playlist(text, 2 * SECOND)
    ends_at = parse_playlist(broadcast.harness.read_playlist()).ends_at
    assert ends_at is not None and broadcast.harness.clock.now() - ends_at < 2 * SECOND
    assert broadcast.harness.get_stream().state is LiveState.LIVE
    assert broadcast.harness.states.interrupted == set()


def test_captions_of_the_picture_stay_announced_while_an_encoder_without_them_is_on_air(
    broadcast: Broadcast,
) -> None:
    broadcast.get_session(PRIMARY).has_captions = True
    broadcast.run(4)
    assert "TYPE=CLOSED-CAPTIONS" in broadcast.harness.read_playlist("master")
    broadcast.leave(PRIMARY)
    broadcast.run(6)
    assert broadcast.harness.get_stream().on_air is BACKUP
    assert "TYPE=CLOSED-CAPTIONS" in broadcast.harness.read_playlist("master")
    broadcast.supervisor.release_all()
    broadcast.supervisor = broadcast.harness.create_supervisor()
    broadcast.run(6)
    assert "TYPE=CLOSED-CAPTIONS" in broadcast.harness.read_playlist("master")


def test_the_primary_returns_after_ten_good_seconds_in_the_same_session(broadcast: Broadcast) -> None:
    broadcast.sending.discard(PRIMARY)
    broadcast.run(20)
    broadcast.sending.add(PRIMARY)
    broadcast.run(9)
    assert broadcast.harness.get_stream().on_air is BACKUP
    broadcast.run(4)
    assert broadcast.harness.get_stream().on_air is PRIMARY
    assert broadcast.list_sessions() == [1, 2, 1]
    check_playlist(broadcast.harness.read_playlist(), 2 * SECOND)


def test_the_primary_returns_in_a_new_session_after_it_was_disconnected(broadcast: Broadcast) -> None:
    broadcast.leave(PRIMARY)
    broadcast.run(20)
    broadcast.sending.add(PRIMARY)
    broadcast.run(20)
    assert broadcast.list_sessions() == [1, 2, 3]
    check_playlist(broadcast.harness.read_playlist(), 2 * SECOND)


def test_the_operator_puts_the_backup_on_air_and_it_stays(broadcast: Broadcast) -> None:
    broadcast.harness.put_on_air(EVENT_ID, BACKUP)
    broadcast.run(30)
    assert broadcast.harness.get_stream().on_air is BACKUP
    broadcast.harness.put_on_air(EVENT_ID, PRIMARY)
    broadcast.run(4)
    assert broadcast.list_sessions() == [1, 2, 1]
    check_playlist(broadcast.harness.read_playlist(), 2 * SECOND)


def test_an_encoder_that_sends_nothing_cannot_be_put_on_air(broadcast: Broadcast) -> None:
    broadcast.leave(BACKUP)
    broadcast.run(1)
    with pytest.raises(RefusedError, match="The backup encoder sends no video"):
        broadcast.harness.put_on_air(EVENT_ID, BACKUP)


def test_viewers_are_interrupted_only_when_no_encoder_is_left(broadcast: Broadcast) -> None:
    broadcast.leave(PRIMARY)
    broadcast.run(2)
    assert broadcast.harness.get_stream().state is LiveState.LIVE
    broadcast.leave(BACKUP)
    broadcast.run(1)
    assert broadcast.harness.get_stream().state is LiveState.INTERRUPTED
    broadcast.run(GRACE / SECOND + 1)
    assert broadcast.harness.get_stream().state is LiveState.FINISHED


def test_a_backup_that_starts_first_is_on_air_until_the_primary_is_good(tmp_path: Path) -> None:
    broadcast = Broadcast(tmp_path)
    broadcast.sending = {BACKUP}
    broadcast.run(6)
    assert broadcast.harness.get_stream().on_air is BACKUP
    broadcast.sending = {PRIMARY, BACKUP}
    broadcast.run(14)
    assert broadcast.harness.get_stream().on_air is PRIMARY
    assert broadcast.harness.ingest.sessions[-1].exactly


def test_a_stream_begins_with_the_primary_even_if_the_backup_is_a_little_earlier(tmp_path: Path) -> None:
    broadcast = Broadcast(tmp_path)
    broadcast.get_session(PRIMARY).receive()
    broadcast.get_session(BACKUP).receive(2000)
    broadcast.supervisor.tick()
    assert broadcast.harness.get_stream().state is LiveState.WAITING
    broadcast.run(2)
    assert broadcast.list_sessions() == [1]


def test_a_stream_begins_with_the_backup_if_the_primary_has_no_video(tmp_path: Path) -> None:
    broadcast = Broadcast(tmp_path)
    broadcast.get_session(PRIMARY).receive()
    broadcast.sending = {BACKUP}
    broadcast.run(8)
    assert broadcast.harness.get_stream().on_air is BACKUP


def test_an_encoder_with_other_renditions_than_viewers_have_starts_again(tmp_path: Path) -> None:
    broadcast = Broadcast(tmp_path)
    broadcast.sending = {BACKUP}
    first = broadcast.get_session(BACKUP)
    first.receive(2000)
    first.rendition_names = (SOURCE,)
    broadcast.get_session(PRIMARY).receive(2000)
    broadcast.supervisor.tick()
    assert first.is_closed
    broadcast.supervisor.tick()
    second = broadcast.get_session(BACKUP)
    assert second.exactly
    assert second.requested_renditions == (SOURCE, LOW_BANDWIDTH)


def test_a_waiting_encoder_gets_the_renditions_of_viewers_without_a_new_session(tmp_path: Path) -> None:
    broadcast = Broadcast(tmp_path)
    broadcast.sending = {PRIMARY}
    waiting = broadcast.get_session(BACKUP)
    assert not waiting.exactly
    broadcast.run(4)
    assert broadcast.get_session(BACKUP) is waiting
    assert (waiting.exactly, waiting.requested_renditions) == (True, (SOURCE, LOW_BANDWIDTH))


def test_each_fault_names_its_encoder(broadcast: Broadcast) -> None:
    broadcast.get_session(BACKUP).fault = "The keyframes are too far apart."
    broadcast.run(1)
    assert broadcast.harness.get_stream().full_fault == "Backup: The keyframes are too far apart."
    broadcast.get_session(PRIMARY).fault = WRONG_KEY_FAULT
    broadcast.run(1)
    assert broadcast.harness.get_stream().full_fault == (
        f"{WRONG_KEY_FAULT} Backup: The keyframes are too far apart."
    )


def test_a_successor_continues_after_the_last_segment_of_both_encoders(broadcast: Broadcast) -> None:
    broadcast.harness.put_on_air(EVENT_ID, BACKUP)
    broadcast.run(6)
    names = broadcast.list_names()
    broadcast.supervisor = broadcast.harness.create_supervisor()
    broadcast.harness.clock.advance(LIVE_LEASE + SECOND)
    broadcast.supervisor.tick()
    broadcast.run(12)
    assert broadcast.list_names()[: len(names)] == names
    assert broadcast.harness.get_stream().on_air is BACKUP
    assert broadcast.list_sessions() == [1, 2, 4]
    check_playlist(broadcast.harness.read_playlist(), timedelta(minutes=1))


@pytest.mark.parametrize(
    "bad",
    [
        EncoderHealth(black_seconds=10.0),
        EncoderHealth(silent_seconds=10.0),
        EncoderHealth(clock_drift_ms=-2000),
    ],
)
def test_bad_video_is_replaced_while_it_lasts_if_a_rule_says_so(tmp_path: Path, bad: EncoderHealth) -> None:
    broadcast = Broadcast(tmp_path, rules=build_rules(10, 10, 10, 2))
    broadcast.run(8)
    broadcast.get_session(PRIMARY).health = bad
    broadcast.run(20)
    assert broadcast.harness.get_stream().on_air is BACKUP
    assert broadcast.harness.get_stream().primary_state is EncoderState.RECEIVING
    broadcast.get_session(PRIMARY).health = EncoderHealth()
    broadcast.run(14)
    assert broadcast.list_sessions() == [1, 2, 1]
    check_playlist(broadcast.harness.read_playlist(), 2 * SECOND)


def test_a_late_segment_of_a_black_encoder_on_standby_is_no_pause(tmp_path: Path) -> None:
    received = FakeIngestSession(
        IngestEndpoint("key", 19350), tmp_path, health=EncoderHealth(black_seconds=9)
    )
    session, rules = EncoderSession(BACKUP, 2, received), build_rules(10, 5)
    for seconds in (2, 4, 6):
        received.receive(2000)
        session.update(rules, NOON + seconds * SECOND, is_on_air=False)
    received.receive(2000)
    session.update(rules, NOON + 9 * SECOND, is_on_air=False)
    assert session.clock.get_start(3) == NOON + 6 * SECOND


def test_segments_that_never_go_on_air_are_deleted_and_never_uploaded(broadcast: Broadcast) -> None:
    broadcast.run(46)
    folder = broadcast.get_session(BACKUP).folder
    assert len(list(folder.glob("source-*.ts"))) < 20
    assert not [key for key in broadcast.harness.storage.list("live/") if "/2-" in key]
