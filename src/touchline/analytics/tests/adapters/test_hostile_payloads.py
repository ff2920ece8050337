"""Property tests with hostile payloads. Every payload is stored or counted, and none raises an error.

They do not need the app. They are too slow for the use case tests.
"""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as some

from touchline.analytics.application.ingest.spool_reader import ReadRecordBatch
from touchline.analytics.domain.payloads import BeaconType
from touchline.analytics.domain.records import RecordBatch
from touchline.analytics.ports.spool import SpoolLine
from touchline.analytics.tests.ingest_fakes import (
    AD_TOKENS,
    CHANNEL,
    NOON_MS,
    PAGE_VISIT,
    PROFILE_KEY,
    VIEWING,
    FakeProfileKeys,
    FakePseudonyms,
    FakeSpoolFile,
    FakeUserAgentParser,
    create_marker,
    spool_line,
)


def reader() -> ReadRecordBatch:
    profiles = FakeProfileKeys(prairie_key=CHANNEL)
    return ReadRecordBatch(
        profiles, FakePseudonyms(), FakeUserAgentParser(), create_marker(), lambda: NOON_MS, AD_TOKENS
    )


def read_payload_batch(*lines: bytes) -> RecordBatch:
    file = FakeSpoolFile(*lines)
    return reader()(file.name, 0, file.read_lines(0))


ODD_TEXTS = some.one_of(
    some.none(),
    some.booleans(),
    some.integers(),
    some.integers(min_value=2**62, max_value=2**80),
    some.floats(),
    some.text(max_size=30),
    some.sampled_from(["\ud800", "a\x00b", "x" * 3000, "1", "https://[", "ada@example.org", PROFILE_KEY]),
)
VALUES = some.recursive(
    ODD_TEXTS,
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=9), inner),
    max_leaves=6,
)
NAMES = some.sampled_from(
    [*PAGE_VISIT, *VIEWING, "at", "consent", "user_id", "event_id", "trk", "origin_url", "side"]
)
PAYLOADS = some.dictionaries(NAMES | some.text(max_size=9), VALUES, max_size=8).map(
    lambda said: {**PAGE_VISIT, **VIEWING, "session": PAGE_VISIT["session_uuid"], **said}
)


@settings(max_examples=200, deadline=None)
@given(
    beacon_type=some.sampled_from(BeaconType), payload=some.lists(PAYLOADS | VALUES, min_size=1, max_size=3)
)
def test_every_payload_is_stored_or_counted(beacon_type: BeaconType, payload: list[Any]) -> None:
    batch = read_payload_batch(spool_line(beacon_type, payload))
    reasons = {reason for _, reason in batch.dropped}
    # one NaN makes the whole body invalid JSON
    expected_count = 1 if reasons == {"not_json"} else len(payload)
    assert len(batch.records) + sum(batch.dropped.values()) == expected_count
    assert "\x00" not in repr(batch.records)
    str(batch.records).encode("utf-8")


@settings(max_examples=150, deadline=None)
@given(body=some.binary(max_size=200))
def test_arbitrary_bytes_raise_nothing(body: bytes) -> None:
    batch = read_payload_batch(spool_line(BeaconType.EVENT, body))
    assert not batch.records
    assert sum(batch.dropped.values()) >= 1


@given(text=some.binary(max_size=80))
@settings(max_examples=100, deadline=None)
def test_arbitrary_file_contents_raise_nothing(text: bytes) -> None:
    batch = reader()("a", 0, [SpoolLine(0, len(text) + 1, text)])
    assert batch.last == len(text) + 1
