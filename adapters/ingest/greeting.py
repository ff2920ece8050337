"""What an RTMP encoder says before its first picture: the handshake, and the commands up to `publish`.

Specification: Adobe's RTMP 1.0, §5.2 (handshake), §5.3 (chunks), §7.2 (commands, in AMF 0). Only what a
publisher sends is read and answered, and only until the stream key is known.
"""

import hmac
import secrets

from adapters.ingest import rtmp
from adapters.ingest.rtmp import ChunkReader, Message, NotRtmp, Value, read_amf, write_amf, write_message
from touchline.catalog.ports.ingest import WRONG_KEY

HANDSHAKE = rtmp.HANDSHAKE
_VERSION = 3
_MOST_BYTES = 1 << 16
_MOST_OF_ALL = 1 << 18
_CONTROL = range(1, 7)
_WINDOW = 2_500_000
_STREAM = 1
_ASKS = frozenset({"connect", "releaseStream", "FCPublish", "createStream", "_checkbw", "deleteStream"})


class NotAdmitted(Exception):
    """This client may not send pictures; a sentence for the operator, empty where it is no encoder."""


class Greeting:
    """Reads along and answers until the client publishes under the right key. Feed it everything that
    comes."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._hello = b""
        self._skip = rtmp.HANDSHAKE + rtmp.REPLY
        self._chunks = ChunkReader(_MOST_BYTES)
        self._read = 0
        self.admitted = False

    def feed(self, data: bytes) -> bytes:
        """Take more bytes and return what to answer; `NotAdmitted` at a wrong key, and at whatever no
        publisher sends here."""
        if not self._read and data and data[0] != _VERSION:
            raise NotAdmitted
        self._read += len(data)
        if self._read > _MOST_OF_ALL:
            raise NotAdmitted
        answer = self._shake_hands(data)
        rest = data[self._skip :]
        self._skip -= len(data) - len(rest)
        try:
            for message in self._chunks.feed(rest):
                answer += self._answer(message)
                if self.admitted:
                    break
        except NotRtmp:
            raise NotAdmitted from None
        return answer

    def _shake_hands(self, data: bytes) -> bytes:
        """S0, S1 and S2, as soon as C1 is whole."""
        missing = rtmp.HANDSHAKE - len(self._hello)
        self._hello += data[:missing]
        if not missing or len(self._hello) < rtmp.HANDSHAKE:
            return b""
        own = bytes(8) + secrets.token_bytes(rtmp.REPLY - 8)
        return bytes([_VERSION]) + own + self._hello[1:]

    def _answer(self, message: Message) -> bytes:
        if message.kind == rtmp.COMMAND:
            return self._obey(message.body)
        if message.kind not in _CONTROL:
            raise NotAdmitted
        return b""

    def _obey(self, body: bytes) -> bytes:
        values = read_amf(body)
        name = values[0] if values else None
        number = values[1] if len(values) > 1 else 0.0
        if name == "publish":
            return self._publish(values)
        if name not in _ASKS:
            raise NotAdmitted
        if name == "connect":
            return _welcome(number)
        created = float(_STREAM) if name == "createStream" else None
        return _command("_result", number, None, created)

    def _publish(self, values: list[Value]) -> bytes:
        name = values[3] if len(values) > 3 else None
        if not isinstance(name, str) or not hmac.compare_digest(name.encode(), self._key):
            raise NotAdmitted(WRONG_KEY)
        self.admitted = True
        begin = write_message(rtmp.USER_CONTROL, bytes(2) + _STREAM.to_bytes(4, "big"), channel=2)
        return begin + status("status", "NetStream.Publish.Start", "The stream is being received.")


def status(level: str, code: str, description: str) -> bytes:
    """What a server says about a publisher's stream."""
    info: dict[str, Value] = {"level": level, "code": code, "description": description}
    return write_message(rtmp.COMMAND, write_amf("onStatus", 0.0, None, info), stream=_STREAM)


def _welcome(number: Value) -> bytes:
    window = _WINDOW.to_bytes(4, "big")
    server: dict[str, Value] = {"fmsVer": "FMS/3,0,1,123", "capabilities": 31.0}
    info: dict[str, Value] = {
        "level": "status",
        "code": "NetConnection.Connect.Success",
        "objectEncoding": 0.0,
    }
    return (
        write_message(rtmp.WINDOW_SIZE, window, channel=2)
        + write_message(rtmp.PEER_BANDWIDTH, window + b"\x02", channel=2)
        + rtmp.write_chunk_size()
        + _command("_result", number, server, info)
    )


def _command(name: str, number: Value, *values: Value) -> bytes:
    return write_message(rtmp.COMMAND, write_amf(name, number, *values))
