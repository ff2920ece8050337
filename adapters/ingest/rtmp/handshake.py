"""The start of an RTMP encoder's connection: the handshake and the commands up to `publish`.

Specification: Adobe's RTMP 1.0, §5.2 (handshake), §5.3 (chunks), §7.2 (commands, in AMF 0). Only what a
publisher sends is read and answered, and only until the stream key is known.
"""

import hmac
import secrets

from adapters.ingest.rtmp import messages
from adapters.ingest.rtmp.messages import (
    AmfValue,
    ChunkReader,
    InvalidRtmpError,
    Message,
    read_amf,
    write_amf,
    write_message,
)
from touchline.catalog.ports.media.ingest import WRONG_KEY_FAULT

HANDSHAKE = messages.CLIENT_HELLO_SIZE
_VERSION = 3
_MAX_MESSAGE_BYTES = 1 << 16
_MAX_TOTAL_BYTES = 1 << 18
_PROTOCOL_CONTROL = range(1, 7)
_WINDOW_SIZE = 2_500_000
_STREAM_ID = 1
_ALLOWED_COMMANDS = frozenset(
    {
        *("connect", "releaseStream", "FCPublish", "createStream", "_checkbw"),
        *("deleteStream", "closeStream", "FCUnpublish"),
    }
)


class PublishRefusedError(Exception):
    """This client may not publish. The text is a message for the operator, empty if the client is not an
    encoder.
    """


class RtmpHandshake:
    """Reads and answers a client until it publishes under one of the right keys. Pass all received bytes to
    `feed`."""

    def __init__(self, *stream_keys: str) -> None:
        self._stream_keys = stream_keys
        self._client_hello = b""
        self._bytes_to_skip = messages.CLIENT_HELLO_SIZE + messages.HANDSHAKE_REPLY_SIZE
        self._chunk_reader = ChunkReader(_MAX_MESSAGE_BYTES)
        self._bytes_read = 0
        self.accepted_key = ""

    @property
    def is_accepted(self) -> bool:
        """Whether the client publishes under a right key, `accepted_key`."""
        return bool(self.accepted_key)

    def feed(self, data: bytes) -> bytes:
        """Process more bytes and return the response.

        Raises `PublishRefusedError` for a wrong key, or for anything that a publisher does not send here.
        """
        if not self._bytes_read and data and data[0] != _VERSION:
            raise PublishRefusedError
        self._bytes_read += len(data)
        if self._bytes_read > _MAX_TOTAL_BYTES:
            raise PublishRefusedError
        response = self._handshake_response(data)
        remaining = data[self._bytes_to_skip :]
        self._bytes_to_skip -= len(data) - len(remaining)
        try:
            for message in self._chunk_reader.feed(remaining):
                response += self._respond(message)
                if self.is_accepted:
                    break
        except InvalidRtmpError:
            raise PublishRefusedError from None
        return response

    def _handshake_response(self, data: bytes) -> bytes:
        """Return S0, S1 and S2 once C1 is complete."""
        missing = messages.CLIENT_HELLO_SIZE - len(self._client_hello)
        self._client_hello += data[:missing]
        if not missing or len(self._client_hello) < messages.CLIENT_HELLO_SIZE:
            return b""
        server_hello = bytes(8) + secrets.token_bytes(messages.HANDSHAKE_REPLY_SIZE - 8)
        return bytes([_VERSION]) + server_hello + self._client_hello[1:]

    def _respond(self, message: Message) -> bytes:
        if message.kind == messages.COMMAND:
            return self._handle_command(message.body)
        if message.kind not in _PROTOCOL_CONTROL:
            raise PublishRefusedError
        return b""

    def _handle_command(self, body: bytes) -> bytes:
        values = read_amf(body)
        name, transaction_id = [*values, None, None][:2]
        if not isinstance(transaction_id, float):
            raise PublishRefusedError
        if name == "publish":
            return self._handle_publish(values)
        if name not in _ALLOWED_COMMANDS:
            raise PublishRefusedError
        if name == "connect":
            return _encode_connect_result(transaction_id)
        stream_id = float(_STREAM_ID) if name == "createStream" else None
        return _encode_command("_result", transaction_id, None, stream_id)

    def _handle_publish(self, values: list[AmfValue]) -> bytes:
        name = values[3] if len(values) > 3 else None
        is_text = isinstance(name, str)
        for stream_key in self._stream_keys:
            if is_text and hmac.compare_digest(str(name).encode(), stream_key.encode()):
                self.accepted_key = stream_key
        if not self.accepted_key:
            raise PublishRefusedError(WRONG_KEY_FAULT)
        stream_begin = write_message(
            messages.USER_CONTROL, bytes(2) + _STREAM_ID.to_bytes(4, "big"), chunk_stream=2
        )
        return stream_begin + encode_status(
            "status", "NetStream.Publish.Start", "The stream is being received."
        )


def encode_status(level: str, code: str, description: str) -> bytes:
    """Return a server status message about a publisher's stream."""
    info: dict[str, AmfValue] = {"level": level, "code": code, "description": description}
    return write_message(messages.COMMAND, write_amf("onStatus", 0.0, None, info), stream=_STREAM_ID)


def _encode_connect_result(transaction_id: float) -> bytes:
    window = _WINDOW_SIZE.to_bytes(4, "big")
    server: dict[str, AmfValue] = {"fmsVer": "FMS/3,0,1,123", "capabilities": 31.0}
    info: dict[str, AmfValue] = {
        "level": "status",
        "code": "NetConnection.Connect.Success",
        "objectEncoding": 0.0,
    }
    return (
        write_message(messages.WINDOW_SIZE, window, chunk_stream=2)
        + write_message(messages.PEER_BANDWIDTH, window + b"\x02", chunk_stream=2)
        + messages.write_chunk_size()
        + _encode_command("_result", transaction_id, server, info)
    )


def _encode_command(name: str, transaction_id: float, *values: AmfValue) -> bytes:
    return write_message(messages.COMMAND, write_amf(name, transaction_id, *values))
