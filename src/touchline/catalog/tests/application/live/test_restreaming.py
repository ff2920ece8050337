"""Live streams are sent on to their targets: start, retries, choice of operators, and end."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from touchline.catalog.application.live.restreams.restream_connection import ConnectionServices
from touchline.catalog.application.live.restreams.restreaming import Restreaming
from touchline.catalog.application.live.restreams.target_admin import RestreamKeys
from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.domain.media.restreams import RestreamFailure, RestreamState
from touchline.catalog.tests.ingest_harness import EVENT_ID, SECOND, IngestHarness, create_harness
from touchline.catalog.tests.restream_fakes import (
    FakeEncryption,
    FakeRestreamer,
    FakeRestreamStore,
    FakeSender,
)

FIRST, SECOND_TARGET = 1, 2


class Restreamed:
    """A live event in an ingest process that sends it on."""

    def __init__(self, folder: Path) -> None:
        self.harness: IngestHarness = create_harness(folder)
        self.restreamer, self.store = FakeRestreamer(), FakeRestreamStore(EVENT_ID)
        self.encryption = FakeEncryption()
        self.start_process()
        self.store.add(FIRST)
        self.harness.open_stream()
        self.supervisor: SuperviseStreams = self.harness.create_supervisor()
        self.run()

    def start_process(self) -> None:
        """Start another process that sends the stream on."""
        keys = RestreamKeys(self.encryption)
        services = ConnectionServices(self.restreamer, keys, self.harness.clock, lambda: 0.0)
        self.restreaming = Restreaming(self.store, self.harness.storage, services)

    @property
    def sender(self) -> FakeSender:
        return self.restreamer.senders[-1]

    @property
    def state(self) -> RestreamState:
        return self.store.restreams[FIRST].progress.state

    def run(self, duration: timedelta = SECOND) -> None:
        for _ in range(int(duration / SECOND)):
            self.harness.clock.advance(SECOND)
            self.supervisor.tick()
            self.restreaming.step(self.supervisor.held_streams)

    def receive(self, *durations_ms: int) -> None:
        """Receive segments, publish them, and send them on."""
        self.harness.ingest.sessions[-1].receive(*durations_ms)
        self.run()

    def list_sent(self, sender: FakeSender | None = None) -> list[str]:
        return [segment.storage_key.rpartition("/")[2] for segment in (sender or self.sender).sent]


@pytest.fixture
def live(tmp_path: Path) -> Restreamed:
    """Return an event whose first segment was sent, and accepted."""
    restreamed = Restreamed(tmp_path)
    restreamed.receive(2000)
    restreamed.sender.go_live()
    restreamed.run()
    return restreamed


def test_nothing_is_sent_before_there_is_video(tmp_path: Path) -> None:
    restreamed = Restreamed(tmp_path)
    restreamed.run(20 * SECOND)
    assert restreamed.restreamer.senders == []
    assert restreamed.state is RestreamState.WAITING


def test_each_published_segment_is_sent_once(live: Restreamed) -> None:
    live.receive(2000)
    live.run(2 * SECOND)
    live.receive(2000, 2000)
    assert live.list_sent() == ["1-00000.ts", "1-00001.ts", "1-00002.ts", "1-00003.ts"]
    assert [segment.is_discontinuity for segment in live.sender.sent] == [True, False, False, False]
    assert live.state is RestreamState.LIVE
    assert live.sender.destination.key == "key-1"


def test_the_next_session_of_an_encoder_is_a_discontinuity(live: Restreamed) -> None:
    live.harness.ingest.sessions[-1].end()
    live.run(2 * SECOND)
    live.receive(2000)
    assert live.list_sent() == ["1-00000.ts", "3-00000.ts"], "session 2 waits for the backup encoder"
    assert live.sender.sent[-1].is_discontinuity
    assert len(live.restreamer.senders) == 1


def test_a_lost_connection_is_made_again_at_the_newest_segment(live: Restreamed) -> None:
    live.sender.fail(RestreamFailure.DISCONNECTED)
    live.receive(2000)
    assert live.state is RestreamState.RETRYING
    live.receive(2000)
    assert len(live.restreamer.senders) == 1
    live.receive(2000)
    assert len(live.restreamer.senders) == 2
    assert live.list_sent() == ["1-00003.ts"]
    live.sender.go_live(500)
    live.run()
    progress = live.store.restreams[FIRST].progress
    assert (progress.state, progress.bytes_sent) == (RestreamState.LIVE, 1500)


def test_a_refused_key_is_tried_three_times_and_then_again_on_request(tmp_path: Path) -> None:
    restreamed = Restreamed(tmp_path)
    for _ in range(30):
        restreamed.receive(1000)
        restreamed.sender.fail(RestreamFailure.KEY_REFUSED)
    assert len(restreamed.restreamer.senders) == 3
    assert restreamed.state.value == "failed"
    restreamed.store.restreams[FIRST].retry_count += 1
    restreamed.store.restreams[FIRST].progress.state = RestreamState.WAITING
    restreamed.receive(1000)
    restreamed.sender.go_live()
    restreamed.receive(1000)
    assert len(restreamed.restreamer.senders) == 4
    assert restreamed.state is RestreamState.LIVE


def test_another_process_does_not_try_a_refused_key_again(tmp_path: Path) -> None:
    restreamed = Restreamed(tmp_path)
    restreamed.store.restreams[FIRST].progress.state = RestreamState.FAILED
    restreamed.start_process()
    for _ in range(5):
        restreamed.receive(1000)
    assert restreamed.restreamer.senders == []


def test_a_changed_key_connects_again(live: Restreamed) -> None:
    first = live.sender
    target = live.store.restreams[FIRST].target
    target.version, target.encrypted_key = 2, FakeEncryption().encrypt("restream key", "new")
    live.run()
    live.receive(1000)
    assert first.is_closed
    assert live.sender.destination.key == "new"


def test_an_unreadable_key_fails_at_once(tmp_path: Path) -> None:
    restreamed = Restreamed(tmp_path)
    restreamed.encryption.is_broken = True
    restreamed.receive(1000)
    assert restreamed.state is RestreamState.FAILED
    assert restreamed.store.restreams[FIRST].progress.failure is RestreamFailure.UNREADABLE_KEY


def test_an_operator_turns_a_target_off_and_on(live: Restreamed) -> None:
    first = live.sender
    live.store.restreams[FIRST].is_enabled = False
    live.run()
    assert first.is_closed and not first.is_drained
    live.store.restreams[FIRST].is_enabled = True
    live.run()
    live.receive(1000)
    assert len(live.restreamer.senders) == 2


def test_a_target_is_off_unless_it_is_chosen(live: Restreamed) -> None:
    chosen = live.store.add(SECOND_TARGET, is_always=False)
    live.receive(1000)
    assert len(live.restreamer.senders) == 1
    chosen.is_enabled = True
    live.receive(1000)
    assert live.sender.destination.server_url == "rtmp://target-2.example/live"


def test_a_deleted_target_gets_nothing_more(live: Restreamed) -> None:
    del live.store.restreams[FIRST]
    live.run()
    assert live.sender.is_closed


def test_a_connection_ends_while_there_is_no_video(live: Restreamed) -> None:
    """Services end connections without data anyway, and then refuse the key for a while."""
    live.run(20 * SECOND)
    assert live.sender.is_closed
    assert live.state is RestreamState.WAITING
    live.receive(1000)
    assert len(live.restreamer.senders) == 2


def test_the_last_segments_are_sent_when_the_stream_ends(live: Restreamed) -> None:
    live.harness.stop(EVENT_ID)
    live.run(2 * SECOND)
    assert live.sender.is_closed and live.sender.is_drained


def test_sending_goes_on_while_the_database_is_unavailable(live: Restreamed) -> None:
    live.store.is_unavailable = True
    live.receive(1000)
    live.receive(1000)
    assert live.list_sent() == ["1-00000.ts", "1-00001.ts", "1-00002.ts"]
    assert not live.sender.is_closed


def test_a_failure_in_one_stream_changes_nothing_for_viewers(
    live: Restreamed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(live.sender, "send", fail)
    live.receive(2000)
    live.receive(2000)
    assert len(live.harness.list_segments()) == 3


def test_a_failure_of_one_target_changes_nothing_for_the_others(
    live: Restreamed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    first = live.sender
    live.store.add(SECOND_TARGET)
    live.run()
    monkeypatch.setattr(first, "send", fail)
    live.receive(1000)
    live.receive(1000)
    assert live.list_sent() == ["1-00001.ts", "1-00002.ts"]


def test_the_number_of_bytes_is_saved_every_few_seconds(live: Restreamed) -> None:
    before = live.store.save_count
    for second in range(10):
        live.sender.go_live(2000 + second)
        live.receive(1000)
    assert live.store.save_count - before in (2, 3)


def test_the_test_of_a_stream_is_not_sent_on(tmp_path: Path) -> None:
    restreamed = Restreamed(tmp_path)
    restreamed.harness.stream_tests.open(EVENT_ID)
    tests = restreamed.harness.create_test_supervisor()
    tests.tick()
    restreamed.harness.ingest.sessions[-1].receive(1000)
    tests.tick()
    restreamed.restreaming.step(tests.held_streams)
    restreamed.harness.ingest.sessions[-1].receive(1000)
    tests.tick()
    restreamed.restreaming.step(tests.held_streams)
    assert restreamed.restreamer.senders == []
