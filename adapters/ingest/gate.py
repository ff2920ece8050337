"""The door of one event's port: lets one encoder with the right stream key through to a program behind it.

The gate itself speaks RTMP with whoever comes, up to `publish`. A program is started for the encoder that
publishes under the right key; it gets every byte from the first on, and has nothing to answer.
"""

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from adapters.ingest.greeting import HANDSHAKE, Greeting, NotAdmitted, status
from touchline.catalog.ports.ingest import SECOND_ENCODER

_GREETING_SECONDS = 10.0
_SILENCE_SECONDS = 10.0
"""An encoder whose line was cut says nothing any more; it comes back by another connection."""
_LOOK_SECONDS = 0.25
_STRANGERS = 4
SECOND_SECONDS = 30.0
"""So long a second encoder is told of: those that are refused come again every few seconds."""
_CHUNK = 1 << 16


class Receiver(Protocol):
    """A program that takes one encoder's stream."""

    def connect(self) -> socket.socket:
        """To it; `OSError` when it does not listen."""
        ...

    def finish(self) -> None:
        """Let it write down what it has, and end it."""
        ...


Behind = TypeVar("Behind", bound=Receiver)


class Gate(Generic[Behind]):
    """Listens until an encoder has been let through and has left, or until it is closed."""

    def __init__(self, host: str, port: int, key: str, make_receiver: Callable[[], Behind]) -> None:
        """`OSError` when the port cannot be had."""
        self._key, self._make_receiver = key, make_receiver
        self._lock = threading.Lock()
        self._inside: set[socket.socket] = set()
        self._guest: socket.socket | None = None
        self._guest_thread: threading.Thread | None = None
        self._shut = False
        self.admitted: Behind | None = None
        self.refusal = ""
        self._refused_second: float | None = None
        self._door = socket.create_server((host, port), backlog=_STRANGERS)
        self._door.settimeout(_LOOK_SECONDS)
        self._porter = threading.Thread(target=self._stand, name=f"gate {port}", daemon=True)
        self._porter.start()

    @property
    def over(self) -> bool:
        """Whether the encoder that was let through has left, and all it sent is written down."""
        return not self._porter.is_alive()

    @property
    def second(self) -> str:
        """A sentence where another encoder published under the same key a moment ago."""
        at = self._refused_second
        return SECOND_ENCODER if at is not None and time.monotonic() - at < SECOND_SECONDS else ""

    def close(self) -> None:
        """End it; nobody is inside when this returns."""
        self._shut = True
        self._send_away()
        self._porter.join()

    def _stand(self) -> None:
        visits: list[threading.Thread] = []
        guest: threading.Thread | None = None
        with self._door:
            while not self._shut and (guest is None or guest.is_alive()):
                with suppress(TimeoutError):
                    client, _ = self._door.accept()
                    visits = [each for each in visits if each.is_alive()]
                    if len(visits) > _STRANGERS:
                        client.close()
                        continue
                    self._inside.add(client)
                    visits.append(threading.Thread(target=self._visit, args=(client,), daemon=True))
                    visits[-1].start()
                guest = self._guest_thread
        self._send_away()
        for visit in visits:
            visit.join()

    def _send_away(self) -> None:
        """All but the guest; with the gate shut that one as well."""
        with self._lock:
            for each in self._inside:
                if self._shut or each is not self._guest:
                    with suppress(OSError):
                        each.shutdown(socket.SHUT_RDWR)

    def _visit(self, client: socket.socket) -> None:
        """All of one connection: who it is, and what comes of it."""
        try:
            said = self._greet(client)
            self._let_through(client, said)
        except NotAdmitted as refused:
            self.refusal = str(refused) or self.refusal
            with suppress(OSError):
                client.sendall(status("error", "NetStream.Publish.BadName", "The stream was refused."))
        except OSError:
            pass  # the line broke; the encoder comes again
        finally:
            with self._lock:
                self._inside.discard(client)
                client.close()

    def _greet(self, client: socket.socket) -> bytes:
        """Answer up to the right key; all that was said. `NotAdmitted` where something else is."""
        greeting, end = Greeting(self._key), time.monotonic() + _GREETING_SECONDS
        said = _read_hello(client)
        heard = [said]
        while True:
            answer = greeting.feed(said)
            if greeting.admitted:
                self._admit(client)
            client.sendall(answer)
            if greeting.admitted:
                return b"".join(heard)
            client.settimeout(max(0.01, end - time.monotonic()))
            said = client.recv(_CHUNK)
            if not said:
                raise NotAdmitted
            heard.append(said)

    def _admit(self, client: socket.socket) -> None:
        with self._lock:
            if self._guest is not None:
                self._refused_second = time.monotonic()
            if self._shut or self._guest is not None:
                raise NotAdmitted
            self._guest, self._guest_thread, self.refusal = client, threading.current_thread(), ""

    def _let_through(self, client: socket.socket, said: bytes) -> None:
        """Start the program, and pass on in both directions until either side ends."""
        receiver = self.admitted = self._make_receiver()
        try:
            with receiver.connect() as program:
                answers = threading.Thread(target=_pass_on, args=(program, client), daemon=True)
                answers.start()
                try:
                    program.sendall(said)
                    client.settimeout(_SILENCE_SECONDS)
                    _pass_on(client, program)
                finally:
                    with suppress(OSError):
                        program.shutdown(socket.SHUT_WR)
                    receiver.finish()
                    answers.join()
        finally:
            receiver.finish()


def _read_hello(client: socket.socket) -> bytes:
    """The first part of the handshake: no program is started for who does not even say that."""
    client.settimeout(_GREETING_SECONDS)
    hello = b""
    while len(hello) < HANDSHAKE:
        part = client.recv(HANDSHAKE - len(hello))
        if not part:
            raise NotAdmitted
        hello += part
    return hello


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    """Everything that comes from one side, until it ends; then the other side hears of it."""
    with suppress(OSError):
        while data := source.recv(_CHUNK):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)
