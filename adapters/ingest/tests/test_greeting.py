"""Who is let through: real first words of an encoder, and what a stranger might say instead."""

import pytest

from adapters.ingest.greeting import Greeting, NotAdmitted

KEY = "1204-k5dGv0sW3qXr"
HELLO = b"\x03" + bytes(1536) + bytes(1536)


def text(value: str) -> bytes:
    return b"\x02" + len(value).to_bytes(2, "big") + value.encode()


def command(name: str, *arguments: str) -> bytes:
    return text(name) + b"\x00" + bytes(8) + b"\x05" + b"".join(map(text, arguments))


def message(body: bytes, kind: int = 20, chunk: int = 128) -> bytes:
    """A message in chunks as RTMP wants them: a full header, then one byte before each further part."""
    header = b"\x03" + bytes(3) + len(body).to_bytes(3, "big") + bytes([kind]) + bytes(4)
    parts = [body[at : at + chunk] for at in range(0, len(body), chunk)]
    return header + b"\xc3".join(parts)


def greet(*parts: bytes) -> Greeting:
    greeting = Greeting(KEY)
    for part in parts:
        greeting.feed(part)
    return greeting


CONNECT = message(command("connect", "live" * 60))
PUBLISH = message(command("publish", KEY, "live"))
CHUNK_SIZE = message((4096).to_bytes(4, "big"), kind=1)


def test_the_right_key_is_let_through() -> None:
    assert greet(HELLO, CONNECT, message(command("createStream")), PUBLISH).admitted


def test_it_does_not_matter_in_which_parts_the_bytes_come() -> None:
    said = HELLO + CONNECT + CHUNK_SIZE + message(command("releaseStream", KEY), chunk=4096) + PUBLISH
    assert greet(*(said[at : at + 1] for at in range(len(said)))).admitted
    assert greet(said).admitted


@pytest.mark.parametrize("key", ["", "1204-k5dGv0sW3qX", KEY + "?", KEY.lower(), "é"])
def test_another_key_is_refused_with_a_sentence(key: str) -> None:
    with pytest.raises(NotAdmitted, match="wrong stream key"):
        greet(HELLO, CONNECT, message(command("publish", key, "live")))


def test_who_asks_for_the_stream_under_its_key_only_is_not_let_through_yet() -> None:
    asked = [message(command(name, KEY)) for name in ("releaseStream", "FCPublish")]
    assert not greet(HELLO, CONNECT, *asked).admitted


@pytest.mark.parametrize(
    "said",
    [
        message(command("play", KEY)),
        message(command("onStatus")),
        message(bytes(64), kind=9),
        message(bytes(64), kind=8),
        message(bytes(64), kind=22),
        message(text("@setDataFrame"), kind=18),
        message(b"\x00" + command("publish", KEY), kind=17),
        message(b""),
        b"\x03" + bytes(3) + (1 << 20).to_bytes(3, "big") + b"\x14" + bytes(4),
    ],
)
def test_what_an_encoder_does_not_say_before_it_publishes_is_refused(said: bytes) -> None:
    with pytest.raises(NotAdmitted):
        greet(HELLO, CONNECT, said)


def test_another_protocol_is_refused_at_its_first_byte() -> None:
    with pytest.raises(NotAdmitted):
        greet(b"GET / HTTP/1.1\r\n")
