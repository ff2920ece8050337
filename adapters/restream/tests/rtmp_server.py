"""A small RTMP server: it accepts one key, keeps what it receives, and can drop its connections."""

from __future__ import annotations

import socket
import ssl
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

from adapters.ingest.rtmp import messages
from adapters.ingest.rtmp.handshake import PublishRefusedError, RtmpHandshake, encode_status
from adapters.ingest.rtmp.messages import ChunkReader, Message

_MAX_MESSAGE_BYTES = 1 << 22


class RtmpServer:
    """Listens inside a `with` block. `sessions` has the messages of each accepted connection.

    With `is_silent`, a client with a wrong key is disconnected without an answer, as some services do.
    With `is_stalled`, the server accepts a stream and then reads nothing. With `is_flooding`, it accepts a
    stream and then sends without a pause.
    """

    def __init__(
        self,
        key: str,
        *,
        port: int = 0,
        tls: ssl.SSLContext | None = None,
        is_silent: bool = False,
        is_stalled: bool = False,
        is_flooding: bool = False,
    ) -> None:
        self._key, self._tls = key, tls
        self._is_silent, self._is_stalled, self._is_flooding = is_silent, is_stalled, is_flooding
        self._socket = socket.create_server(("127.0.0.1", port))
        if is_stalled:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 12)
        self._connections: list[socket.socket] = []
        self.port: int = self._socket.getsockname()[1]
        self.sessions: list[list[Message]] = []
        self.attempts = 0
        self.is_refusing = False

    @property
    def url(self) -> str:
        return f"{'rtmps' if self._tls else 'rtmp'}://localhost:{self.port}/live"

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self.drop()

    def drop(self) -> None:
        """Disconnect all clients."""
        for connection in self._connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def list_media(self, session: int = -1) -> list[Message]:
        """Return the video and audio of a connection."""
        kinds = (messages.AUDIO, messages.VIDEO)
        return [message for message in self.sessions[session] if message.kind in kinds]

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                self.attempts += 1
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with suppress(OSError), connection:
            if self._tls:
                connection = self._tls.wrap_socket(connection, server_side=True)
            self._connections.append(connection)
            if self.is_refusing:
                return
            try:
                received = self._shake_hands(connection)
            except PublishRefusedError:
                if not self._is_silent:
                    connection.sendall(
                        encode_status("error", "NetStream.Publish.BadName", f"{self._key} is not known.")
                    )
                return
            if self._is_stalled:
                threading.Event().wait()
            if self._is_flooding:
                threading.Thread(target=_flood, args=(connection,), daemon=True).start()
            self._read(connection, received)

    def _shake_hands(self, connection: socket.socket) -> bytes:
        handshake, received = RtmpHandshake(self._key), b""
        while not handshake.is_accepted:
            data = connection.recv(1 << 16)
            if not data:
                raise PublishRefusedError
            received += data
            connection.sendall(handshake.feed(data))
        return received[messages.CLIENT_HELLO_SIZE + messages.HANDSHAKE_REPLY_SIZE :]

    def _read(self, connection: socket.socket, received: bytes) -> None:
        reader, session = ChunkReader(_MAX_MESSAGE_BYTES), list[Message]()
        self.sessions.append(session)
        while received:
            session.extend(reader.feed(received))
            received = connection.recv(1 << 16)


def _flood(connection: socket.socket) -> None:
    acknowledgement = messages.write_message(messages.ACKNOWLEDGEMENT, bytes(4), chunk_stream=2)
    with suppress(OSError):
        while True:
            connection.sendall(acknowledgement * 1000)
