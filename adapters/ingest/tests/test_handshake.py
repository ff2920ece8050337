"""Tests of the handshake with the first messages of a real encoder, and with other input."""

import pytest

from adapters.ingest.rtmp.handshake import PublishRefusedError, RtmpHandshake

KEY = "1204-k5dGv0sW3qXr"
CLIENT_HELLO = b"\x03" + bytes(1536) + bytes(1536)


def encode_string(value: str) -> bytes:
    return b"\x02" + len(value).to_bytes(2, "big") + value.encode()


def encode_command(name: str, *arguments: str) -> bytes:
    return encode_string(name) + b"\x00" + bytes(8) + b"\x05" + b"".join(map(encode_string, arguments))


def encode_message(body: bytes, kind: int = 20, chunk: int = 128) -> bytes:
    """Return a message in RTMP chunks: a full header, then one byte before each further part."""
    header = b"\x03" + bytes(3) + len(body).to_bytes(3, "big") + bytes([kind]) + bytes(4)
    parts = [body[offset : offset + chunk] for offset in range(0, len(body), chunk)]
    return header + b"\xc3".join(parts)


def run_handshake(*parts: bytes) -> RtmpHandshake:
    handshake = RtmpHandshake(KEY)
    for part in parts:
        handshake.feed(part)
    return handshake


CONNECT = encode_message(encode_command("connect", "live" * 60))
PUBLISH = encode_message(encode_command("publish", KEY, "live"))
CHUNK_SIZE = encode_message((4096).to_bytes(4, "big"), kind=1)
NOT_UTF8 = b"\x02" + (30_000).to_bytes(2, "big") + b"\xff" * 30_000
"""A string that is longer than 65,535 bytes once its bytes are replaced."""
DEEP_OBJECT = b"\x03\x00\x01k" * 10_000
"""An object in an object, 10,000 times."""


def test_the_right_key_is_accepted() -> None:
    assert run_handshake(
        CLIENT_HELLO, CONNECT, encode_message(encode_command("createStream")), PUBLISH
    ).is_accepted


def test_commands_in_the_form_of_amf_3_are_accepted() -> None:
    connect, publish = (
        encode_message(b"\x00" + command, kind=17)
        for command in (encode_command("connect", "live"), encode_command("publish", KEY, "live"))
    )
    assert run_handshake(CLIENT_HELLO, connect, publish).is_accepted


@pytest.mark.parametrize("name", ["deleteStream", "closeStream", "FCUnpublish"])
def test_a_stream_that_is_closed_before_it_begins_is_accepted(name: str) -> None:
    closing = encode_message(encode_command(name, KEY))
    assert run_handshake(CLIENT_HELLO, CONNECT, closing, PUBLISH).is_accepted


def test_the_bytes_may_arrive_in_any_parts() -> None:
    payload = (
        CLIENT_HELLO
        + CONNECT
        + CHUNK_SIZE
        + encode_message(encode_command("releaseStream", KEY), chunk=4096)
        + PUBLISH
    )
    assert run_handshake(*(payload[offset : offset + 1] for offset in range(len(payload)))).is_accepted
    assert run_handshake(payload).is_accepted


@pytest.mark.parametrize("key", ["", "1204-k5dGv0sW3qX", KEY + "?", KEY.lower(), "é"])
def test_a_wrong_key_is_refused_with_a_message(key: str) -> None:
    with pytest.raises(PublishRefusedError, match="wrong stream key"):
        run_handshake(CLIENT_HELLO, CONNECT, encode_message(encode_command("publish", key, "live")))


def test_commands_before_publish_do_not_accept_the_client() -> None:
    commands = [encode_message(encode_command(name, KEY)) for name in ("releaseStream", "FCPublish")]
    assert not run_handshake(CLIENT_HELLO, CONNECT, *commands).is_accepted


@pytest.mark.parametrize(
    "payload",
    [
        encode_message(encode_command("play", KEY)),
        encode_message(encode_command("onStatus")),
        encode_message(bytes(64), kind=9),
        encode_message(bytes(64), kind=8),
        encode_message(b"\x09\0\0\x01" + bytes(7) + b"\x17" + bytes(4), kind=22),
        encode_message(encode_string("@setDataFrame"), kind=18),
        encode_message(b""),
        encode_message(encode_string("connect") + NOT_UTF8),
        encode_message(encode_string("connect") + DEEP_OBJECT),
        b"\x03" + bytes(3) + (1 << 20).to_bytes(3, "big") + b"\x14" + bytes(4),
    ],
)
def test_unexpected_messages_before_publish_are_refused(payload: bytes) -> None:
    with pytest.raises(PublishRefusedError):
        run_handshake(CLIENT_HELLO, CONNECT, payload)


def test_another_protocol_is_refused_at_the_first_byte() -> None:
    with pytest.raises(PublishRefusedError):
        run_handshake(b"GET / HTTP/1.1\r\n")
