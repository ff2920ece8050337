"""The door of one event's port: lets one encoder with the right stream key through to a program behind it.

The gate itself speaks RTMP with whoever comes, up to `publish`. A program is started for the encoder that
publishes under the right key; it gets every byte from the first on, and has nothing to answer.
"""

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar

from adapters.ingest.door import Door, Visitor
from adapters.ingest.greeting import HANDSHAKE, Greeting, NotAdmitted, status
from touchline.catalog.ports.ingest import SECOND_ENCODER

_GREETING_SECONDS = 10.0
_SILENCE_SECONDS = 10.0
"""An encoder whose line was cut says nothing any more; it comes back by another connection."""
_LOOK_SECONDS = 0.25
_STRANGERS = 4
_DRAIN_SECONDS = 5.0
"""An encoder that comes while another one sends is refused after so long: what an encoder has sent before it
left may still be read when it is back."""
_HESITATION_SECONDS = 2.0
"""An encoder that has been silent for so long gives way to one with the same key: its connection broke."""
SECOND_SECONDS = 30.0
"""Seconds to show that a second encoder was refused. Encoders try again every few seconds."""
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
    """Listens until an encoder has been let through and has left, or until it is closed.

    Another encoder with the right key is refused while the first one sends. One that comes once the first
    has left, or has fallen silent, waits at the door for the next gate.
    """

    def __init__(
        self, door: Door, key: str, make_receiver: Callable[[], Behind], keep: Callable[[Door], None]
    ) -> None:
        """`keep` gets the door, still open, when the gate ends."""
        self._door, self._key, self._make_receiver, self._keep = door, key, make_receiver, keep
        self._lock = threading.Condition()
        self._inside: set[socket.socket] = set()
        self._guest: socket.socket | None = None
        self._guest_thread: threading.Thread | None = None
        self._guest_left = False
        self._heard_at = 0.0
        self._shut = False
        self.admitted: Behind | None = None
        self.refusal = ""
        self._refused_second: float | None = None
        door.listener.settimeout(_LOOK_SECONDS)
        self._porter = threading.Thread(target=self._stand, name="gate", daemon=True)
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
        with self._lock:
            self._shut = True
            self._lock.notify_all()
        self._send_away()
        self._porter.join()

    def _stand(self) -> None:
        visits: list[threading.Thread] = []
        guest: threading.Thread | None = None
        waiting = self._door.take_visitor(self._key)
        if waiting is not None:
            visits.append(self._receive(self._let_in, waiting))
        while not self._shut and (guest is None or guest.is_alive()):
            with suppress(TimeoutError):
                client, _ = self._door.listener.accept()
                visits = [each for each in visits if each.is_alive()]
                if len(visits) > _STRANGERS:
                    client.close()
                    continue
                visits.append(self._receive(self._visit, client))
            guest = self._guest_thread
        self._send_away()
        for visit in visits:
            visit.join()
        self._keep(self._door)

    def _receive(self, act: Callable[[Any], None], who: socket.socket | Visitor) -> threading.Thread:
        self._inside.add(who.client if isinstance(who, Visitor) else who)
        thread = threading.Thread(target=act, args=(who,), daemon=True)
        thread.start()
        return thread

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
            visitor = self._greet(client)
        except NotAdmitted as refused:
            self.refusal = str(refused) or self.refusal
            self._part_with(client, status("error", "NetStream.Publish.BadName", "The stream was refused."))
        except OSError:
            self._part_with(client)  # the connection broke; the encoder comes again
        else:
            self._let_in(visitor)

    def _let_in(self, visitor: Visitor) -> None:
        """Let an encoder with the right key through, make it wait, or refuse it."""
        try:
            if not self._admit(visitor):
                return
            visitor.client.sendall(visitor.answer)
            self._let_through(visitor)
        except NotAdmitted:
            self._part_with(
                visitor.client, status("error", "NetStream.Publish.BadName", "The stream was refused.")
            )
        except OSError:
            self._part_with(visitor.client)
        else:
            self._part_with(visitor.client)

    def _part_with(self, client: socket.socket, last_words: bytes = b"") -> None:
        with suppress(OSError):
            client.sendall(last_words)
        with self._lock:
            self._inside.discard(client)
            client.close()

    def _greet(self, client: socket.socket) -> Visitor:
        """Answer up to the right key. `NotAdmitted` where something else is published."""
        greeting, end = Greeting(self._key), time.monotonic() + _GREETING_SECONDS
        said = _read_hello(client)
        heard = [said]
        while True:
            answer = greeting.feed(said)
            if greeting.admitted:
                return Visitor(client, self._key, b"".join(heard), answer)
            client.sendall(answer)
            client.settimeout(max(0.01, end - time.monotonic()))
            said = client.recv(_CHUNK)
            if not said:
                raise NotAdmitted
            heard.append(said)

    def _admit(self, visitor: Visitor) -> bool:
        """Whether it is let through now; False where it waits for the next gate."""
        with self._lock:
            if self._shut:
                raise NotAdmitted
            if self._guest is None:
                self._guest, self._guest_thread = visitor.client, threading.current_thread()
                self._heard_at, self.refusal = time.monotonic(), ""
                return True
            self._lock.wait_for(lambda: self._shut or self._gives_way(), _DRAIN_SECONDS)
            if self._shut:
                raise NotAdmitted
            if not self._gives_way() or self._door.visitor is not None:
                self._refused_second = time.monotonic()
                raise NotAdmitted
            self._inside.discard(visitor.client)
            self._door.visitor = visitor
            if not self._guest_left:
                with suppress(OSError):
                    self._guest.shutdown(socket.SHUT_RDWR)
            return False

    def _gives_way(self) -> bool:
        """Whether the encoder that was let through has left, or has fallen silent."""
        return self._guest_left or time.monotonic() - self._heard_at > _HESITATION_SECONDS

    def _note_leaving(self) -> None:
        with self._lock:
            self._guest_left = True
            self._lock.notify_all()

    def _let_through(self, visitor: Visitor) -> None:
        """Start the program, and pass on in both directions until either side ends."""
        client = visitor.client
        receiver = self.admitted = self._make_receiver()
        try:
            with receiver.connect() as program:
                answers = threading.Thread(target=_pass_on, args=(program, client), daemon=True)
                answers.start()
                try:
                    program.sendall(visitor.said)
                    client.settimeout(_SILENCE_SECONDS)
                    _pass_on(client, program, self._hear)
                finally:
                    self._note_leaving()
                    with suppress(OSError):
                        program.shutdown(socket.SHUT_WR)
                    receiver.finish()
                    answers.join()
        finally:
            self._note_leaving()
            receiver.finish()

    def _hear(self) -> None:
        self._heard_at = time.monotonic()


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


def _pass_on(
    source: socket.socket, target: socket.socket, on_data: Callable[[], None] = lambda: None
) -> None:
    """Everything that comes from one side, until it ends; then the other side hears of it."""
    with suppress(OSError):
        while data := source.recv(_CHUNK):
            on_data()
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)
