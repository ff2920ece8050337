"""SRT: the order of packets, lost and given-up ones, keys, and an encoder on a line that loses packets."""

import hashlib
import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import imageio_ffmpeg
import psutil
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.keywrap import aes_key_wrap

from adapters.ingest.ffmpeg import FfmpegIngest
from adapters.ingest.srt.encryption import StreamDecryption, WrongPassphraseError
from adapters.ingest.srt.listener import SrtListener
from adapters.ingest.srt.packets import SEQUENCE_MODULUS, distance, read_stream_id, write_loss_list
from adapters.ingest.srt.receive_buffer import ReceiveBuffer
from adapters.ingest.tests.conftest import AAC, H264, KEY, PASSPHRASE, TEST_AUDIO, TEST_VIDEO
from adapters.ingest.tests.lossy_relay import LossyRelay
from adapters.ingest.tests.polling import free_port, wait_until
from touchline.catalog.ports.media.ingest import SOURCE, IngestEndpoint, IngestSession, IngestSessionState

LAST = SEQUENCE_MODULUS - 1


def test_packets_that_arrive_in_order_are_delivered_at_once() -> None:
    buffer = ReceiveBuffer(LAST, latency=1)
    assert buffer.add(LAST, b"a", 0) == []
    assert buffer.add(0, b"b", 0) == []
    assert buffer.pop_ready(0) == [b"a", b"b"]


def test_a_missing_packet_is_requested_and_the_later_ones_wait_for_it() -> None:
    buffer = ReceiveBuffer(7, latency=1)
    assert buffer.add(9, b"c", 0) == [(7, 8)]
    assert buffer.pop_ready(0.9) == []
    buffer.add(7, b"a", 0.9)
    assert buffer.pop_ready(0.9) == [b"a"]
    assert buffer.missing_ranges() == [(8, 8)]
    buffer.add(8, b"b", 0.95)
    assert buffer.pop_ready(0.95) == [b"b", b"c"]
    assert buffer.lost_count == 0


def test_a_packet_that_stays_missing_is_given_up_after_the_latency() -> None:
    buffer = ReceiveBuffer(7, latency=1)
    buffer.add(9, b"c", 0)
    assert buffer.pop_ready(1) == [b"c"]
    assert buffer.lost_count == 2
    assert buffer.add(8, b"late", 1.1) == []
    assert buffer.pop_ready(1.1) == []


def test_packets_that_the_encoder_drops_are_not_waited_for() -> None:
    buffer = ReceiveBuffer(7, latency=60)
    buffer.add(8, b"b", 0)
    buffer.drop(5, 10, 0)
    assert buffer.pop_ready(0) == [b"b"]
    assert buffer.next_number == 11
    assert buffer.lost_count == 3


def test_sequence_numbers_are_compared_across_their_end() -> None:
    assert (distance(1, LAST), distance(LAST, 1)) == (2, -2)


def test_a_range_of_lost_packets_takes_two_words() -> None:
    assert write_loss_list([(3, 3), (5, 9)]).hex(" ", 4) == "00000003 80000005 00000009"


def test_the_bytes_of_a_stream_id_are_reversed_in_each_word() -> None:
    assert read_stream_id(b"4021\x00\x00k-") == "1204-k"


def wrap_keys(passphrase: str, salt: bytes, *keys: bytes, flags: int) -> bytes:
    """Return a key material message, as an encoder sends it."""
    key = hashlib.pbkdf2_hmac("sha1", passphrase.encode(), salt[8:], 2048, len(keys[0]))
    header = bytes.fromhex("122029") + bytes((flags, 0, 0, 0, 0, 2, 0, 2, 0, 0, 0, 4, len(keys[0]) // 4))
    return header + salt + aes_key_wrap(key, b"".join(keys))


@pytest.mark.parametrize("key_size", [16, 24, 32])
def test_payloads_under_both_keys_are_decrypted(key_size: int) -> None:
    salt, even, odd = os.urandom(16), os.urandom(key_size), os.urandom(key_size)
    decryption = StreamDecryption(PASSPHRASE)
    decryption.load(wrap_keys(PASSPHRASE, salt, even, odd, flags=3))
    for flag, key in ((1, even), (2, odd)):
        counter = int.from_bytes(salt[:14] + bytes(2), "big") ^ (77 << 16)
        encryptor = Cipher(algorithms.AES(key), modes.CTR(counter.to_bytes(16, "big"))).encryptor()
        assert decryption.decrypt(encryptor.update(b"pictures"), flag, 77) == b"pictures"
    assert decryption.decrypt(b"not encrypted", 0, 77) is None


def test_a_key_under_another_passphrase_is_refused() -> None:
    message = wrap_keys("another-passphrase", os.urandom(16), os.urandom(16), flags=1)
    for broken in (message, message[:40], b""):
        with pytest.raises(WrongPassphraseError):
            StreamDecryption(PASSPHRASE).load(broken)


def test_a_message_with_fewer_keys_than_it_names_is_refused() -> None:
    message = wrap_keys(PASSPHRASE, os.urandom(16), os.urandom(16), flags=3)
    decryption = StreamDecryption(PASSPHRASE)
    with pytest.raises(WrongPassphraseError):
        decryption.load(message)
    assert decryption.decrypt(b"pictures", 2, 77) is None


def test_an_error_in_a_packet_does_not_end_the_listener(
    session: tuple[IngestSession, int, str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    listening, port, query = session
    with monkeypatch.context() as context, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        context.setattr(SrtListener, "_receive", lambda *_: 1 / 0)
        client.sendto(bytes(16), ("127.0.0.1", port))
        wait_until(lambda: "ZeroDivisionError" in caplog.text)
    send(port, query, 2).wait()
    wait_until(lambda: bool(listening.segments(SOURCE)))


@pytest.fixture
def session(tmp_path: Path) -> Iterator[tuple[IngestSession, int, str]]:
    """Yield a session that waits, its port, and the query of its SRT URL."""
    port = free_port()
    ingest = FfmpegIngest(range(port, port + 1), "127.0.0.1", "127.0.0.1")
    endpoint = IngestEndpoint(KEY, port, PASSPHRASE)
    url = ingest.get_srt_url(endpoint)
    assert url is not None
    listening = ingest.listen(endpoint, tmp_path)
    yield listening, port, url.partition("?")[2]
    listening.close()


def send(port: int, query: str, seconds: int = 5) -> "subprocess.Popen[bytes]":
    """Start an encoder that sends for some seconds."""
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "quiet", "-nostdin", "-re"]
    command += [*TEST_VIDEO, *TEST_AUDIO, "-t", str(seconds), *H264, *AAC, "-f", "mpegts"]
    return subprocess.Popen([*command, f"srt://127.0.0.1:{port}?{query}"])


def test_packets_lost_on_the_line_are_sent_again(session: tuple[IngestSession, int, str]) -> None:
    listening, port, query = session
    relay = LossyRelay(port, 0.05)
    try:
        send(relay.port, query).wait()
        wait_until(lambda: listening.state is IngestSessionState.ENDED)
    finally:
        relay.close()
    assert relay.lost_count > 10
    # Packets that are lost when the encoder closes are not sent again. They carry up to five frames.
    assert sum(segment.duration_ms for segment in listening.segments(SOURCE)) == pytest.approx(5000, abs=200)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda query: query.replace(PASSPHRASE, "another-passphrase"), "a wrong SRT passphrase"),
        (lambda query: query.replace(KEY, KEY[:-1]), "a wrong stream key"),
        (lambda query: query.partition("&")[0], "SRT without a passphrase"),
        (lambda query: query.replace(KEY, "%23!::m=request,r=" + KEY), ""),
    ],
)
def test_an_encoder_that_may_not_publish_is_rejected_and_the_right_one_is_still_accepted(
    session: tuple[IngestSession, int, str], change: Callable[[str], str], fault: str
) -> None:
    listening, port, query = session
    assert send(port, change(query)).wait() != 0
    assert fault in listening.fault
    assert listening.state is IngestSessionState.WAITING
    send(port, query.replace(KEY, "%23!::r=" + KEY + ",m=publish"), 2).wait()
    wait_until(lambda: bool(listening.segments(SOURCE)))


def test_a_second_encoder_is_rejected_while_the_first_one_sends(
    session: tuple[IngestSession, int, str],
) -> None:
    listening, port, query = session
    first = send(port, query, 20)
    wait_until(lambda: listening.state is IngestSessionState.RECEIVING)
    assert send(port, query).wait() != 0
    assert listening.fault.startswith("A second encoder tried to use this stream key")
    assert listening.state is IngestSessionState.RECEIVING
    first.kill()
    first.wait()


def test_no_process_has_the_key_or_the_passphrase_in_its_arguments(
    session: tuple[IngestSession, int, str],
) -> None:
    listening, port, query = session
    encoder = send(port, query, 20)
    wait_until(lambda: listening.state is IngestSessionState.RECEIVING)
    ours = [child for child in psutil.Process().children(recursive=True) if child.pid != encoder.pid]
    arguments = " ".join(text for child in ours for text in child.cmdline())
    assert ours
    assert KEY not in arguments and PASSPHRASE not in arguments
    encoder.kill()
    encoder.wait()
