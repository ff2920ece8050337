"""The RTMP client with servers that answer slowly, not at all, or without an end."""

from __future__ import annotations

import socket
import threading

import pytest

from adapters.ingest.rtmp import client
from adapters.ingest.rtmp.messages import COMMAND, ChunkReader, InvalidRtmpError, write_message


def test_a_server_that_answers_byte_by_byte_is_given_up_at_the_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client, "_HANDSHAKE_SECONDS", 0.3)
    ours, theirs = socket.socketpair()
    has_ended = threading.Event()

    def answer_slowly() -> None:
        while not has_ended.wait(0.02):
            theirs.sendall(b"\x03")

    server = threading.Thread(target=answer_slowly)
    with ours, theirs:
        server.start()
        with pytest.raises(TimeoutError):
            client.perform_handshake(ours)
        has_ended.set()
        server.join()


def test_a_server_that_disconnects_during_the_handshake_is_an_error() -> None:
    ours, theirs = socket.socketpair()
    with ours:
        theirs.close()
        with pytest.raises(OSError):
            client.perform_handshake(ours)


def test_a_server_cannot_begin_many_messages_without_an_end() -> None:
    reader = ChunkReader(1 << 20)
    first_chunk = write_message(COMMAND, bytes(1 << 15))[1 : 12 + 128]
    with pytest.raises(InvalidRtmpError):
        for number in range(200):
            assert not list(reader.feed(bytes([0, number]) + first_chunk))
