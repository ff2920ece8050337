"""How many things a second browsers may tell, and that none of them is lost.

The real server with two processes as `touchline run` starts it, and visitors on connections that stay open.
Once a request for each thing, once lists of them as our page sends. Right after the last answer every
process is killed (SIGKILL); another server is started on what they left, and what is stored is compared
with what was answered.
"""

from __future__ import annotations

import json
import selectors
import socket
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil
from sqlalchemy import select

from contracts.budgets import serving
from contracts.budgets.load import UnexpectedAnswer
from touchline.analytics.adapters.sql.tables import HappeningRow
from touchline.entrypoints.bootstrap import House
from touchline.platform.settings import Settings

KEY = "prairie-sports-network"
_SESSION = "0123456789abcdef0123456789abcdef"
_AGENT = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36"
_TAKEN = b"HTTP/1.1 202 "
_END = b"\r\n\r\n{}"
_STORED_WITHIN = 120.0


@dataclass(frozen=True)
class Crowd:
    """How visitors come: so many connections for so many seconds, so many things in a request."""

    connections: int
    seconds: float
    things: int


@dataclass
class Told:
    """What was answered: numbers of things, and the milliseconds of each answer."""

    numbers: list[int] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def a_second(self) -> float:
        """Things that were answered in a second."""
        return len(self.numbers) / self.seconds

    def within(self, share: float) -> float:
        """Milliseconds within which this share of the answers came."""
        return statistics.quantiles(self.milliseconds, n=100)[round(share * 100) - 1]


@dataclass(frozen=True)
class Outcome:
    """A crowd's visit: what was answered, what of it is missing in the store, what is there twice, and how
    long the server that came after took to store what was left."""

    told: Told
    left: int
    lost: int
    twice: int
    store_seconds: float


def visit(var: Path, crowd: Crowd) -> Outcome:
    """Let a crowd come, kill the server, start another, and compare."""
    serving.furnish(var)
    with serving.intake(var) as server:
        tell(server.port, Crowd(crowd.connections, 1.0, 1), first=-1_000_000)
        told = tell(server.port, crowd, first=0)
        kill(server.process)
    left = len(set(told.numbers) - set(stored(var)))
    began = time.perf_counter()
    with serving.intake(var):
        wanted = set(told.numbers)
        while wanted - set(found := stored(var)) and time.perf_counter() - began < _STORED_WITHIN:
            time.sleep(0.2)
        took = time.perf_counter() - began
    return Outcome(told, left, len(wanted - set(found)), len(found) - len(set(found)), took)


def tell(port: int, crowd: Crowd, first: int) -> Told:
    """Tell things with the numbers from `first` on until the time is over; every answer is waited for."""
    told, requests = Told(), _requests(crowd.things, first)
    open_sockets = [socket.create_connection(("127.0.0.1", port), 10) for _ in range(crowd.connections)]
    read = dict.fromkeys(open_sockets, b"")
    asked: dict[int, tuple[Sequence[int], float]] = {}
    began = time.perf_counter()
    with selectors.DefaultSelector() as selector:
        for each in open_sockets:
            selector.register(each, selectors.EVENT_READ, each)
            _ask(each, requests, asked)
        while asked:
            for key, _ in selector.select(timeout=10):
                each = key.data
                read[each] += each.recv(65_536)
                if not read[each].endswith(_END):
                    continue
                answer, read[each] = read[each], b""
                if not answer.startswith(_TAKEN):
                    raise UnexpectedAnswer(answer[:200].decode("latin-1"))
                now = time.perf_counter()
                numbers, since = asked.pop(each.fileno())
                told.numbers += numbers
                told.milliseconds.append((now - since) * 1000)
                if now - began < crowd.seconds:
                    _ask(each, requests, asked)
    told.seconds = time.perf_counter() - began
    for each in open_sockets:
        each.close()
    return told


def kill(process: psutil.Process) -> None:
    """All of its processes, with the signal that nobody can catch."""
    for each in [process, *process.children(recursive=True)]:
        each.kill()
    process.wait()


def stored(var: Path) -> list[int]:
    """The numbers of what is stored, of the crowd that is counted."""
    house = House(Settings(var=var, queue="inline"))
    with house.container.database().transaction(None, unscoped=True) as session:
        pages = session.scalars(select(HappeningRow.page)).all()
    house.close()
    return [number for page in pages if (number := int(page.removeprefix("/n/"))) >= 0]


def _ask(
    each: socket.socket,
    requests: Iterator[tuple[Sequence[int], bytes]],
    asked: dict[int, tuple[Sequence[int], float]],
) -> None:
    numbers, request = next(requests)
    asked[each.fileno()] = numbers, time.perf_counter()
    each.sendall(request)


def _requests(things: int, first: int) -> Iterator[tuple[Sequence[int], bytes]]:
    head = f"POST /datalake/event/ HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: {_AGENT}\r\n"
    while True:
        numbers = range(first, first + things)
        first += things
        told = [_thing(number) for number in numbers]
        body = json.dumps(told if things > 1 else told[0])
        length = f"Content-Type: text/plain\r\nContent-Length: {len(body)}\r\n\r\n"
        yield numbers, (head + length + body).encode()


def _thing(number: int) -> dict[str, str]:
    """A page visit, as our page tells it."""
    return {
        "profile": KEY,
        "session_uuid": _SESSION,
        "origin_url": "http://prairie.localhost:8080/schedule",
        "event": "visit_page",
        "page": f"/n/{number}",
    }
