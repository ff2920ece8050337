"""The faults: how each is done and undone, on which deployment, and what visitors may see of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Thread

import psutil

from contracts.faults.stage import Stage

_BETWEEN_KILLS = 2.0
_PROGRAMS = {"web": "granian", "ingest": "entrypoints.ingest", "worker": "worker"}
COMMON, SMALL_DISK = "common", "small disk"
HOLDS = 12.0
Do = Callable[[Stage], None]


@dataclass(frozen=True)
class Fault:
    """`plays` is the share of segments that come meanwhile at least; `silence` whether a connection may break
    without a word; `live_seconds` how long the live picture may stand still; `tells` what was done."""

    name: str
    what: str
    begin: Do
    end: Do
    where: str = COMMON
    seconds: float = HOLDS
    plays: float = 1.0
    silence: bool = False
    live_seconds: float = 12.0
    tells: Callable[[], str] = str


def database(stage: Stage) -> None:
    """Gone in the middle of everything."""
    assert stage.database
    stage.database.kill()


def database_back(stage: Stage) -> None:
    """There again."""
    assert stage.database
    stage.database.start()


def database_frozen(stage: Stage) -> None:
    """Connected, and silent."""
    assert stage.database
    stage.database.freeze()


def database_thawed(stage: Stage) -> None:
    """Goes on."""
    assert stage.database
    stage.database.thaw()


def queue(stage: Stage) -> None:
    """Gone."""
    assert stage.queue
    stage.queue.kill()


def queue_back(stage: Stage) -> None:
    """There again."""
    assert stage.queue
    stage.queue.start()


def queue_frozen(stage: Stage) -> None:
    """Connected, and silent."""
    assert stage.queue
    stage.queue.freeze()


def queue_thawed(stage: Stage) -> None:
    """Goes on."""
    assert stage.queue
    stage.queue.thaw()


def disk_full(stage: Stage) -> None:
    """Not a byte is left."""
    assert stage.disk
    stage.disk.fill()


def disk_empty(stage: Stage) -> None:
    """There is room again."""
    assert stage.disk
    stage.disk.empty()


def payments_away(stage: Stage) -> None:
    """No call of the payment service is done or answered."""
    stage.stripe("/_control/fail", next=10_000, how="timeout", seconds=6)


def payments_late(stage: Stage) -> None:
    """Charges are made, and their answers are lost."""
    stage.stripe("/_control/fail", next=10_000, how="after", seconds=6, only="POST /v1/subscriptions")


def payments_back(stage: Stage) -> None:
    """As always."""
    stage.stripe("/_control/fail", next=0)


class Killer:
    """Kills (SIGKILL) one process of the deployment after the other, by chance."""

    def __init__(self, seed: int = 8) -> None:
        self._chance = random.Random(seed)  # noqa: S311
        self._over = Event()
        self._thread: Thread | None = None
        self.killed: Counter[str] = Counter()

    def begin(self, stage: Stage) -> None:
        """From now on."""
        self._over.clear()
        self._thread = Thread(target=self._kill, args=(stage,), daemon=True)
        self._thread.start()

    def end(self, _stage: Stage) -> None:
        """No more."""
        self._over.set()
        if self._thread:
            self._thread.join()

    def _kill(self, stage: Stage) -> None:
        while not self._over.wait(_BETWEEN_KILLS):
            program = self._chance.choice(stage.programs())
            with _gone():
                victim = self._chance.choice([program, *program.children(recursive=True)])
                name = program_name(program)
                victim.kill()
                self.killed[name] += 1


def program_name(program: psutil.Process) -> str:
    """Of those that `touchline run` starts."""
    words = " ".join(program.cmdline())
    return next((name for name, word in _PROGRAMS.items() if word in words), "another")


@contextmanager
def _gone() -> Iterator[None]:
    try:
        yield
    except psutil.NoSuchProcess:
        return


def clock_ahead(stage: Stage) -> None:
    """Two hours ahead."""
    stage.jump(7_200)


def clock_right(stage: Stage) -> None:
    """Two hours back."""
    stage.jump(0)


def clock_behind(stage: Stage) -> None:
    """Ten minutes behind."""
    stage.jump(-600)


_killer = Killer()
FAULTS = (
    Fault("database", "The database is gone", database, database_back, live_seconds=16),
    Fault(
        "database-silent", "The database does not answer", database_frozen, database_thawed, live_seconds=16
    ),
    Fault("queue", "Redis is gone", queue, queue_back),
    Fault("queue-silent", "Redis does not answer", queue_frozen, queue_thawed),
    Fault("storage", "Storage is slow: half a second a file", lambda on: on.slow(0.5), lambda on: on.slow(0)),
    Fault("mail", "The mail server refuses", lambda on: on.mail.stop(), lambda on: on.mail.start()),
    Fault("payments", "The payment service does not answer", payments_away, payments_back, seconds=20),
    Fault("payments-late", "It charges, and its answers are lost", payments_late, payments_back, seconds=20),
    Fault(
        "killed",
        "Web, workers and ingest are killed by chance",
        _killer.begin,
        _killer.end,
        seconds=30,
        tells=lambda: ", ".join(f"{times} × {name}" for name, times in sorted(_killer.killed.items())),
        plays=0.9,
        silence=True,
        live_seconds=60,
    ),
    Fault("clock-ahead", "The clock jumps two hours ahead, and back", clock_ahead, clock_right),
    Fault("clock-behind", "The clock falls ten minutes behind", clock_behind, clock_right),
    Fault("disk", "The disk is full", disk_full, disk_empty, where=SMALL_DISK, live_seconds=20),
)
