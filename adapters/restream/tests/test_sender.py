"""A sender with a real RTMP server on this machine."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from adapters.ingest.rtmp import messages
from adapters.ingest.rtmp.messages import AmfValue, Message
from adapters.ingest.tests.polling import free_port, wait_until
from adapters.restream.rtmp_publisher import get_stream_id
from adapters.restream.sender_process import SenderProcess, SenderProcesses
from adapters.restream.tests.conftest import KEY, SEGMENT_MS, segment
from adapters.restream.tests.rtmp_server import RtmpServer
from adapters.storage.local import LocalStorage
from touchline.catalog.domain.media.restreams import RestreamFailure
from touchline.catalog.ports.media.restreamer import RestreamDestination, SenderState, SenderStatus


def has_ended(sender: SenderProcess) -> Callable[[], bool]:
    return lambda: sender.status.state is SenderState.ENDED


def is_live(sender: SenderProcess) -> Callable[[], bool]:
    return lambda: sender.status.state is SenderState.LIVE


def is_video_header(message: Message) -> bool:
    return message.kind == messages.VIDEO and message.body[1] == 0


def list_times(media: list[Message], kind: int) -> list[int]:
    """Return the timestamps of the frames of a kind."""
    return [message.timestamp for message in media if message.kind == kind and message.body[1] != 0]


def test_segments_become_one_continuous_stream_in_real_time(restreamer: SenderProcesses) -> None:
    with RtmpServer(KEY) as server:
        started = time.monotonic()
        sender = restreamer.start(RestreamDestination(server.url, KEY))
        for number in range(4):
            sender.send(segment(number))
        sender.close(is_drained=True)
        wait_until(has_ended(sender))
        elapsed = time.monotonic() - started
        media = server.list_media()
    assert sender.status.failure is None
    assert elapsed > 3.5
    assert sum(map(is_video_header, media)) == 1
    assert media[0].timestamp == 0
    video, audio = list_times(media, messages.VIDEO), list_times(media, messages.AUDIO)
    assert len(video) == 4 * 25
    assert max(b - a for a, b in itertools.pairwise(video)) <= 41
    assert video == sorted(video) and audio == sorted(audio)
    assert max(b - a for a, b in itertools.pairwise(audio)) <= 25


def test_a_stream_of_another_size_continues_with_new_headers(restreamer: SenderProcesses) -> None:
    with RtmpServer(KEY) as server:
        sender = restreamer.start(RestreamDestination(server.url, KEY))
        sender.send(segment(5))
        sender.send(segment(0, "tall", is_discontinuity=True))
        sender.close(is_drained=True)
        wait_until(has_ended(sender))
        media = server.list_media()
    assert sum(map(is_video_header, media)) == 2
    video = list_times(media, messages.VIDEO)
    assert video == sorted(video)
    assert max(b - a for a, b in itertools.pairwise(video)) < 150
    assert video[-1] == pytest.approx(2 * SEGMENT_MS, abs=250)


@pytest.mark.parametrize("is_silent", [False, True])
def test_a_refused_key_is_reported_without_the_key(restreamer: SenderProcesses, is_silent: bool) -> None:
    with RtmpServer(f"{KEY}-right", is_silent=is_silent) as server:
        sender = restreamer.start(RestreamDestination(server.url, KEY))
        sender.send(segment(0))
        wait_until(has_ended(sender))
    assert sender.status.failure is RestreamFailure.KEY_REFUSED
    assert KEY not in sender.status.detail


def test_a_server_that_disconnects_is_reported(restreamer: SenderProcesses) -> None:
    with RtmpServer(KEY) as server:
        sender = restreamer.start(RestreamDestination(server.url, KEY))
        for number in range(4):
            sender.send(segment(number))
        wait_until(lambda: sender.status.bytes_sent > 0)
        server.drop()
        wait_until(has_ended(sender))
    assert sender.status.failure is RestreamFailure.DISCONNECTED
    assert sender.status.bytes_sent > 0


def test_a_sender_is_stopped_at_once(restreamer: SenderProcesses) -> None:
    with RtmpServer(KEY) as server:
        sender = restreamer.start(RestreamDestination(server.url, KEY))
        for number in range(4):
            sender.send(segment(number))
        wait_until(is_live(sender))
        started = time.monotonic()
        sender.close()
        assert time.monotonic() - started < 0.1
        wait_until(has_ended(sender))
        assert time.monotonic() - started < 2
        wait_until(lambda: b"FCUnpublish" in b"".join(message.body for message in server.sessions[0]))
    assert sender.status.failure is None


def test_a_server_that_sends_without_a_pause_receives_the_whole_stream(restreamer: SenderProcesses) -> None:
    with RtmpServer(KEY, is_flooding=True) as server:
        sender = restreamer.start(RestreamDestination(server.url, KEY))
        for number in range(2):
            sender.send(segment(number))
        sender.close(is_drained=True)
        wait_until(has_ended(sender))
        wait_until(lambda: b"deleteStream" in server.sessions[0][-1].body)
        video = list_times(server.list_media(), messages.VIDEO)
    assert sender.status.failure is None
    assert len(video) == 2 * 25
    assert video[-1] <= 2 * SEGMENT_MS


@pytest.mark.nightly
def test_a_server_that_reads_nothing_times_out(restreamer: SenderProcesses) -> None:
    with RtmpServer(KEY, is_stalled=True) as server:
        sender = restreamer.start(RestreamDestination(server.url, KEY))
        for number in range(4):
            sender.send(segment(number))
        wait_until(has_ended(sender))
    assert sender.status.failure is RestreamFailure.TIMEOUT


@pytest.mark.parametrize(
    ("url", "failure"),
    [
        ("rtmp://localhost:{port}/live", RestreamFailure.UNREACHABLE),
        ("rtmp://no-such-host.invalid/live", RestreamFailure.UNKNOWN_HOST),
    ],
)
def test_a_server_that_cannot_be_reached_is_reported(
    restreamer: SenderProcesses, url: str, failure: RestreamFailure
) -> None:
    sender = restreamer.start(RestreamDestination(url.format(port=free_port()), KEY))
    wait_until(has_ended(sender))
    assert sender.status.failure is failure


def test_private_addresses_are_refused_when_connecting(media: Path) -> None:
    with RtmpServer(KEY) as server:
        restreamer = SenderProcesses(LocalStorage(media), allow_private=False)
        sender = restreamer.start(RestreamDestination(server.url, KEY))
        wait_until(has_ended(sender))
        assert server.attempts == 0
    assert sender.status.failure is RestreamFailure.PRIVATE_ADDRESS


def test_no_argument_of_a_process_has_the_key(restreamer: SenderProcesses) -> None:
    with RtmpServer(KEY) as server:
        sender = restreamer.start(RestreamDestination(server.url, KEY))
        sender.send(segment(0))
        wait_until(is_live(sender))
        everyone = psutil.Process().children(recursive=True)
        children = [child for child in everyone if child.status() != psutil.STATUS_ZOMBIE]
        arguments = [argument for child in children for argument in child.cmdline()]
        environment = [value for child in children for value in child.environ().values()]
        sender.close()
    assert "adapters.restream.sender" in arguments
    assert not any(KEY in text for text in (*arguments, *environment))


def test_a_destination_hides_its_key_when_printed() -> None:
    status = SenderStatus(SenderState.CONNECTING)
    assert KEY not in repr((RestreamDestination("rtmp://a.example/live", KEY), status))


def test_a_program_that_cannot_start_is_reported_as_ended(
    restreamer: SenderProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise BlockingIOError("fork: Resource temporarily unavailable")

    monkeypatch.setattr("adapters.restream.sender_process.subprocess.Popen", fail)
    sender = restreamer.start(RestreamDestination("rtmp://127.0.0.1:1/live", KEY))
    wait_until(has_ended(sender))
    assert sender.status.failure is RestreamFailure.INTERNAL


@pytest.mark.parametrize(
    ("number", "stream_id"), [(4.0, 4), (float("nan"), 1), (float("inf"), 1), (-1.0, 1), ("4", 1)]
)
def test_the_server_names_the_message_stream_and_anything_else_is_the_first(
    number: AmfValue, stream_id: int
) -> None:
    assert get_stream_id(["_result", 4.0, None, number]) == stream_id
    assert get_stream_id(["_result", 4.0]) == 1
