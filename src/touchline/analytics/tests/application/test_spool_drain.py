"""Transactions of the spool drain: one for each batch, and none of a rejected batch remains."""

from __future__ import annotations

import pytest

from touchline.analytics.application.ingest.spool_drain import SpoolDrain
from touchline.analytics.application.ingest.spool_files import StoreSpoolFile
from touchline.analytics.application.ingest.spool_reader import ReadRecordBatch
from touchline.analytics.domain.payloads import BeaconType
from touchline.analytics.domain.records import AnalyticsEvent, RecordBatch
from touchline.analytics.ports.store import RecordsRejectedError, StoreUnavailableError
from touchline.analytics.tests.fakes import InMemoryAnalyticsStore
from touchline.analytics.tests.ingest_fakes import (
    AD_TOKENS,
    CHANNEL,
    NOON_MS,
    PAGE_VISIT,
    FakeAdViews,
    FakeProfileKeys,
    FakePseudonyms,
    FakeSpool,
    FakeUserAgentParser,
    create_marker,
    spool_line,
)
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory


class StrictStore(InMemoryAnalyticsStore):
    """A store that rejects visits of the page `/poison` after it stored a part of their batch."""

    def write(self, batch: RecordBatch) -> None:
        """Store the batch, then reject it if it has such a visit."""
        super().write(batch)
        if any(isinstance(record, AnalyticsEvent) and record.page == "/poison" for record in batch.records):
            raise RecordsRejectedError


class DrainHarness:
    """A drain over a spool with a visit of each page. `batches` are the counted batches."""

    def __init__(self, *pages: str) -> None:
        self.store, self.spool, self.batches = StrictStore(), FakeSpool(), list[RecordBatch]()
        for page in pages:
            self.spool.append(spool_line(BeaconType.EVENT, {**PAGE_VISIT, "page": page}))
        read_batch = ReadRecordBatch(
            FakeProfileKeys(prairie_key=CHANNEL),
            FakePseudonyms(),
            FakeUserAgentParser(),
            create_marker(),
            lambda: NOON_MS,
            AD_TOKENS,
        )
        self.uow = FakeUnitOfWorkFactory(self.store)
        self.drain = SpoolDrain(
            self.uow,
            self.spool,
            StoreSpoolFile(self.store, read_batch, FakeAdViews()),
            count_batch=self.batches.append,
        )


def test_a_batch_is_stored_in_one_transaction() -> None:
    harness = DrainHarness("/1", "/2")
    assert harness.drain.drain_own_files() == 2
    assert harness.uow.commits == ["all", "all"]
    assert [len(batch.records) for batch in harness.batches] == [2]


def test_a_rejected_line_is_dropped_and_the_others_are_stored() -> None:
    harness = DrainHarness("/1", "/poison", "/2")
    assert harness.drain.drain_own_files() == 2
    pages = [record.page for record in harness.store.records if isinstance(record, AnalyticsEvent)]
    assert (pages, harness.store.count_dropped(0)) == (["/1", "/2"], {"unreadable": 1})
    assert harness.uow.rollbacks


def test_an_unavailable_store_keeps_the_lines() -> None:
    harness = DrainHarness("/1")
    harness.store.is_unavailable = True
    with pytest.raises(StoreUnavailableError):
        harness.drain.drain_own_files()
    harness.store.is_unavailable = False
    assert harness.drain.drain_own_files() == 1
