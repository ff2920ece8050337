"""Moves beacons from the spool to the store, in web processes, jobs and commands."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import closing

from touchline.analytics.application.ingest.spool_files import StoreSpoolFile
from touchline.analytics.domain.records import RecordBatch
from touchline.analytics.ports.spool import Spool, SpoolFile
from touchline.analytics.ports.store import RecordsRejectedError
from touchline.shared.unit_of_work import UnitOfWorkFactory

POISON_LINE_ERRORS = (RecordsRejectedError, ArithmeticError, LookupError, TypeError, ValueError)
"""Errors of a line that the store will never accept, even after retries."""
_BATCH_LINE_LIMITS = (None, 200, 20, 1)
log = logging.getLogger(__name__)
Progress = Callable[[int], None]


def _ignore_progress(_stored: int) -> None:
    """Ignore the progress."""


def _count_nothing(_batch: RecordBatch) -> None:
    """Measure nothing."""


def _always_durable() -> bool:
    """Return True: the store confirms a write only after it is on disk."""
    return True


class SpoolDrain:
    """Stores spool files batch by batch, each in a transaction of its own."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        spool: Spool,
        store_spool_file: StoreSpoolFile,
        is_durable: Callable[[], bool] = _always_durable,
        count_batch: Callable[[RecordBatch], None] = _count_nothing,
    ) -> None:
        """`is_durable` returns whether stored data would survive a power cut. `count_batch` measures each
        stored batch.
        """
        self._uow = uow
        self._spool = spool
        self._store_spool_file = store_spool_file
        self._is_durable = is_durable
        self._count_batch = count_batch
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
            with self._uow.all_channels():
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
            with self._uow.all_channels():
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
                log.exception("lines of %s after byte %s were refused by the store", file.name, offset)
        with self._uow.all_channels():
            batch = self._store_spool_file.drop_next(file, offset)
        self._count_batch(batch)
        return batch

    def _store_next(self, file: SpoolFile, offset: int, max_lines: int | None) -> RecordBatch | None:
        with self._uow.all_channels():
            batch = self._store_spool_file.store_next(file, offset, max_lines)
        if batch:
            self._count_batch(batch)
        return batch
