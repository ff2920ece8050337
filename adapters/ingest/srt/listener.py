"""The SRT listener of a port: answers handshakes, and passes packets on to their connections.

An encoder must name the stream key as its stream ID, and encrypt with the stream's passphrase
(draft-sharabayko-srt-01, 3.2.1 and 4.3). Both are checked here. No program gets them as arguments.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from adapters.ingest.socket_polling import wait_for_sockets
from adapters.ingest.srt.connection import SrtConnection, is_packet
from adapters.ingest.srt.encryption import StreamDecryption, WrongPassphraseError
from adapters.ingest.srt.packets import (
    INDUCTION_MAGIC,
    ControlPacket,
    ControlType,
    ExtensionType,
    Handshake,
    HandshakeType,
    Rejection,
    encode_address,
    read_delays,
    read_handshake,
    read_packet,
    read_socket_id,
    read_stream_id,
    write_control,
    write_delays,
    write_handshake,
)
from touchline.catalog.ports.media.ingest import WRONG_KEY_FAULT

log = logging.getLogger(__name__)
WRONG_ENCRYPTION_FAULT = "An encoder used a wrong SRT passphrase and was rejected."
UNENCRYPTED_FAULT = "An encoder sent SRT without a passphrase and was rejected. Enter the passphrase in it."
_FAULTS = {
    Rejection.UNAUTHORIZED: WRONG_KEY_FAULT,
    Rejection.UNENCRYPTED: UNENCRYPTED_FAULT,
    Rejection.BAD_SECRET: WRONG_ENCRYPTION_FAULT,
}
"""What an operator reads about a rejected encoder."""
LATENCY_SECONDS = 1.0
"""How long a lost packet may take to arrive. Encoders may ask for more."""
_TICK_SECONDS = 0.01
_MAX_CONNECTIONS = 4
_DATAGRAM_SIZE = 2048
_DATAGRAMS_PER_TICK = 200
_BUFFER_BYTES = 4 << 20
_COOKIE_SECONDS = 60
_RESPONSE_FLAGS = 3
"""The response has the handshake and the key material extension (3.2.1)."""
_HANDSHAKE_EXTENSION_SIZE = 12
_ACCESS_CONTROL_PREFIX = "#!::"

Address = tuple[str, int]


@dataclass(frozen=True)
class SrtService:
    """The encoders that a listener accepts, and what it calls.

    `on_refusal` gets a message for the operator.
    """

    stream_key: str
    passphrase: str
    on_encoder: Callable[[SrtConnection], None]
    on_refusal: Callable[[str], None]


class SrtListener:
    """Listens on a UDP port. Answers nobody while it has no service: encoders repeat their handshakes.

    Each stream key has its own service.
    """

    def __init__(self, host: str, port: int) -> None:
        """Start to listen. Raises `OSError` if the port is not available."""
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.bind((host, port))
        except OSError:
            self._socket.close()
            raise
        self._socket.setblocking(False)
        with suppress(OSError):
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _BUFFER_BYTES)
        self._secret = secrets.token_bytes(32)
        self._lock = threading.Lock()
        self._services: dict[str, SrtService] = {}
        self._connections: dict[int, tuple[Address, SrtConnection]] = {}
        self._ids: dict[tuple[Address, int], int] = {}
        self._wake_reader, self._wake_writer = socket.socketpair()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="srt-listener", daemon=True)
        self._thread.start()

    def serve(self, service: SrtService) -> None:
        """Accept the encoders of a service's stream key."""
        with self._lock:
            self._services[service.stream_key] = service

    def stop_serving(self, stream_key: str) -> None:
        """Accept no encoder with this stream key for now."""
        with self._lock:
            self._services.pop(stream_key, None)

    def close(self) -> None:
        """End all connections and close the port."""
        self._is_closed = True
        self._wake_writer.close()
        self._thread.join()

    def _run(self) -> None:
        while not self._is_closed:
            time_out = _TICK_SECONDS if self._connections else None
            wait_for_sockets([self._socket, self._wake_reader], seconds=time_out)
            now = time.monotonic()
            for _ in range(_DATAGRAMS_PER_TICK):
                try:
                    datagram, address = self._socket.recvfrom(_DATAGRAM_SIZE)
                except OSError:
                    break
                if is_packet(datagram):
                    self._receive_safely(datagram, address, now)
            self._tick(now)
        for _, connection in self._connections.values():
            connection.close()
            connection.dispose()
        self._wake_reader.close()
        self._socket.close()

    def _tick(self, now: float) -> None:
        for socket_id, (_, connection) in list(self._connections.items()):
            connection.tick(now)
            if connection.is_closed:
                del self._connections[socket_id]
                self._ids = {key: value for key, value in self._ids.items() if value != socket_id}
                threading.Thread(target=connection.dispose, name="srt-end", daemon=True).start()

    def _receive_safely(self, datagram: bytes, address: Address, now: float) -> None:
        """Process a datagram. No error in it may end the listener, which has other encoders, too."""
        try:
            self._receive(datagram, address, now)
        except Exception:
            log.exception("an SRT packet was dropped")

    def _receive(self, datagram: bytes, address: Address, now: float) -> None:
        socket_id = read_socket_id(datagram)
        if socket_id:
            known_address, connection = self._connections.get(socket_id, (None, None))
            if connection is not None and known_address == address:
                connection.receive(datagram, now)
            return
        packet = read_packet(datagram)
        if isinstance(packet, ControlPacket) and packet.kind == ControlType.HANDSHAKE:
            handshake = read_handshake(packet.body)
            if handshake is not None:
                self._answer(handshake, address)

    def _answer(self, handshake: Handshake, address: Address) -> None:
        if handshake.kind == HandshakeType.INDUCTION:
            response = replace(
                handshake,
                version=5,
                encryption=0,
                extension_flags=INDUCTION_MAGIC,
                cookie=self._cookie(address, 0),
                peer_address=encode_address(address[0]),
                extensions=(),
            )
            self._send_handshake(response, handshake.socket_id, address)
            return
        valid_cookies = (self._cookie(address, age) for age in (0, 1))
        if handshake.kind != HandshakeType.CONCLUSION or handshake.cookie not in valid_cookies:
            return
        known_id = self._ids.get((address, handshake.socket_id))
        if known_id is not None:
            self._connections[known_id][1].repeat_response()
            return
        with self._lock:
            services = list(self._services.values())
            if services and len(self._connections) < _MAX_CONNECTIONS:
                self._conclude(services, handshake, address)

    def _conclude(self, services: Sequence[SrtService], handshake: Handshake, address: Address) -> None:
        """Check the key and the passphrase, and pass the encoder on."""
        stream_id = read_stream_id(handshake.find_extension(ExtensionType.STREAM_ID) or b"")
        stream_key, mode = _parse_stream_id(stream_id)
        service = services[0]
        for candidate in services:
            if hmac.compare_digest(stream_key.encode(), candidate.stream_key.encode()):
                service = candidate
        decryption = StreamDecryption(service.passphrase)
        rejection = _find_rejection(handshake, stream_key, mode, service, decryption)
        if rejection is None:
            self._accept(service, handshake, decryption, address)
            return
        if fault := _FAULTS.get(rejection):
            service.on_refusal(fault)
        response = replace(handshake, kind=rejection, extensions=())
        self._send_handshake(response, handshake.socket_id, address)

    def _accept(
        self, service: SrtService, handshake: Handshake, decryption: StreamDecryption, address: Address
    ) -> None:
        """Start the connection of an encoder whose handshake is valid, and pass it on."""
        request = handshake.find_extension(ExtensionType.HANDSHAKE_REQUEST)
        key_material = handshake.find_extension(ExtensionType.KEY_MATERIAL_REQUEST)
        assert request is not None and key_material is not None
        socket_id = secrets.randbelow((1 << 30) - 1) + 1
        our_delay, peer_delay = read_delays(request)
        receive_delay = max(LATENCY_SECONDS, peer_delay)
        response = replace(
            handshake,
            socket_id=socket_id,
            extension_flags=_RESPONSE_FLAGS,
            peer_address=encode_address(address[0]),
            extensions=(
                (ExtensionType.HANDSHAKE_RESPONSE, write_delays(receive_delay, our_delay)),
                (ExtensionType.KEY_MATERIAL_RESPONSE, key_material),
            ),
        )
        connection = SrtConnection(
            handshake,
            response,
            decryption,
            receive_delay,
            lambda datagram: self._send(datagram, address),
        )
        self._connections[socket_id] = (address, connection)
        self._ids[address, handshake.socket_id] = socket_id
        service.on_encoder(connection)

    def _send_handshake(self, handshake: Handshake, socket_id: int, address: Address) -> None:
        body = write_handshake(handshake)
        self._send(write_control(ControlType.HANDSHAKE, socket_id, body, timestamp=0), address)

    def _send(self, datagram: bytes, address: Address) -> None:
        with suppress(OSError):
            self._socket.sendto(datagram, address)

    def _cookie(self, address: Address, age: int) -> int:
        """Return the cookie that proves an encoder's address, of this minute or an earlier one (4.3.1.1)."""
        minute = int(time.monotonic() // _COOKIE_SECONDS) - age
        text = f"{address[0]} {address[1]} {minute}".encode()
        return int.from_bytes(hmac.new(self._secret, text, hashlib.sha256).digest()[:4], "big")


def _find_rejection(
    handshake: Handshake, stream_key: str, mode: str, service: SrtService, decryption: StreamDecryption
) -> Rejection | None:
    """Return why an encoder is rejected, or None. Loads the key of a valid one into `decryption`."""
    if not hmac.compare_digest(stream_key.encode(), service.stream_key.encode()):
        return Rejection.UNAUTHORIZED
    request = handshake.find_extension(ExtensionType.HANDSHAKE_REQUEST) or b""
    if mode not in ("", "publish") or len(request) < _HANDSHAKE_EXTENSION_SIZE:
        return Rejection.BAD_MODE
    key_material = handshake.find_extension(ExtensionType.KEY_MATERIAL_REQUEST)
    if key_material is None:
        return Rejection.UNENCRYPTED
    try:
        decryption.load(key_material)
    except WrongPassphraseError:
        return Rejection.BAD_SECRET
    return None


def _parse_stream_id(stream_id: str) -> tuple[str, str]:
    """Return the stream key and the mode. `#!::r=KEY,m=publish` is the form of SRT's access control."""
    if not stream_id.startswith(_ACCESS_CONTROL_PREFIX):
        return stream_id, ""
    pairs = (part.partition("=") for part in stream_id.removeprefix(_ACCESS_CONTROL_PREFIX).split(","))
    values = {name: value for name, _, value in pairs}
    return values.get("r", ""), values.get("m", "")
