"""Stores spool files, batch by batch."""

from __future__ import annotations

from itertools import islice

from touchline.analytics.application.ingest.spool_reader import ReadRecordBatch
from touchline.analytics.domain.records import RecordBatch
from touchline.analytics.ports.sponsors import AdReportSink
from touchline.analytics.ports.spool import SpoolFile
from touchline.analytics.ports.store import AnalyticsStore


class StoreSpoolFile:
    """The steps of storing a spool file. The caller holds the file and opens a transaction for each step."""

    def __init__(self, store: AnalyticsStore, read_batch: ReadRecordBatch, ad_views: AdReportSink) -> None:
        self._store = store
        self._read_batch = read_batch
        self._ad_views = ad_views

    def get_offset(self, file: SpoolFile) -> int:
        """Return the offset up to which the file is stored."""
        return self._store.get_offset(file.name)

    def store_next(self, file: SpoolFile, offset: int, max_lines: int | None = None) -> RecordBatch | None:
        """Store the next lines, at most `max_lines`. Return None if there are none."""
        batch = self._read_batch(file.name, offset, islice(file.read_lines(offset), max_lines))
        if batch.last == offset:
            return None
        self._ad_views.add(batch.ad_reports)
        self._store.write(batch)
        return batch

    def drop_next(self, file: SpoolFile, offset: int) -> RecordBatch:
        """Count the next line as dropped instead of storing it.

        A line that the store rejects would block all following lines.
        """
        line = next(file.read_lines(offset))
        batch = self._read_batch.drop_line(file.name, line)
        self._store.write(batch)
        return batch

    def delete_offset(self, file: SpoolFile) -> None:
        """Delete the offset of a deleted file.

        The file is deleted first: an offset without a file is harmless, but a file without its offset would
        be counted twice.
        """
        self._store.delete_offset(file.name)
