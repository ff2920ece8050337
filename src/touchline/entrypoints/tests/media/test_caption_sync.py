"""Live captions against the pictures of a real stream: measured in its segments and in its recording."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.ingest.media.flv import MediaReader
from adapters.ingest.media.live_stream import START_PTS, LiveStream
from adapters.ingest.sessions import LoggedSession, ReceivedStream
from adapters.ingest.stream_log import StreamLogWriter
from adapters.ingest.tests.flv_files import read_messages
from adapters.storage.local import LocalStorage
from adapters.video.tests.flash_video import AAC, H264, make_flash_video, read_signals
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.catalog.application.live.encoder_session import EncoderSession
from touchline.catalog.application.live.hls_publisher import HlsPublisher
from touchline.catalog.application.live_captions.recorded_captions import RecordedCaptions
from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.live_streams import LiveStream as StreamRow
from touchline.catalog.domain.media.on_air import FailoverRules
from touchline.catalog.ports.media.ingest import SESSION_START_MS, SOURCE, IngestSessionState
from touchline.catalog.tests.caption_fakes import ENGLISH, FakeLiveCaptions
from touchline.catalog.tests.samples import NOON
from touchline.shared.ids import ChannelId, EventId

SECONDS = 7
BREAK_SECONDS = 30
MAX_OFFSET = 0.05
_CUE = re.compile(r"00:00:(\d\d\.\d{3}) --> 00:00:\d\d\.\d{3}\n(.+)")
_MAP = re.compile(r"MPEGTS:(\d+)")


class ReceivedSession(LoggedSession):
    """A session whose encoder has sent everything."""

    state, fault = IngestSessionState.RECEIVING, ""

    def __init__(self, received: ReceivedStream) -> None:
        super().__init__()
        self._received = received

    def require_renditions(self, renditions: Sequence[str]) -> None:
        """Do nothing: the segments are there."""

    def close(self) -> None:
        """Do nothing: the receiver has ended."""

    def _refresh(self) -> None:
        """Do nothing: the log is complete."""


def receive(video: Path, folder: Path) -> ReceivedStream:
    """Return the segments that the receiver writes for a video."""
    folder.mkdir()
    live_stream = LiveStream(folder, (SOURCE,), StreamLogWriter(folder), exactly=True)
    reader = MediaReader()
    for message in read_messages(video):
        live_stream.process(reader.read(message))
    live_stream.finish()
    received = ReceivedStream(folder)
    received.refresh()
    return received


def test_the_receiver_starts_each_session_at_the_timestamp_of_the_port() -> None:
    assert START_PTS == SESSION_START_MS * TICKS_PER_SECOND // 1000


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return what an encoder sends: a flash each second."""
    target = tmp_path_factory.mktemp("encoder") / "flash.flv"
    return make_flash_video(target, SECONDS, *H264, "-bf", "0", "-g", "50", *AAC)


def test_a_caption_of_a_flash_is_shown_with_it_live_and_in_the_recording(tmp_path: Path, video: Path) -> None:
    captions = FakeLiveCaptions([ENGLISH])
    session_starts = (NOON, NOON + timedelta(seconds=SECONDS + BREAK_SECONDS))
    for number, start in enumerate(session_starts, 1):
        for second in range(SECONDS):
            captions.add(start + timedelta(seconds=second), f"flash {number}.{second}", 0.5)
    storage = LocalStorage(tmp_path / "media")
    workspace = tmp_path / "work"
    workspace.mkdir()
    row = StreamRow(LiveStreamId(1), ChannelId(1), EventId(5), "live/1")
    publisher = HlsPublisher(storage, row, workspace, captions)
    for number, start in enumerate(session_starts, 1):
        received = receive(video, tmp_path / f"session-{number}")
        now = start + timedelta(seconds=SECONDS)
        encoder = EncoderSession(EncoderSlot.PRIMARY, number, ReceivedSession(received))
        encoder.update(FailoverRules(), now, is_on_air=True)
        publisher.publish(encoder, timedelta(0), now)
    publisher.close(session_starts[1] + timedelta(seconds=SECONDS + 5))

    shown: dict[str, float] = {}
    flashes: dict[int, list[float]] = {}
    for number in (1, 2):
        joined = tmp_path / f"{number}.ts"
        with joined.open("wb") as out:
            for entry in publisher.playlist.entries:
                if entry.session_number == number:
                    with storage.open(f"live/1/source/{entry.name}") as segment:
                        out.write(segment.read())
        flashes[number] = read_signals(joined).flashes
    for entry in publisher.playlist.entries:
        with storage.open(f"live/1/captions-en/{entry.name.replace('.ts', '.vtt')}") as file:
            text = file.read().decode()
        start_pts = int(_MAP.findall(text)[0]) / TICKS_PER_SECOND
        for seconds, name in _CUE.findall(text):
            shown.setdefault(name, start_pts + float(seconds))
    assert len(shown) == 2 * SECONDS
    for name, time in shown.items():
        session, second = (int(part) for part in name.removeprefix("flash ").split("."))
        assert abs(flashes[session][second] - time) <= MAX_OFFSET

    (caption_file,) = RecordedCaptions(captions).write_files(row, publisher.playlist.entries, workspace)
    recorded = {name: float(seconds) for seconds, name in _CUE.findall(caption_file.path.read_text())}
    first_pts = SESSION_START_MS / 1000
    session_seconds = sum(e.duration_ms for e in publisher.playlist.entries if e.session_number == 1) / 1000
    for session, times in flashes.items():
        for second, time in enumerate(times):
            position = time - first_pts + (session_seconds if session == 2 else 0)
            assert abs(recorded[f"flash {session}.{second}"] - position) <= MAX_OFFSET
