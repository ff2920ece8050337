"""Moves beacons from the spool to the store, in web processes, jobs and commands."""

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
"""Errors of an unavailable store. Spooled beacons wait."""
POISON_LINE_ERRORS = (DataError, ArithmeticError, LookupError, TypeError, ValueError)
"""Errors of a line that the store will never accept, even after retries."""
_DRAIN_INTERVAL_SECONDS, _SYNC_INTERVAL_SECONDS, _ORPHANS_INTERVAL_SECONDS = 1.0, 0.5, 10.0
_BATCH_LINE_LIMITS = (None, 200, 20, 1)
_MAX_RETRY_SECONDS = 60.0
_STOP_TIMEOUT_SECONDS = 5.0
_SWITCH_INTERVAL_SECONDS = 0.0005
"""Thread switch interval in seconds.

With Python's default of 5 ms, a response would wait several times while records are parsed.
"""
log = logging.getLogger(__name__)
Progress = Callable[[int], None]


def _ignore_progress(_stored: int) -> None:
    """Ignore the progress."""


def _always_durable() -> bool:
    """Return True: the store confirms a write only after it is on disk."""
    return True


class SpoolDrain:
    """Stores spool files batch by batch, each in a transaction of its own."""

    def __init__(
        self,
        database: Database,
        spool: Spool,
        store_spool_file: StoreSpoolFile,
        is_durable: Callable[[], bool] = _always_durable,
    ) -> None:
        """`is_durable` returns whether stored data would survive a power cut."""
        self._database = database
        self._spool = spool
        self._store_spool_file = store_spool_file
        self._is_durable = is_durable
        self._offsets: dict[str, int] = {}

    def drain_own_files(self, progress: Progress = _ignore_progress) -> int:
        """Store the files of this process and return the number of records."""
        with self._spool.own_files() as files:
            return sum(self._drain_file(file, progress) for file in files)

    def drain_orphaned_files(self, progress: Progress = _ignore_progress) -> int:
        """Store the files of dead processes and return the number of records."""
        with closing(self._spool.orphaned_files()) as files:
            return sum(self._drain_file(file, progress) for file in files)

    def _drain_file(self, file: SpoolFile, progress: Progress) -> int:
        """Store the new lines of a file and return the number of records.

        A file that is complete and durably stored is deleted. If it is not durable yet, the next round checks
        again.
        """
        is_complete, stored_count = file.is_complete, 0
        offset = self._offsets.pop(file.name, None)  # unknown again if this fails
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
        """Store the next batch.

        If the store rejects it, retry with fewer lines. A single rejected line is counted and dropped.
        """
        for max_lines in _BATCH_LINE_LIMITS:
            try:
                return self._store_next(file, offset, max_lines)
            except POISON_LINE_ERRORS:
                log.exception("the store rejected lines of %s after byte %s", file.name, offset)
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
    """Drains the spool for the lifetime of the process, once per process.

    A second thread syncs the spool, so that a slow store does not delay syncing.
    """

    def __init__(self, drain: SpoolDrain, spool: Spool) -> None:
        self._drain = drain
        self._spool = spool
        self._pid = 0
        self._threads: list[Thread] = []
        self._stopping = Event()
        self._is_unavailable = False
        self._interval = _DRAIN_INTERVAL_SECONDS

    def start(self) -> None:
        """Start the threads, once per process. They stop when the process ends."""
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
        Finalize(None, self.stop, exitpriority=1)  # child processes of a server do not run `atexit` handlers

    def stop(self) -> None:
        """Run a last round with a few seconds to finish. Other processes take up the remaining files."""
        self._stopping.set()
        for thread in self._threads:
            thread.join(_STOP_TIMEOUT_SECONDS)

    def _run_sync(self) -> None:
        while not self._stopping.wait(_SYNC_INTERVAL_SECONDS):
            try:
                self._spool.maintain()
            except OSError as error:
                log.error("the spool could not be synced to disk: %s", error.strerror)

    def _run_drain(self) -> None:
        next_orphans_at = 0.0
        while not self._stopping.wait(self._interval):
            is_orphans_due = time.monotonic() >= next_orphans_at
            if self.drain_once(with_orphans=is_orphans_due) and is_orphans_due:
                next_orphans_at = time.monotonic() + _ORPHANS_INTERVAL_SECONDS
        self.drain_once(with_orphans=False)

    def drain_once(self, *, with_orphans: bool) -> bool:
        """Run one round. Return False if it failed.

        An unavailable store is logged once. Retries wait longer and longer.
        """
        try:
            self._drain.drain_own_files()
            if with_orphans:
                self._drain.drain_orphaned_files()
        except STORE_UNAVAILABLE_ERRORS as error:
            if not self._is_unavailable:
                log.error("the analytics store is unavailable (%s); data waits", type(error).__name__)
        except Exception:
            log.exception("analytics data could not be stored; it waits")
        else:
            if self._is_unavailable:
                log.info("the analytics store is available again")
            self._is_unavailable, self._interval = False, _DRAIN_INTERVAL_SECONDS
            return True
        self._is_unavailable, self._interval = True, min(self._interval * 2, _MAX_RETRY_SECONDS)
        return False
