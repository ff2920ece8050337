"""Empties the spool into the store, in the web process and in jobs and commands."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable
from contextlib import closing
from multiprocessing.util import Finalize
from threading import Event, Thread

from sqlalchemy.exc import DataError, SQLAlchemyError

from touchline.analytics.adapters import metrics
from touchline.analytics.application.take_up import TakeUp
from touchline.analytics.domain.facts import Batch
from touchline.analytics.ports.spool import Spool, SpoolFile
from touchline.analytics.ports.store import StoreUnavailable
from touchline.platform.db.session import Database

AWAY = (StoreUnavailable, SQLAlchemyError)
"""The store cannot be reached: what lies in the spool waits."""
POISON = (DataError, ArithmeticError, LookupError, TypeError, ValueError)
"""The store would never take it, however often it is asked."""
_ROUND, _SYNC_ROUND, _ORPHANS_ROUND = 1.0, 0.5, 10.0
_FEWER_LINES = (None, 200, 20, 1)
_LONGEST_PAUSE = 60.0
_LAST_SECONDS = 5.0
_SWITCH = 0.0005
"""Seconds after which a thread lets another one go on: for Python's own 5 ms an answer would wait several
times while facts are read."""
log = logging.getLogger(__name__)
Progress = Callable[[int], None]


def _nobody(_stored: int) -> None:
    """Nobody watches."""


def _always() -> bool:
    """The store says that it is done when it lies on the disk."""
    return True


class Drain:
    """Takes files up, batch by batch, each in a transaction of its own."""

    def __init__(
        self, database: Database, spool: Spool, take_up: TakeUp, lasts: Callable[[], bool] = _always
    ) -> None:
        """`lasts` tells whether what is stored would outlive a power cut."""
        self._database = database
        self._spool = spool
        self._take_up = take_up
        self._lasts = lasts
        self._places: dict[str, int] = {}

    def own(self, progress: Progress = _nobody) -> int:
        """Store what this process wrote; how many facts."""
        with self._spool.own() as files:
            return sum(self._empty(file, progress) for file in files)

    def orphans(self, progress: Progress = _nobody) -> int:
        """Store what processes left behind that are gone; how many facts."""
        with closing(self._spool.orphans()) as files:
            return sum(self._empty(file, progress) for file in files)

    def _empty(self, file: SpoolFile, progress: Progress) -> int:
        """Store what is new of a file; one that is over and stored whole, so that it lasts, is removed. One
        that would not last yet is looked at in the next round."""
        is_over, stored = file.is_over, 0
        place = self._places.pop(file.name, None)  # not known any more when this fails half-way
        if place is None:
            with self._database.transaction(None, unscoped=True):
                place = self._take_up.mark(file)
        while place < file.size() and (batch := self._store(file, place)):
            place = batch.last
            stored += len(batch.facts)
            progress(len(batch.facts))
        if not is_over or place < file.size() or (place and not self._lasts()):
            self._places[file.name] = place
            return stored
        file.remove()
        if place:
            with self._database.transaction(None, unscoped=True):
                self._take_up.forget(file)
        return stored

    def _store(self, file: SpoolFile, place: int) -> Batch | None:
        """The next batch. Of one that the store refuses fewer lines are tried, and a line that it refuses by
        itself is counted and left out."""
        for most in _FEWER_LINES:
            try:
                return self._next(file, place, most)
            except POISON:
                log.exception("lines of %s after byte %s were refused by the store", file.name, place)
        with self._database.transaction(None, unscoped=True):
            batch = self._take_up.drop_next(file, place)
        metrics.count(batch)
        return batch

    def _next(self, file: SpoolFile, place: int, most: int | None) -> Batch | None:
        with self._database.transaction(None, unscoped=True):
            batch = self._take_up.store_next(file, place, most)
        if batch:
            metrics.count(batch)
        return batch


class DrainThread:
    """Drains as long as the process lives; one of each process. A second thread syncs, so that nothing the
    store does holds that up."""

    def __init__(self, drain: Drain, spool: Spool) -> None:
        self._drain = drain
        self._spool = spool
        self._pid = 0
        self._threads: list[Thread] = []
        self._stopping = Event()
        self._away = False
        self._pause = _ROUND

    def start(self) -> None:
        """Begin, once in a process; it is stopped with the process."""
        if self._pid == os.getpid():
            return
        self._pid = os.getpid()
        sys.setswitchinterval(_SWITCH)
        self._stopping.clear()
        self._threads = [
            Thread(target=self._sync, name="analytics-sync", daemon=True),
            Thread(target=self._take, name="analytics-drain", daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        Finalize(None, self.stop, exitpriority=1)  # a server's children never get to `atexit`

    def stop(self) -> None:
        """A last round, and a few seconds for it: whatever stays, somebody takes up as an orphan."""
        self._stopping.set()
        for thread in self._threads:
            thread.join(_LAST_SECONDS)

    def _sync(self) -> None:
        while not self._stopping.wait(_SYNC_ROUND):
            try:
                self._spool.settle()
            except OSError as wrong:
                log.error("the spool could not be synced: %s", wrong.strerror)

    def _take(self) -> None:
        orphans_at = 0.0
        while not self._stopping.wait(self._pause):
            late = time.monotonic() >= orphans_at
            if self.take(orphans=late) and late:
                orphans_at = time.monotonic() + _ORPHANS_ROUND
        self.take(orphans=False)

    def take(self, *, orphans: bool) -> bool:
        """One round; False where the store is away, which is said once, and asked again after longer and
        longer pauses."""
        try:
            self._drain.own()
            if orphans:
                self._drain.orphans()
        except AWAY as wrong:
            if not self._away:
                log.error("the analytics store is away (%s); what visitors tell waits", type(wrong).__name__)
        except Exception:
            log.exception("what visitors told could not be stored; it waits")
        else:
            if self._away:
                log.info("the analytics store is back")
            self._away, self._pause = False, _ROUND
            return True
        self._away, self._pause = True, min(self._pause * 2, _LONGEST_PAUSE)
        return False
