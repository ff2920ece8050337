"""Ingestion: beacons are spooled, stored, and deleted after the retention period."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from touchline.analytics.application.data_retention import PruneExpiredRecords
from touchline.analytics.application.erasure import ErasePseudonyms
from touchline.analytics.application.ingest.beacons import IngestBeacon
from touchline.analytics.application.ingest.spool_files import StoreSpoolFile
from touchline.analytics.application.ingest.spool_reader import ReadRecordBatch
from touchline.analytics.domain.payloads import BeaconType
from touchline.analytics.domain.records import AnalyticsEvent, RecordBatch, Visitor
from touchline.analytics.domain.spool_lines import DroppedBeacons, SpooledBeacon, parse_line
from touchline.analytics.ports.store import StoreUnavailableError
from touchline.analytics.tests.fakes import InMemoryAnalyticsStore
from touchline.analytics.tests.ingest_fakes import (
    AD_TOKENS,
    CHANNEL,
    CHROME,
    NOON_MS,
    PAGE_VISIT,
    SESSION_HASH,
    FakeAdViews,
    FakeCountries,
    FakeProfileKeys,
    FakePseudonyms,
    FakeSessionUsages,
    FakeSpool,
    FakeSpoolFile,
    FakeUserAgentParser,
    create_marker,
    spool_line,
    unlimited,
)
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory

IP = "203.0.113.77"


@pytest.fixture
def spool() -> FakeSpool:
    return FakeSpool()


@pytest.fixture
def store() -> InMemoryAnalyticsStore:
    return InMemoryAnalyticsStore()


@pytest.fixture
def store_spool_file(store: InMemoryAnalyticsStore) -> StoreSpoolFile:
    read_batch = ReadRecordBatch(
        FakeProfileKeys(prairie_key=CHANNEL),
        FakePseudonyms(),
        FakeUserAgentParser(),
        create_marker(),
        lambda: NOON_MS,
        AD_TOKENS,
    )
    return StoreSpoolFile(store, read_batch, FakeAdViews())


def test_a_beacon_is_one_line_without_an_ip_address(spool: FakeSpool) -> None:
    countries = FakeCountries("CA")
    IngestBeacon(spool, countries, unlimited(), lambda: NOON_MS)(
        BeaconType.EVENT, b"what came", IP, {"User-Agent": CHROME}
    )
    assert countries.requested_ips == ["203.0.113.0"]
    (text,) = spool.written
    assert parse_line(text) == SpooledBeacon(BeaconType.EVENT, NOON_MS, "CA", CHROME, "what came")
    assert b"203.0" not in text


def test_a_beacon_without_country_and_user_agent_is_accepted(spool: FakeSpool) -> None:
    IngestBeacon(spool, FakeCountries(None), unlimited(), lambda: NOON_MS)(BeaconType.VIDEO, b"", "", {})
    assert parse_line(spool.written[0]) == SpooledBeacon(BeaconType.VIDEO, NOON_MS, "", "", "")


def test_a_full_spool_raises_nothing(spool: FakeSpool) -> None:
    spool.is_full = True
    IngestBeacon(spool, FakeCountries(), unlimited(), lambda: NOON_MS)(BeaconType.VIDEO, b"", IP, {})
    assert spool.written == []


def test_an_oversized_beacon_is_counted(spool: FakeSpool) -> None:
    IngestBeacon(spool, FakeCountries(), unlimited(), lambda: NOON_MS).count_too_large()
    found = parse_line(spool.written[0])
    assert isinstance(found, DroppedBeacons) and (found.reason, found.count) == ("too_large", 1)


def test_a_file_is_stored_from_its_offset(
    store_spool_file: StoreSpoolFile, store: InMemoryAnalyticsStore
) -> None:
    file = FakeSpoolFile(
        spool_line(BeaconType.EVENT, PAGE_VISIT), spool_line(BeaconType.EVENT, [PAGE_VISIT, PAGE_VISIT])
    )
    first = store_spool_file.store_next(file, store_spool_file.get_offset(file), max_lines=1)
    assert first is not None and len(store.records) == 1
    assert store_spool_file.get_offset(file) == first.last
    second = store_spool_file.store_next(file, first.last)
    assert second is not None and second.last == file.size_bytes()
    assert len(store.records) == 3
    assert store_spool_file.store_next(file, second.last) is None
    store_spool_file.delete_offset(file)
    assert store_spool_file.get_offset(file) == 0


def test_a_rejected_line_is_counted(store_spool_file: StoreSpoolFile, store: InMemoryAnalyticsStore) -> None:
    file = FakeSpoolFile(spool_line(BeaconType.EVENT, PAGE_VISIT), spool_line(BeaconType.EVENT, PAGE_VISIT))
    batch = store_spool_file.drop_next(file, 0)
    assert store_spool_file.get_offset(file) == batch.last == file.size_bytes() // 2
    assert (store.records, store.count_dropped(0)) == ([], {"unreadable": 1})


def test_no_offset_is_saved_while_the_store_is_unavailable(
    store_spool_file: StoreSpoolFile, store: InMemoryAnalyticsStore
) -> None:
    file = FakeSpoolFile(spool_line(BeaconType.EVENT, PAGE_VISIT))
    store.is_unavailable = True
    with pytest.raises(StoreUnavailableError):
        store_spool_file.store_next(file, 0)
    store.is_unavailable = False
    assert store_spool_file.get_offset(file) == 0


def test_a_pseudonym_is_erased_and_the_records_stay(store: InMemoryAnalyticsStore) -> None:
    pseudonyms = FakePseudonyms()
    pseudonym = pseudonyms.get_or_create(AccountId(4))
    store.write(
        RecordBatch(
            "a", 0, 1, (AnalyticsEvent(1, 100, Visitor(CHANNEL, SESSION_HASH, person=pseudonym), "login"),)
        )
    )
    pseudonyms.detach(AccountId(4))
    uow = FakeUnitOfWorkFactory()
    erase = ErasePseudonyms(uow, pseudonyms, store)
    assert pseudonyms.list_pending_erasures() == [(CHANNEL, pseudonym)]
    for _ in range(2):
        erase()
    assert uow.commits == ["all"] * 3
    assert [record.visitor.person for record in store.records] == [""]
    assert (pseudonyms.pseudonyms, pseudonyms.list_pending_erasures()) == ({}, [])


def test_an_unavailable_store_keeps_the_pending_erasure(store: InMemoryAnalyticsStore) -> None:
    pseudonyms = FakePseudonyms()
    pseudonym = pseudonyms.get_or_create(AccountId(4))
    pseudonyms.detach(AccountId(4))
    erase = ErasePseudonyms(FakeUnitOfWorkFactory(), pseudonyms, store)
    store.is_unavailable = True
    with pytest.raises(StoreUnavailableError):
        erase()
    assert pseudonyms.list_pending_erasures() == [(CHANNEL, pseudonym)]


def test_records_are_retained_for_the_configured_days(store: InMemoryAnalyticsStore) -> None:
    now = datetime(2026, 11, 21, 18, tzinfo=UTC)
    old, young = (int(now.timestamp()) - days * 86_400 for days in (31, 29))
    records = tuple(
        AnalyticsEvent(index, at, Visitor(CHANNEL, SESSION_HASH), "login")
        for index, at in enumerate((old, young))
    )
    store.write(RecordBatch("a", 0, 1, records))
    assert (
        PruneExpiredRecords(FakeUnitOfWorkFactory(), store, FakeSessionUsages(), FixedClock(now), 30)() == 1
    )
    assert [record.at for record in store.records] == [young]
