"""The threads of a process that drain and sync its spool."""

from __future__ import annotations

import logging
import os
import sys
import time
from multiprocessing.util import Finalize
from threading import Event, Thread

from sqlalchemy.exc import SQLAlchemyError

from touchline.analytics.application.ingest.spool_drain import SpoolDrain
from touchline.analytics.ports.spool import Spool
from touchline.analytics.ports.store import StoreUnavailableError

STORE_UNAVAILABLE_ERRORS = (StoreUnavailableError, SQLAlchemyError)
"""Errors of an unavailable store. Spooled beacons wait."""
_DRAIN_INTERVAL_SECONDS, _SYNC_INTERVAL_SECONDS, _ORPHANS_INTERVAL_SECONDS = 1.0, 0.5, 10.0
_MAX_RETRY_SECONDS = 60.0
_STOP_TIMEOUT_SECONDS = 5.0
_SWITCH_INTERVAL_SECONDS = 0.0005
"""Thread switch interval in seconds.

With Python's default of 5 ms, a response would wait several times while records are parsed.
"""
log = logging.getLogger(__name__)


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
                log.error("the spool could not be synced: %s", error.strerror)

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
                log.error("the analytics store is away (%s); what visitors tell waits", type(error).__name__)
        except Exception:
            log.exception("analytics data could not be stored; it waits")
        else:
            if self._is_unavailable:
                log.info("the analytics store is back")
            self._is_unavailable, self._interval = False, _DRAIN_INTERVAL_SECONDS
            return True
        self._is_unavailable, self._interval = True, min(self._interval * 2, _MAX_RETRY_SECONDS)
        return False
