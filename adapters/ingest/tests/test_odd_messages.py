"""Legal RTMP that few encoders send: chunks of any size, aggregate messages, and AMF 3."""

from __future__ import annotations

import socket

import pytest

from adapters.ingest.receiver import read_published_messages
from adapters.ingest.rtmp.messages import (
    AUDIO,
    CLIENT_HELLO_SIZE,
    COMMAND,
    HANDSHAKE_REPLY_SIZE,
    SET_CHUNK_SIZE,
    VIDEO,
    ChunkReader,
    InvalidRtmpError,
    Message,
)
from adapters.ingest.tests.test_handshake import CONNECT, KEY, PUBLISH, encode_command, encode_message

AGGREGATE, AMF3_COMMAND = 22, 17
WRAP = 1 << 32


def write_chunks(message: Message, size: int, chunk_stream: int = 6) -> list[bytes]:
    """Return the chunks of a message, each with the extended timestamp if there is one."""
    is_extended = message.timestamp >= 0xFFFFFF
    extended = message.timestamp.to_bytes(4, "big") * is_extended
    header = bytes((chunk_stream,)) + min(message.timestamp, 0xFFFFFF).to_bytes(3, "big")
    header += (
        len(message.body).to_bytes(3, "big") + bytes((message.kind,)) + message.stream.to_bytes(4, "little")
    )
    parts = [message.body[offset : offset + size] for offset in range(0, len(message.body), size)]
    following = bytes((0xC0 | chunk_stream,)) + extended
    return [header + extended + parts[0], *(following + part for part in parts[1:])]


def set_chunk_size(size: int) -> bytes:
    return b"".join(write_chunks(Message(SET_CHUNK_SIZE, 0, 0, size.to_bytes(4, "big")), 128, 2))


def aggregate(*messages: Message) -> bytes:
    """Return the body of an aggregate message."""
    body = b""
    for message in messages:
        time = (message.timestamp & 0xFFFFFF).to_bytes(3, "big") + bytes((message.timestamp >> 24 & 255,))
        tag = bytes((message.kind,)) + len(message.body).to_bytes(3, "big") + time + bytes(3) + message.body
        body += tag + len(tag).to_bytes(4, "big")
    return body


@pytest.mark.parametrize("size", [1, 128, 65536, 0x7FFFFFFF])
@pytest.mark.parametrize("timestamp", [0, 0xFFFFFE, 0xFFFFFF, 0x1000000, WRAP - 1])
@pytest.mark.parametrize("step", [1, 1000])
def test_chunks_may_have_any_size_and_timestamp(size: int, timestamp: int, step: int) -> None:
    message = Message(VIDEO, timestamp, 1, bytes(range(256)) * 3)
    data = set_chunk_size(size) + b"".join(write_chunks(message, size))
    reader = ChunkReader(1 << 20)
    received = [
        item for offset in range(0, len(data), step) for item in reader.feed(data[offset : offset + step])
    ]
    assert received[1:] == [message]


def test_the_chunk_size_may_change_inside_a_message() -> None:
    message = Message(VIDEO, 7, 1, bytes(range(256)) * 2)
    first = write_chunks(message, 100)[0]
    rest = write_chunks(Message(VIDEO, 7, 1, message.body[100:]), 300)
    following = [b"\xc6" + message.body[100:400], b"\xc6" + message.body[400:]]
    assert len(rest) == len(following)
    received = ChunkReader(1 << 20).feed(
        set_chunk_size(100) + first + set_chunk_size(300) + b"".join(following)
    )
    assert list(received)[-1] == message


def test_an_aggregate_message_has_several_messages() -> None:
    own = [
        Message(kind, time, 0, bytes((kind,)) * 9)
        for kind, time in ((VIDEO, 500), (AUDIO, 520), (VIDEO, 540))
    ]
    message = Message(AGGREGATE, WRAP - 30, 1, aggregate(own[0], Message(18, 510, 0, b"data"), *own[1:]))
    received = list(ChunkReader(1 << 20).feed(b"".join(write_chunks(message, 128))))
    assert [(item.kind, item.timestamp, item.body) for item in received] == [
        (VIDEO, WRAP - 30, own[0].body),
        (AUDIO, WRAP - 10, own[1].body),
        (VIDEO, 10, own[2].body),
    ]


@pytest.mark.parametrize("length", [0, 5, 11, 19, 30])
def test_an_aggregate_message_that_ends_too_early_has_its_complete_messages(length: int) -> None:
    body = aggregate(Message(VIDEO, 0, 0, b"first"), Message(VIDEO, 40, 0, b"second"))[:length]
    message = Message(AGGREGATE, 0, 1, body or b"\0")
    received = ChunkReader(1 << 20).feed(b"".join(write_chunks(message, 128)))
    assert [item.body for item in received] == [b"first"] * (length >= 16)


def test_a_command_in_the_form_of_amf_3_is_a_command() -> None:
    message = Message(AMF3_COMMAND, 0, 1, b"\0" + encode_command("publish", KEY))
    received = ChunkReader(1 << 20).feed(b"".join(write_chunks(message, 128)))
    assert [(item.kind, item.body) for item in received] == [(COMMAND, encode_command("publish", KEY))]


def test_messages_that_never_end_do_not_fill_the_memory() -> None:
    reader = ChunkReader(100_000)
    with pytest.raises(InvalidRtmpError):
        for chunk_stream in range(3, 63):
            message = Message(VIDEO, 0, 1, bytes(10_000))
            for chunk in write_chunks(message, 128, chunk_stream)[:-1]:
                list(reader.feed(chunk))


def read_connection(*payloads: bytes) -> list[Message]:
    ours, theirs = socket.socketpair()
    with theirs:
        theirs.sendall(bytes(CLIENT_HELLO_SIZE + HANDSHAKE_REPLY_SIZE) + b"".join(payloads))
        theirs.shutdown(socket.SHUT_WR)
        with ours:
            return list(read_published_messages(ours))


def test_a_stream_that_is_closed_before_it_begins_is_received() -> None:
    closing = encode_message(encode_command("deleteStream", KEY))
    video = b"".join(write_chunks(Message(VIDEO, 0, 1, b"video"), 128))
    received = read_connection(CONNECT, closing, PUBLISH, video, closing, video)
    assert [item.body for item in received if item.kind == VIDEO] == [b"video"]
