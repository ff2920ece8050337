"""A phone camera in the ingest process: its chunks are published in order, once, and whatever ends."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from touchline.catalog.application.live.camera_feed import CameraServices
from touchline.catalog.application.live.clean_up_live import RETENTION, CleanUpLive
from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.domain.media.camera_sessions import CAMERA_TIMEOUT, CameraChunk, CameraSession
from touchline.catalog.domain.media.encoder_slots import EncoderSlot, EncoderState
from touchline.catalog.domain.media.live_streams import LIVE_LEASE, LiveState
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.catalog.ports.media.storage import StorageUnavailableError
from touchline.catalog.tests.camera_fakes import FakeCameraIngest, FakeCameraSessions
from touchline.catalog.tests.ingest_harness import EVENT_ID, SECOND, create_harness, run_for
from touchline.catalog.tests.media_fakes import CHANNEL


class CameraHarness:
    """An ingest process, and a phone that sends to its event."""

    def __init__(self, folder: Path) -> None:
        self.live = create_harness(folder)
        self.sessions, self.ingest = FakeCameraSessions(), FakeCameraIngest()
        services = CameraServices(
            self.sessions, self.sessions, self.ingest, self.live.storage, self.live.clock
        )
        encoders = replace(self.live.ingest_services.encoders, cameras=services)
        self.live.ingest_services = replace(self.live.ingest_services, encoders=encoders)
        self.folder = folder
        self.live.open_stream()
        self.supervisor = self.live.create_supervisor()
        self.run(SECOND)

    def run(self, duration: timedelta) -> None:
        run_for(self.live, self.supervisor, duration)

    def start(self, session_id: str = "phone") -> None:
        now = self.live.clock.now()
        self.sessions.add(CameraSession(session_id, CHANNEL, EVENT_ID, now, now))

    def send(self, *numbers: int, recording: int = 0, session_id: str = "phone") -> None:
        for number in numbers:
            data = f"{session_id} {number}".encode()
            chunk = CameraChunk(number, recording, hashlib.sha256(data).hexdigest(), len(data))
            session = self.sessions.rows[session_id]
            path = self.folder / "sent"
            path.write_bytes(data)
            self.live.storage.put(session.get_storage_key(chunk), path)
            early = [chunk.number for chunk in self.sessions.list_chunks(session_id, session.next_number, 9)]
            self.sessions.add_chunk(session_id, chunk)
            session.receive(number, early, self.live.clock.now())

    def kill(self) -> None:
        """Kill the ingest process. The next one takes over after the lease."""
        self.live.clock.advance(LIVE_LEASE + SECOND)
        self.supervisor = SuperviseStreams(self.live.streams, self.live.ingest_services)

    def read_published(self) -> list[str]:
        """Return the contents of the published segments."""
        folder = self.live.get_stream().folder
        contents = []
        for name in self.live.list_segments():
            with self.live.storage.open(f"{folder}/{name}") as file:
                contents.append(file.read().decode())
        return contents

    def list_stored(self) -> list[str]:
        return [key.rpartition("/")[2][:8] for key in self.live.storage.list("camera/")]


@pytest.fixture
def harness(tmp_path: Path) -> CameraHarness:
    return CameraHarness(tmp_path)


def test_chunks_become_segments_and_are_deleted(harness: CameraHarness) -> None:
    harness.start()
    harness.send(0, 1, 2)
    harness.run(4 * SECOND)
    assert harness.live.get_stream().state is LiveState.LIVE
    assert harness.read_published() == ["phone 0", "phone 1", "phone 2"]
    assert harness.sessions.rows["phone"].is_published
    assert harness.list_stored() == ["00000000"], "the parameters of the recording are needed again"
    harness.send(3, recording=1)
    harness.run(4 * SECOND)
    harness.send(4, recording=1)
    harness.run(4 * SECOND)
    assert harness.list_stored() == ["00000003"]
    assert len(harness.ingest.sessions) == 1


def test_a_chunk_that_arrived_before_its_turn_waits_for_the_one_before_it(harness: CameraHarness) -> None:
    harness.start()
    harness.send(0, 2, 3)
    harness.run(3 * SECOND)
    assert harness.read_published() == ["phone 0"]
    harness.send(1)
    harness.run(3 * SECOND)
    assert harness.read_published() == ["phone 0", "phone 1", "phone 2", "phone 3"]


def test_chunks_that_cannot_be_deleted_hold_up_neither_this_phone_nor_the_next(
    harness: CameraHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(key: str) -> None:
        raise StorageUnavailableError

    monkeypatch.setattr(harness.live.storage, "remove", fail)
    harness.start()
    for number in range(3):
        harness.send(number)
        harness.run(SECOND)
        assert len(harness.read_published()) == number + 1
    harness.sessions.rows["phone"].end(harness.live.clock.now())
    harness.run(3 * SECOND)
    harness.start("other")
    harness.send(0, session_id="other")
    harness.run(3 * SECOND)
    assert harness.read_published() == ["phone 0", "phone 1", "phone 2", "other 0"]


def test_a_killed_process_leaves_no_hole_and_no_repetition(harness: CameraHarness) -> None:
    harness.start()
    harness.send(0, 1)
    harness.run(3 * SECOND)
    harness.kill()
    harness.send(2, 3)
    harness.run(4 * SECOND)
    assert harness.read_published() == ["phone 0", "phone 1", "phone 2", "phone 3"]
    assert harness.ingest.sessions[-1].parameters == [b"phone 0"]


def test_a_silent_phone_interrupts_the_stream_and_goes_on_later(harness: CameraHarness) -> None:
    harness.start()
    harness.send(0)
    harness.run(CAMERA_TIMEOUT - 5 * SECOND)
    assert harness.live.get_stream().state is LiveState.LIVE
    harness.run(10 * SECOND)
    assert harness.live.get_stream().state is LiveState.INTERRUPTED
    assert harness.live.ingest.sessions[-1].state == "waiting", "an encoder may connect now"
    harness.send(1, 2)
    harness.run(4 * SECOND)
    assert harness.live.get_stream().state is LiveState.LIVE
    assert harness.read_published() == ["phone 0", "phone 1", "phone 2"]


def test_the_end_of_a_session_lets_an_encoder_connect(harness: CameraHarness) -> None:
    harness.start()
    harness.send(0)
    harness.run(2 * SECOND)
    harness.sessions.rows["phone"].end(harness.live.clock.now())
    harness.run(3 * SECOND)
    assert harness.live.get_stream().state is LiveState.INTERRUPTED
    assert harness.live.ingest.sessions[-1].state == "waiting"
    assert harness.list_stored() in ([], ["00000000"])


def test_chunks_that_arrived_before_the_end_of_the_stream_are_published(harness: CameraHarness) -> None:
    harness.start()
    harness.send(*range(12))
    harness.run(SECOND)
    harness.live.stop(EVENT_ID)
    harness.run(8 * SECOND)
    assert harness.live.get_stream().state is LiveState.FINISHED
    assert harness.read_published() == [f"phone {number}" for number in range(12)]


def test_what_one_phone_kept_comes_after_the_other_phone(harness: CameraHarness) -> None:
    harness.start("first")
    harness.send(0, session_id="first")
    harness.run(3 * SECOND)
    harness.run(CAMERA_TIMEOUT + 5 * SECOND)
    harness.start("second")
    harness.send(0, session_id="second")
    harness.run(3 * SECOND)
    harness.send(1, session_id="first")
    harness.sessions.rows["second"].end(harness.live.clock.now())
    harness.run(4 * SECOND)
    assert harness.read_published() == ["first 0", "second 0", "first 1"]


def test_chunks_that_no_receiver_can_use_are_skipped(harness: CameraHarness) -> None:
    harness.ingest.is_broken = lambda: len(harness.ingest.sessions) < 3
    harness.start()
    harness.send(0, 1)
    harness.run(12 * SECOND)
    harness.send(2)
    harness.run(12 * SECOND)
    assert harness.read_published() == ["phone 2"]


def test_an_unavailable_database_delays_only_the_deletion(harness: CameraHarness) -> None:
    harness.start()
    harness.send(0)
    harness.run(2 * SECOND)
    harness.send(1)
    harness.run(SECOND)
    harness.sessions.fail = LiveStreamsUnavailableError()
    harness.run(3 * SECOND)
    assert harness.live.get_stream().state is LiveState.LIVE
    harness.sessions.fail = None
    harness.send(2)
    harness.run(4 * SECOND)
    assert harness.read_published() == ["phone 0", "phone 1", "phone 2"]


def test_an_encoder_is_not_disturbed_by_cameras_of_other_events(harness: CameraHarness) -> None:
    encoder = harness.live.ingest.sessions[-1]
    encoder.receive(2000)
    harness.run(3 * SECOND)
    assert not encoder.is_closed
    assert harness.ingest.sessions == []


def test_a_phone_takes_the_slot_of_the_backup_while_the_primary_sends(harness: CameraHarness) -> None:
    primary, backup = harness.live.ingest.sessions[-1], harness.live.ingest.backup_sessions[-1]
    primary.receive(2000)
    harness.start()
    for number in range(10):
        primary.receive(2000)
        harness.send(number)
        harness.run(2 * SECOND)
    stream = harness.live.get_stream()
    assert (stream.on_air, stream.backup_state) == (EncoderSlot.PRIMARY, EncoderState.RECEIVING)
    assert (primary.is_closed, backup.is_closed) == (False, True)
    assert len(harness.read_published()) == 11
    assert not [text for text in harness.read_published() if text.startswith("phone")]
    assert len(harness.list_stored()) <= 3, "the chunks are consumed while the phone is off air"
    harness.send(10)
    primary.end()
    for number in range(11, 14):
        harness.run(2 * SECOND)
        harness.send(number)
    assert harness.live.get_stream().on_air is EncoderSlot.BACKUP
    assert harness.read_published()[11:] == ["phone 10", "phone 11", "phone 12"]


def test_sessions_that_nobody_goes_on_with_are_deleted(harness: CameraHarness) -> None:
    harness.start()
    harness.send(0, 1)
    live = harness.live
    clean_up = CleanUpLive(
        *(live.streams, live.test_streams, live.assets, live.media_items, live.storage, live.jobs),
        *(live.clock, live.ingest_services.encoders.cameras),
    )
    clean_up()
    assert len(harness.list_stored()) == 2
    live.clock.advance(RETENTION + SECOND)
    clean_up()
    assert (harness.list_stored(), harness.sessions.rows) == ([], {})
