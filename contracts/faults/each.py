"""The faults: how each is done and undone, on which deployment, by what it is seen that it was done, and what
visitors may see of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Thread

import psutil

from contracts.faults.diary import PLAY, so_many
from contracts.faults.servers import Missing
from contracts.faults.stage import Stage
from contracts.faults.visitors import Crowd

_BETWEEN_KILLS = 3.0
_BY_CHANCE_ALONE = 6
_NOT_NOW = 503
_PROGRAMS = {"web": "granian", "ingest": "entrypoints.ingest", "worker": "worker"}
POSTGRES, SQLITE = "PostgreSQL and Redis", "SQLite"
HOLDS = 12.0
AHEAD_S, BEHIND_S = 7_200, -600
SLOW_S = 0.5
Do = Callable[[Stage], None]
Span = tuple[float, float]
Shown = Callable[[Stage, Crowd, Span], str]


@dataclass(frozen=True)
class Fault:
    """`shown` says by what it is seen that it was really done; an empty text: by nothing. `plays` is the
    share of the time in which segments come, at least; `silence` whether a connection may break without a
    word; `live_seconds` how long the live picture may stand still."""

    name: str
    what: str
    begin: Do
    end: Do
    shown: Shown
    where: str = POSTGRES
    seconds: float = HOLDS
    plays: float = 1.0
    silence: bool = False
    live_seconds: float = 12.0


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


def written_elsewhere(stage: Stage) -> None:
    """Somebody else writes, and does not come to an end."""
    assert stage.file
    stage.file.lock()


def written(stage: Stage) -> None:
    """They have come to it."""
    assert stage.file
    stage.file.unlock()


def disk_full(stage: Stage) -> None:
    """Not a byte is left; `Missing` where there is no disk to be filled."""
    if stage.disk is None:
        raise Missing("a disk of its own may not be mounted here (it takes root)")
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
        self.killed.clear()
        self._thread = Thread(target=self._kill, args=(stage,), daemon=True)
        self._thread.start()

    def end(self, _stage: Stage) -> None:
        """No more."""
        self._over.set()
        if self._thread:
            self._thread.join()

    def shown(self, _stage: Stage, _crowd: Crowd, _span: Span) -> str:
        """How many of each; nothing while one that the fault names was spared."""
        if _PROGRAMS.keys() - self.killed.keys():
            return ""
        return ", ".join(f"{times} × {name}" for name, times in sorted(self.killed.items()))

    def _kill(self, stage: Stage) -> None:
        while not self._over.wait(_BETWEEN_KILLS):
            with _gone():
                program = self._chance.choice(self._next(stage.programs()))
                victim = self._chance.choice([program, *program.children(recursive=True)])
                name = program_name(program)
                victim.kill()
                self.killed[name] += 1

    def _next(self, programs: list[psutil.Process]) -> list[psutil.Process]:
        """One of all; after some kills one of those that chance has spared."""
        if self.killed.total() < _BY_CHANCE_ALONE:
            return programs
        return [one for one in programs if not self.killed[program_name(one)]] or programs


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
    stage.jump(AHEAD_S)


def clock_right(stage: Stage) -> None:
    """As that of the machine."""
    stage.jump(0)


def clock_behind(stage: Stage) -> None:
    """Ten minutes behind."""
    stage.jump(BEHIND_S)


def refused(_stage: Stage, crowd: Crowd, span: Span) -> str:
    """Visitors were told that it is not possible now."""
    times = sum(one.status == _NOT_NOW for one in crowd.diary.between(*span))
    return f"{so_many(times, 'call')} refused" if times else ""


def slow_files(_stage: Stage, crowd: Crowd, span: Span) -> str:
    """No segment came sooner than a file is opened."""
    quickest = min((one.seconds for one in crowd.diary.between(*span, PLAY)), default=0.0)
    return f"no segment in less than {quickest:.1f} s" if quickest >= SLOW_S else ""


def letters_refused(stage: Stage, _crowd: Crowd, _span: Span) -> str:
    """The mail server said no."""
    return f"{so_many(stage.mail.refused, 'letter')} refused" if stage.mail.refused else ""


def calls_lost(stage: Stage, _crowd: Crowd, _span: Span) -> str:
    """The payment service did not answer so often."""
    times = stage.stripe("/_control/state")["went_wrong"]
    return f"{so_many(times, 'call')} without an answer" if times else ""


def wrong_time(_stage: Stage, crowd: Crowd, _span: Span) -> str:
    """Accounts that were made at another time than it was."""
    off = max((life.off for life in crowd.lives), key=abs, default=0.0)
    times = sum(abs(life.off) > -BEHIND_S / 2 for life in crowd.lives)
    return f"{so_many(times, 'account')} made {off:+.0f} s off" if times else ""


def faults() -> Iterator[Fault]:
    """All of them, in their order."""
    yield Fault("database", "The database is gone", database, database_back, refused, live_seconds=16)
    yield Fault(
        "database-silent",
        "The database does not answer",
        database_frozen,
        database_thawed,
        refused,
        live_seconds=16,
    )
    yield Fault("queue", "Redis is gone", queue, queue_back, refused)
    yield Fault("queue-silent", "Redis does not answer", queue_frozen, queue_thawed, refused)
    yield Fault(
        "storage",
        "Storage is slow: half a second a file",
        lambda on: on.slow(SLOW_S),
        lambda on: on.slow(0),
        slow_files,
    )
    yield Fault(
        "mail",
        "The mail server refuses",
        lambda on: on.mail.refuse(),
        lambda on: on.mail.take(),
        letters_refused,
    )
    yield Fault(
        "payments",
        "The payment service does not answer",
        payments_away,
        payments_back,
        calls_lost,
        seconds=20,
    )
    yield Fault(
        "payments-late",
        "It charges, and its answers are lost",
        payments_late,
        payments_back,
        calls_lost,
        seconds=20,
    )
    yield _killing("killed", "Web, workers and ingest are killed by chance", POSTGRES)
    yield Fault(
        "clock-ahead",
        "The clock jumps two hours ahead, and back",
        clock_ahead,
        clock_right,
        wrong_time,
        seconds=20,
    )
    yield Fault(
        "clock-behind",
        "The clock falls ten minutes behind",
        clock_behind,
        clock_right,
        wrong_time,
        seconds=20,
    )
    yield Fault(
        "locked", "Somebody else writes into SQLite", written_elsewhere, written, refused, where=SQLITE
    )
    yield _killing("killed-sqlite", "They are killed beside SQLite", SQLITE)
    yield Fault("disk", "The disk is full", disk_full, disk_empty, refused, where=SQLITE, live_seconds=20)


def _killing(name: str, what: str, where: str) -> Fault:
    killer = Killer()
    return Fault(
        name,
        what,
        killer.begin,
        killer.end,
        killer.shown,
        where=where,
        seconds=30,
        plays=0.8,
        silence=True,
        live_seconds=60,
    )


FAULTS = tuple(faults())
