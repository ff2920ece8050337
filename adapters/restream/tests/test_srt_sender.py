"""A sender with a real SRT listener on this machine."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from pathlib import Path

import imageio_ffmpeg
import psutil
import pytest

from adapters.ingest.srt.listener import SrtListener, SrtService
from adapters.ingest.tests.lossy_relay import LossyRelay
from adapters.ingest.tests.polling import free_port, wait_until
from adapters.restream.sender_process import SenderProcess, SenderProcesses
from adapters.restream.tests.conftest import KEY, segment
from adapters.restream.tests.srt_server import PASSPHRASE, SrtServer, hash_video
from adapters.restream.tests.test_sender import has_ended
from adapters.storage.local import LocalStorage
from touchline.catalog.domain.media.restreams import RestreamFailure
from touchline.catalog.ports.media.restreamer import RestreamDestination

ENCRYPTED = f"&passphrase={PASSPHRASE}"


def start(restreamer: SenderProcesses, port: int, passphrase: str = "") -> SenderProcess:
    """Start a sender to a port of this machine."""
    return restreamer.start(RestreamDestination(f"srt://127.0.0.1:{port}", KEY, passphrase))


def send(sender: SenderProcess, numbers: range, folder: str = "source") -> None:
    """Send segments until the end."""
    for number in numbers:
        sender.send(segment(number, folder))
    sender.close(is_drained=True)
    wait_until(has_ended(sender))


@pytest.mark.parametrize(
    ("options", "passphrase"),
    [("", ""), (ENCRYPTED, PASSPHRASE), *((f"{ENCRYPTED}&pbkeylen={size}", PASSPHRASE) for size in (16, 24))],
)
@pytest.mark.quick_cases(2)
def test_segments_become_one_transport_stream(
    restreamer: SenderProcesses, media: Path, tmp_path: Path, options: str, passphrase: str
) -> None:
    with SrtServer(tmp_path / "received.ts", options=options) as server:
        sender = start(restreamer, server.port, passphrase)
        send(sender, range(3))
        server.wait_for_end()
    assert sender.status.failure is None
    assert hash_video(server.file) == hash_video(*(media / f"source/{number}.ts" for number in range(3)))
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "warning", "-i", str(server.file), "-f", "null", "-"]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stderr == ""


def test_nothing_is_missing_after_a_line_that_loses_packets(
    restreamer: SenderProcesses, media: Path, tmp_path: Path
) -> None:
    with SrtServer(tmp_path / "received.ts", options=ENCRYPTED) as server:
        relay = LossyRelay(server.port, 0.02)
        try:
            send(start(restreamer, relay.port, PASSPHRASE), range(3), "noisy")
            server.wait_for_end()
        finally:
            relay.close()
    assert relay.lost_count > 10
    assert hash_video(server.file) == hash_video(*(media / f"noisy/{number}.ts" for number in range(3)))


@pytest.mark.parametrize(
    ("options", "passphrase"), [(ENCRYPTED, "another-passphrase"), (ENCRYPTED, ""), ("", PASSPHRASE)]
)
def test_a_refused_passphrase_is_reported_without_it(
    restreamer: SenderProcesses, tmp_path: Path, options: str, passphrase: str
) -> None:
    with SrtServer(tmp_path / "received.ts", options=options) as server:
        sender = start(restreamer, server.port, passphrase)
        wait_until(has_ended(sender))
    assert sender.status.failure is RestreamFailure.PASSPHRASE_REFUSED
    assert sender.status.detail in ("SRT 1010", "SRT 1011")


def test_a_refused_stream_id_is_reported(restreamer: SenderProcesses) -> None:
    refusals: list[str] = []
    port = free_port()
    listener = SrtListener("127.0.0.1", port)
    listener.serve(SrtService("another-key", PASSPHRASE, lambda _: None, refusals.append))
    try:
        sender = start(restreamer, port, PASSPHRASE)
        wait_until(has_ended(sender))
    finally:
        listener.close()
    assert sender.status.failure is RestreamFailure.KEY_REFUSED
    assert len(refusals) == 1


def test_a_server_that_drops_is_reported_and_gets_the_stream_when_it_returns(
    restreamer: SenderProcesses, media: Path, tmp_path: Path
) -> None:
    with SrtServer(tmp_path / "first.ts") as server:
        sender = start(restreamer, server.port)
        for number in range(4):
            sender.send(segment(number))
        wait_until(lambda: sender.status.bytes_sent > 0)
    wait_until(has_ended(sender))
    assert sender.status.failure is RestreamFailure.DISCONNECTED
    assert sender.status.bytes_sent > 0
    with SrtServer(tmp_path / "second.ts", port=server.port) as server:
        send(start(restreamer, server.port), range(5, 7))
        server.wait_for_end()
    assert hash_video(server.file) == hash_video(*(media / f"source/{number}.ts" for number in range(5, 7)))


def test_a_server_that_is_not_there_is_reported(restreamer: SenderProcesses) -> None:
    sender = start(restreamer, free_port())
    wait_until(has_ended(sender))
    assert sender.status.failure is RestreamFailure.UNREACHABLE


def test_private_addresses_are_refused_when_connecting(media: Path) -> None:
    sender = start(SenderProcesses(LocalStorage(media), allow_private=False), free_port())
    wait_until(has_ended(sender))
    assert sender.status.failure is RestreamFailure.PRIVATE_ADDRESS


def list_senders() -> list[psutil.Process]:
    """Return the running programs. Those of earlier tests may have ended without being waited for yet."""
    senders = []
    for child in psutil.Process().children():
        with suppress(psutil.ZombieProcess, psutil.NoSuchProcess):
            if "adapters.restream.sender" in child.cmdline():
                senders.append(child)
    return senders


def test_no_argument_of_a_process_has_a_secret(restreamer: SenderProcesses, tmp_path: Path) -> None:
    with SrtServer(tmp_path / "received.ts", options=ENCRYPTED) as server:
        sender = start(restreamer, server.port, PASSPHRASE)
        sender.send(segment(0))
        wait_until(lambda: sender.status.bytes_sent > 0)
        (child,) = list_senders()
        texts = (*child.cmdline(), *child.environ().values())
        sender.close()
        wait_until(has_ended(sender))
    assert not any(secret in text for secret in (KEY, PASSPHRASE) for text in texts)
