"""What lies in the spool is stored, batch by batch."""

from __future__ import annotations

from itertools import islice

from touchline.analytics.application.ingest.spool_reader import ReadRecordBatch
from touchline.analytics.domain.records import RecordBatch
from touchline.analytics.ports.spool import SpoolFile
from touchline.analytics.ports.store import AnalyticsStore


class StoreSpoolFile:
    """One step with a file; the edge opens a transaction around each, and holds the file meanwhile."""

    def __init__(self, store: AnalyticsStore, read_batch: ReadRecordBatch) -> None:
        self._store = store
        self._read_batch = read_batch

    def get_offset(self, file: SpoolFile) -> int:
        """To which place the file was stored before."""
        return self._store.get_offset(file.name)

    def store_next(self, file: SpoolFile, offset: int, max_lines: int | None = None) -> RecordBatch | None:
        """Store the lines that come next, so many at most; None where there are none."""
        batch = self._read_batch(file.name, offset, islice(file.read_lines(offset), max_lines))
        if batch.last == offset:
            return None
        self._store.write(batch)
        return batch

    def drop_next(self, file: SpoolFile, offset: int) -> RecordBatch:
        """Count the line that comes next instead of storing it: one that the store refuses would stand before
        all others for ever."""
        line = next(file.read_lines(offset))
        batch = self._read_batch.drop_line(file.name, line)
        self._store.write(batch)
        return batch

    def delete_offset(self, file: SpoolFile) -> None:
        """The file is gone. It went first: a mark without a file does no harm, a file without its mark would
        be counted twice."""
        self._store.delete_offset(file.name)
