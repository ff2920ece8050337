"""What lies in the spool is stored, batch by batch."""

from __future__ import annotations

from itertools import islice

from touchline.analytics.application.read_lines import ReadLines
from touchline.analytics.domain.facts import Batch
from touchline.analytics.ports.spool import SpoolFile
from touchline.analytics.ports.store import AnalyticsStore


class TakeUp:
    """One step with a file; the edge opens a transaction around each, and holds the file meanwhile."""

    def __init__(self, store: AnalyticsStore, read: ReadLines) -> None:
        self._store = store
        self._read = read

    def mark(self, file: SpoolFile) -> int:
        """To which place the file was stored before."""
        return self._store.read_to(file.name)

    def store_next(self, file: SpoolFile, place: int, most: int | None = None) -> Batch | None:
        """Store the lines that come next, so many at most; None where there are none."""
        batch = self._read(file.name, place, islice(file.lines(place), most))
        if batch.last == place:
            return None
        self._store.write(batch)
        return batch

    def drop_next(self, file: SpoolFile, place: int) -> Batch:
        """Count the line that comes next instead of storing it: one that the store refuses would stand before
        all others for ever."""
        line = next(file.lines(place))
        batch = self._read.nothing_of(file.name, line)
        self._store.write(batch)
        return batch

    def forget(self, file: SpoolFile) -> None:
        """The file is gone. It went first: a mark without a file does no harm, a file without its mark would
        be counted twice."""
        self._store.forget_file(file.name)
