"""What an SRT sender keeps, sends again and gives up, and the key that it sends."""

import pytest

from adapters.ingest.srt.encryption import EVEN_KEY, StreamDecryption, StreamEncryption, WrongPassphraseError
from adapters.ingest.srt.packets import (
    SEQUENCE_MODULUS,
    DataPacket,
    read_loss_list,
    read_packet,
    read_stream_id,
    write_data,
    write_loss_list,
    write_stream_id,
)
from adapters.ingest.srt.send_buffer import SendBuffer, SentPacket

LAST = SEQUENCE_MODULUS - 1
PASSPHRASE = "harvest-moon-42"


@pytest.fixture
def buffer() -> SendBuffer:
    """Return a buffer with five packets, whose numbers pass the end."""
    buffer = SendBuffer(LAST - 1, lifetime=2)
    for second in range(5):
        buffer.add(b"payload", 0, second / 10)
    return buffer


def list_numbers(packets: list[SentPacket]) -> list[int]:
    return [sent.packet.sequence_number for sent in packets]


def test_acknowledged_packets_are_forgotten(buffer: SendBuffer) -> None:
    assert buffer.acknowledge(0)
    assert (len(buffer), buffer.first_number, buffer.next_number) == (3, 0, 3)
    assert not buffer.acknowledge(LAST)
    assert not buffer.acknowledge(100)
    assert buffer.acknowledge(3)
    assert (len(buffer), buffer.first_number) == (0, 3)


def test_the_packets_of_a_lost_range_are_found(buffer: SendBuffer) -> None:
    assert list_numbers(list(buffer.find(LAST, 1))) == [LAST, 0, 1]
    assert list_numbers(list(buffer.find(LAST - 9, LAST - 1))) == [LAST - 1]
    assert list_numbers(list(buffer.find(1, 1000))) == [1, 2]
    assert list(buffer.find(5, 9)) == []
    assert list_numbers(list(buffer.find_unconfirmed(2))) == [LAST - 1, LAST]


def test_packets_that_would_come_too_late_are_given_up(buffer: SendBuffer) -> None:
    buffer.acknowledge(LAST)
    buffer.drop_late(2.25)
    assert buffer.first_number == 1
    assert buffer.find_given_up(LAST - 1, 2) == (LAST, 0)
    assert buffer.find_given_up(0, 0) == (0, 0)
    assert buffer.find_given_up(1, 2) is None
    assert buffer.find_given_up(LAST - 1, LAST - 1) is None


def test_a_list_of_lost_packets_is_read_as_it_was_written() -> None:
    ranges = [(3, 3), (LAST, 9), (12, 12)]
    assert list(read_loss_list(write_loss_list(ranges))) == ranges
    assert list(read_loss_list(b"\x80\x00\x00\x05")) == [(5, 5)]


@pytest.mark.parametrize("stream_id", ["abcd-1234", "abc", "#!::r=live/gym,m=publish", "école"])
def test_a_stream_id_is_read_as_it_was_written(stream_id: str) -> None:
    assert read_stream_id(write_stream_id(stream_id)) == stream_id


def test_a_data_packet_is_read_as_it_was_written() -> None:
    packet = DataPacket(77, EVEN_KEY, b"pictures")
    datagram = write_data(packet, 5, timestamp=1 << 33, message_number=9, is_repeated=True)
    assert read_packet(datagram) == packet
    assert datagram[:16].hex(" ", 4) == "0000004d cc000009 00000000 00000005"


@pytest.mark.parametrize("key_size", [16, 24, 32])
def test_a_receiver_with_the_passphrase_reads_what_was_encrypted(key_size: int) -> None:
    encryption, decryption = StreamEncryption(PASSPHRASE, key_size), StreamDecryption(PASSPHRASE)
    decryption.load(encryption.message)
    encrypted = encryption.encrypt(b"pictures", 77)
    assert encrypted != b"pictures"
    assert decryption.decrypt(encrypted, EVEN_KEY, 77) == b"pictures"
    with pytest.raises(WrongPassphraseError):
        StreamDecryption("another-passphrase").load(encryption.message)
