"""The number of events per second that browsers can send, and whether an acknowledged event is lost.

The real server runs with two processes, as `touchline run` starts it. Visitors use persistent connections.
One round sends a request for each event, another sends lists of events as our page does. Right after the last
response every process is killed (SIGKILL). Another server starts on the remaining files, and the stored
events are compared with the acknowledged ones.
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

from contracts.nightly.budgets import servers
from contracts.nightly.budgets.load_generator import is_complete, receive
from touchline.analytics.adapters.sql.tables import AnalyticsEventRow
from touchline.entrypoints.bootstrap import Application
from touchline.platform.config.settings import Settings

KEY = "prairie-sports-network"
_SESSION = "0123456789abcdef0123456789abcdef"
_AGENT = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36"
_STORE_TIMEOUT_SECONDS = 120.0


@dataclass(frozen=True)
class VirtualUsers:
    """The load: connections, seconds, and events per request."""

    connections: int
    seconds: float
    events_per_request: int


@dataclass
class LoadResult:
    """The acknowledged events, and the milliseconds of each response."""

    numbers: list[int] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def per_second(self) -> float:
        """Return the acknowledged events per second."""
        return len(self.numbers) / self.seconds

    def percentile(self, share: float) -> float:
        """Return the milliseconds within which this share of the responses arrived."""
        return statistics.quantiles(self.milliseconds, n=100)[round(share * 100) - 1]


@dataclass(frozen=True)
class DurabilityResult:
    """One run: acknowledged events, missing events, duplicates, and the recovery time.

    The recovery time is how long the next server took to store the remaining events.
    """

    sent: LoadResult
    unstored: int
    lost: int
    duplicates: int
    store_seconds: float


def measure_durability(var: Path, virtual_users: VirtualUsers) -> DurabilityResult:
    """Send the load, kill the server, start another, and compare."""
    servers.create_channel(var)
    with servers.run_intake(var) as server:
        send_events(server.port, VirtualUsers(virtual_users.connections, 1.0, 1), first_number=-1_000_000)
        sent = send_events(server.port, virtual_users, first_number=0)
        kill(server.process)
    unstored = len(set(sent.numbers) - set(read_stored(var)))
    started = time.perf_counter()
    with servers.run_intake(var):
        expected = set(sent.numbers)
        while (
            expected - set(stored_numbers := read_stored(var))
            and time.perf_counter() - started < _STORE_TIMEOUT_SECONDS
        ):
            time.sleep(0.2)
        store_seconds = time.perf_counter() - started
    return DurabilityResult(
        sent,
        unstored,
        len(expected - set(stored_numbers)),
        len(stored_numbers) - len(set(stored_numbers)),
        store_seconds,
    )


def send_events(port: int, virtual_users: VirtualUsers, first_number: int) -> LoadResult:
    """Send events, numbered from `first_number`, until the time is over, and wait for every response."""
    sent, requests = LoadResult(), _build_requests(virtual_users.events_per_request, first_number)
    open_sockets = [
        socket.create_connection(("127.0.0.1", port), 10) for _ in range(virtual_users.connections)
    ]
    buffers = dict.fromkeys(open_sockets, b"")
    in_flight: dict[int, tuple[Sequence[int], float]] = {}
    started = time.perf_counter()
    with selectors.DefaultSelector() as selector:
        for connection in open_sockets:
            selector.register(connection, selectors.EVENT_READ, connection)
            _send_request(connection, requests, in_flight)
        while in_flight:
            for key, _ in selector.select(timeout=10):
                connection = key.data
                buffers[connection] += receive(connection)
                if not is_complete(buffers[connection], 202):
                    continue
                buffers[connection] = b""
                received_at = time.perf_counter()
                numbers, sent_at = in_flight.pop(connection.fileno())
                sent.numbers += numbers
                sent.milliseconds.append((received_at - sent_at) * 1000)
                if received_at - started < virtual_users.seconds:
                    _send_request(connection, requests, in_flight)
    sent.seconds = time.perf_counter() - started
    for connection in open_sockets:
        connection.close()
    return sent


def kill(process: psutil.Process) -> None:
    """Kill a process and all its children (SIGKILL)."""
    for running_process in [process, *process.children(recursive=True)]:
        running_process.kill()
    process.wait()


def read_stored(var: Path) -> list[int]:
    """Return the numbers of the stored events of the measured load."""
    application = Application(Settings(var=var, queue="inline"))
    with application.container.database().transaction(None, unscoped=True) as session:
        pages = session.scalars(select(AnalyticsEventRow.page)).all()
    application.close()
    return [number for page in pages if (number := int(page.removeprefix("/n/"))) >= 0]


def _send_request(
    connection: socket.socket,
    requests: Iterator[tuple[Sequence[int], bytes]],
    in_flight: dict[int, tuple[Sequence[int], float]],
) -> None:
    numbers, request = next(requests)
    in_flight[connection.fileno()] = numbers, time.perf_counter()
    connection.sendall(request)


def _build_requests(events_per_request: int, first_number: int) -> Iterator[tuple[Sequence[int], bytes]]:
    headers = f"POST /datalake/event/ HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: {_AGENT}\r\n"
    while True:
        numbers = range(first_number, first_number + events_per_request)
        first_number += events_per_request
        events = [_build_event(number) for number in numbers]
        body = json.dumps(events if events_per_request > 1 else events[0])
        length = f"Content-Type: text/plain\r\nContent-Length: {len(body)}\r\n\r\n"
        yield numbers, (headers + length + body).encode()


def _build_event(number: int) -> dict[str, str]:
    """Return a page view, as our page sends it."""
    return {
        "profile": KEY,
        "session_uuid": _SESSION,
        "origin_url": "http://prairie.localhost:8080/schedule",
        "event": "visit_page",
        "page": f"/n/{number}",
    }
