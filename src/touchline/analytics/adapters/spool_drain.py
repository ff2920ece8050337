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
from touchline.analytics.application.ingest.spool_files import StoreSpoolFile
from touchline.analytics.domain.records import RecordBatch
from touchline.analytics.ports.spool import Spool, SpoolFile
from touchline.analytics.ports.store import StoreUnavailableError
from touchline.platform.db.session import Database

STORE_UNAVAILABLE_ERRORS = (StoreUnavailableError, SQLAlchemyError)
"""The store cannot be reached: what lies in the spool waits."""
POISON_LINE_ERRORS = (DataError, ArithmeticError, LookupError, TypeError, ValueError)
"""The store would never take it, however often it is asked."""
_DRAIN_INTERVAL_SECONDS, _SYNC_INTERVAL_SECONDS, _ORPHANS_INTERVAL_SECONDS = 1.0, 0.5, 10.0
_BATCH_LINE_LIMITS = (None, 200, 20, 1)
_MAX_RETRY_SECONDS = 60.0
_STOP_TIMEOUT_SECONDS = 5.0
_SWITCH_INTERVAL_SECONDS = 0.0005
"""Seconds after which a thread lets another one go on: for Python's own 5 ms an answer would wait several
times while facts are read."""
log = logging.getLogger(__name__)
Progress = Callable[[int], None]


def _ignore_progress(_stored: int) -> None:
    """Nobody watches."""


def _always_durable() -> bool:
    """The store says that it is done when it lies on the disk."""
    return True


class SpoolDrain:
    """Takes files up, batch by batch, each in a transaction of its own."""

    def __init__(
        self,
        database: Database,
        spool: Spool,
        store_spool_file: StoreSpoolFile,
        is_durable: Callable[[], bool] = _always_durable,
    ) -> None:
        """`is_durable` tells whether what is stored would outlive a power cut."""
        self._database = database
        self._spool = spool
        self._store_spool_file = store_spool_file
        self._is_durable = is_durable
        self._offsets: dict[str, int] = {}

    def drain_own_files(self, progress: Progress = _ignore_progress) -> int:
        """Store what this process wrote; how many facts."""
        with self._spool.own_files() as files:
            return sum(self._drain_file(file, progress) for file in files)

    def drain_orphaned_files(self, progress: Progress = _ignore_progress) -> int:
        """Store what processes left behind that are gone; how many facts."""
        with closing(self._spool.orphaned_files()) as files:
            return sum(self._drain_file(file, progress) for file in files)

    def _drain_file(self, file: SpoolFile, progress: Progress) -> int:
        """Store what is new of a file; one that is over and stored whole, so that it lasts, is removed. One
        that would not last yet is looked at in the next round."""
        is_complete, stored_count = file.is_complete, 0
        offset = self._offsets.pop(file.name, None)  # not known any more when this fails half-way
        if offset is None:
            with self._database.transaction(None, unscoped=True):
                offset = self._store_spool_file.get_offset(file)
        while offset < file.size_bytes() and (batch := self._store_batch(file, offset)):
            offset = batch.last
            stored_count += len(batch.records)
            progress(len(batch.records))
        if not is_complete or offset < file.size_bytes() or (offset and not self._is_durable()):
            self._offsets[file.name] = offset
            return stored_count
        file.remove()
        if offset:
            with self._database.transaction(None, unscoped=True):
                self._store_spool_file.delete_offset(file)
        return stored_count

    def _store_batch(self, file: SpoolFile, offset: int) -> RecordBatch | None:
        """The next batch. Of one that the store refuses fewer lines are tried, and a line that it refuses by
        itself is counted and left out."""
        for max_lines in _BATCH_LINE_LIMITS:
            try:
                return self._store_next(file, offset, max_lines)
            except POISON_LINE_ERRORS:
                log.exception("lines of %s after byte %s were refused by the store", file.name, offset)
        with self._database.transaction(None, unscoped=True):
            batch = self._store_spool_file.drop_next(file, offset)
        metrics.count_batch(batch)
        return batch

    def _store_next(self, file: SpoolFile, offset: int, max_lines: int | None) -> RecordBatch | None:
        with self._database.transaction(None, unscoped=True):
            batch = self._store_spool_file.store_next(file, offset, max_lines)
        if batch:
            metrics.count_batch(batch)
        return batch


class SpoolDrainThread:
    """Drains as long as the process lives; one of each process. A second thread syncs, so that nothing the
    store does holds that up."""

    def __init__(self, drain: SpoolDrain, spool: Spool) -> None:
        self._drain = drain
        self._spool = spool
        self._pid = 0
        self._threads: list[Thread] = []
        self._stopping = Event()
        self._is_unavailable = False
        self._interval = _DRAIN_INTERVAL_SECONDS

    def start(self) -> None:
        """Begin, once in a process; it is stopped with the process."""
        if self._pid == os.getpid():
            return
        self._pid = os.getpid()
        sys.setswitchinterval(_SWITCH_INTERVAL_SECONDS)
        self._stopping.clear()
        self._threads = [
            Thread(target=self._run_sync, name="analytics-sync", daemon=True),
            Thread(target=self._run_drain, name="analytics-drain", daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        Finalize(None, self.stop, exitpriority=1)  # a server's children never get to `atexit`

    def stop(self) -> None:
        """A last round, and a few seconds for it: whatever stays, somebody takes up as an orphan."""
        self._stopping.set()
        for thread in self._threads:
            thread.join(_STOP_TIMEOUT_SECONDS)

    def _run_sync(self) -> None:
        while not self._stopping.wait(_SYNC_INTERVAL_SECONDS):
            try:
                self._spool.maintain()
            except OSError as error:
                log.error("the spool could not be synced: %s", error.strerror)

    def _run_drain(self) -> None:
        next_orphans_at = 0.0
        while not self._stopping.wait(self._interval):
            is_orphans_due = time.monotonic() >= next_orphans_at
            if self.drain_once(with_orphans=is_orphans_due) and is_orphans_due:
                next_orphans_at = time.monotonic() + _ORPHANS_INTERVAL_SECONDS
        self.drain_once(with_orphans=False)

    def drain_once(self, *, with_orphans: bool) -> bool:
        """One round; False where the store is away, which is said once, and asked again after longer and
        longer pauses."""
        try:
            self._drain.drain_own_files()
            if with_orphans:
                self._drain.drain_orphaned_files()
        except STORE_UNAVAILABLE_ERRORS as error:
            if not self._is_unavailable:
                log.error("the analytics store is away (%s); what visitors tell waits", type(error).__name__)
        except Exception:
            log.exception("what visitors told could not be stored; it waits")
        else:
            if self._is_unavailable:
                log.info("the analytics store is back")
            self._is_unavailable, self._interval = False, _DRAIN_INTERVAL_SECONDS
            return True
        self._is_unavailable, self._interval = True, min(self._interval * 2, _MAX_RETRY_SECONDS)
        return False
