"""The lines of a spool file."""

from __future__ import annotations

import pytest

from touchline.analytics.domain.dropping import Reason, Unfit
from touchline.analytics.domain.lines import Left, ReceivedCall, line_of, line_of_left, number_of, read_line
from touchline.analytics.domain.payloads import Call
from touchline.analytics.tests.intake_fakes import NOON_MS


def test_a_line_is_one_line_and_tells_what_came() -> None:
    body = '{"page":\r\n "/é\u2028"}'
    line = line_of(Call.EVENT, NOON_MS, "US", "x" * 900, body.encode())
    assert line.count(b"\n") == 1 and line.endswith(b"\n")
    assert read_line(line) == ReceivedCall(Call.EVENT, NOON_MS, "US", "x" * 300, body)


def test_bytes_that_are_no_text_stay_apart() -> None:
    received = read_line(line_of(Call.EVENT, NOON_MS, "", "", b'"\xff"'))
    assert isinstance(received, ReceivedCall) and received.body == '"\udcff"'


def test_what_was_left_out_is_told_with_its_count() -> None:
    line = line_of_left(Reason.SPOOL_FULL, NOON_MS, 12)
    assert read_line(line) == Left(Reason.SPOOL_FULL, NOON_MS, 12)


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
def test_a_line_that_was_not_written_whole_is_unreadable(line: bytes) -> None:
    with pytest.raises(Unfit) as refused:
        read_line(line)
    assert refused.value.reason is Reason.UNREADABLE


def test_a_facts_number_is_its_places_own() -> None:
    numbers = {number_of(file, place) for file in ("a", "b") for place in range(500)}
    assert len(numbers) == 1000
    assert number_of("a", 1) == number_of("a", 1)
    assert min(numbers) >= 0 and max(numbers) < 2**63
