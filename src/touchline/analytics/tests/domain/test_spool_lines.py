"""The format of lines in spool files."""

from __future__ import annotations

import pytest

from touchline.analytics.domain.drop_reasons import DropReason, InvalidPayloadError
from touchline.analytics.domain.payloads import BeaconType
from touchline.analytics.domain.spool_lines import (
    DroppedBeacons,
    SpooledBeacon,
    format_dropped_line,
    format_line,
    parse_line,
    record_id,
)
from touchline.analytics.tests.ingest_fakes import NOON_MS


def test_a_beacon_is_one_line_and_round_trips() -> None:
    body = '{"page":\r\n "/é\u2028"}'
    line = format_line(BeaconType.EVENT, NOON_MS, "US", "x" * 900, body.encode())
    assert line.count(b"\n") == 1 and line.endswith(b"\n")
    assert parse_line(line) == SpooledBeacon(BeaconType.EVENT, NOON_MS, "US", "x" * 300, body)


def test_bytes_that_are_not_text_become_surrogates() -> None:
    spooled = parse_line(format_line(BeaconType.EVENT, NOON_MS, "", "", b'"\xff"'))
    assert isinstance(spooled, SpooledBeacon) and spooled.body == '"\udcff"'


def test_dropped_beacons_are_written_with_their_count() -> None:
    line = format_dropped_line(DropReason.SPOOL_FULL, NOON_MS, 12)
    assert parse_line(line) == DroppedBeacons(DropReason.SPOOL_FULL, NOON_MS, 12)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b'["event", 1, "US"',
        b"{}",
        b"5",
        b'["other", 1, "", "", ""]',
        b'["event", "x", "", "", ""]',
        b"[" * 90_000,
        b"\xff",
    ],
    ids=["empty", "torn", "object", "number", "call", "time", "deep", "no-text"],
)
def test_a_partial_line_is_unreadable(line: bytes) -> None:
    with pytest.raises(InvalidPayloadError) as rejected:
        parse_line(line)
    assert rejected.value.reason is DropReason.UNREADABLE


def test_a_record_id_depends_on_its_position() -> None:
    record_ids = {record_id(file, position) for file in ("a", "b") for position in range(500)}
    assert len(record_ids) == 1000
    assert record_id("a", 1) == record_id("a", 1)
    assert min(record_ids) >= 0 and max(record_ids) < 2**63
