"""Reading spool lines into records. Payloads are stored or counted, and no line raises an error."""

from __future__ import annotations

import pytest

from touchline.analytics.application.ingest.spool_reader import MAX_BATCH_RECORDS, ReadRecordBatch
from touchline.analytics.domain.drop_reasons import DropReason
from touchline.analytics.domain.payloads import BeaconType
from touchline.analytics.domain.records import AnalyticsEvent, PlaybackEvent, RecordBatch
from touchline.analytics.domain.spool_lines import format_dropped_line
from touchline.analytics.tests.ingest_fakes import (
    AD_TOKENS,
    CHANNEL,
    NOON_MS,
    PAGE_VISIT,
    VIEWING,
    FakeProfileKeys,
    FakePseudonyms,
    FakeSpoolFile,
    FakeUserAgentParser,
    create_marker,
    spool_line,
)
from touchline.shared.ids import AccountId, ChannelId

DAY = NOON_MS // 86_400_000


@pytest.fixture
def pseudonyms() -> FakePseudonyms:
    return FakePseudonyms()


@pytest.fixture
def read_batch(pseudonyms: FakePseudonyms) -> ReadRecordBatch:
    return reader(pseudonyms)


def reader(pseudonyms: FakePseudonyms) -> ReadRecordBatch:
    profiles = FakeProfileKeys(prairie_key=CHANNEL, other_key=ChannelId(2))
    return ReadRecordBatch(
        profiles, pseudonyms, FakeUserAgentParser(), create_marker(), lambda: NOON_MS, AD_TOKENS
    )


def read_payload_batch(read: ReadRecordBatch, *lines: bytes) -> RecordBatch:
    file = FakeSpoolFile(*lines)
    return read(file.name, 0, file.read_lines(0))


def test_each_payload_of_a_list_is_a_record_of_its_channel(read_batch: ReadRecordBatch) -> None:
    batch = read_payload_batch(
        read_batch,
        spool_line(BeaconType.EVENT, [PAGE_VISIT, {**PAGE_VISIT, "profile": "other-key"}]),
        spool_line(BeaconType.VIEWING, VIEWING),
    )
    assert [record.visitor.channel_id for record in batch.records] == [1, 2, 1]
    assert [type(record) for record in batch.records] == [AnalyticsEvent, AnalyticsEvent, PlaybackEvent]
    assert len({record.id for record in batch.records}) == 3
    assert (batch.first, batch.dropped) == (0, {})


def test_reading_a_line_again_gives_the_same_records(read_batch: ReadRecordBatch) -> None:
    lines = [spool_line(BeaconType.EVENT, [PAGE_VISIT, PAGE_VISIT]), spool_line(BeaconType.EVENT, PAGE_VISIT)]
    assert read_payload_batch(read_batch, *lines) == read_payload_batch(read_batch, *lines)
    second = FakeSpoolFile(*lines)
    later = read_batch(second.name, len(lines[0]), second.read_lines(len(lines[0])))
    assert later.records == read_payload_batch(read_batch, *lines).records[2:]


def test_a_batch_ends_with_a_line(read_batch: ReadRecordBatch) -> None:
    lines = [spool_line(BeaconType.EVENT, [PAGE_VISIT] * 50)] * (MAX_BATCH_RECORDS // 50 + 3)
    batch = read_payload_batch(read_batch, *lines)
    assert len(batch.records) == MAX_BATCH_RECORDS
    assert batch.last == MAX_BATCH_RECORDS // 50 * len(lines[0])


def test_records_of_bots_are_marked(read_batch: ReadRecordBatch) -> None:
    batch = read_payload_batch(
        read_batch,
        spool_line(BeaconType.EVENT, PAGE_VISIT),
        spool_line(BeaconType.EVENT, PAGE_VISIT, user_agent="a bot"),
    )
    assert [record.visitor.is_bot for record in batch.records] == [False, True]


def test_a_pseudonym_needs_consent_and_the_same_channel(
    read_batch: ReadRecordBatch, pseudonyms: FakePseudonyms
) -> None:
    pseudonyms.get_or_create(AccountId(4))
    with_consent = {**PAGE_VISIT, "user_id": 4, "consent": True}
    payload = [
        with_consent,
        {**with_consent, "consent": False},
        {**with_consent, "profile": "other-key"},
        {**with_consent, "user_id": 5},
    ]
    batch = read_payload_batch(read_batch, spool_line(BeaconType.EVENT, payload))
    assert [record.visitor.person for record in batch.records] == ["person-4", "", "", ""]


def test_dropped_payloads_are_counted_by_day_and_reason(read_batch: ReadRecordBatch) -> None:
    batch = read_payload_batch(
        read_batch,
        spool_line(
            BeaconType.EVENT,
            [5, {}, {**PAGE_VISIT, "profile": "nobody"}, {**PAGE_VISIT, "event": 1}, PAGE_VISIT],
        ),
        spool_line(BeaconType.EVENT, [PAGE_VISIT] * 51),
        spool_line(BeaconType.EVENT, b'{"page": NaN}', received_ms=NOON_MS - 86_400_000),
        format_dropped_line(DropReason.SPOOL_FULL, NOON_MS, 3),
        b"torn\n",
    )
    assert len(batch.records) == 1
    assert batch.dropped == {
        (DAY, "not_an_object"): 1,
        (DAY, "unknown_profile"): 2,
        (DAY, "wrong_type"): 1,
        (DAY, "too_many"): 1,
        (DAY - 1, "not_json"): 1,
        (DAY, "spool_full"): 3,
        (DAY, "unreadable"): 1,
    }
