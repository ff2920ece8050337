"""Whatever is told becomes facts or counts, and nothing is raised.

They are no tests of the app, but take too long to be among those of use cases.
"""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as some

from touchline.analytics.application.read_lines import ReadLines
from touchline.analytics.domain.facts import Batch
from touchline.analytics.domain.payloads import Call
from touchline.analytics.ports.spool import Line
from touchline.analytics.tests.intake_fakes import (
    CHANNEL,
    KEY,
    NOON_MS,
    VISIT,
    WATCHED,
    FakeAgents,
    FakeFile,
    FakePeople,
    FakeProfiles,
    line,
    marker,
)


def reader() -> ReadLines:
    profiles = FakeProfiles(prairie_key=CHANNEL)
    return ReadLines(profiles, FakePeople(), FakeAgents(), marker(), lambda: NOON_MS)


def batch_of(*lines: bytes) -> Batch:
    file = FakeFile(*lines)
    return reader()(file.name, 0, file.lines(0))


ODD = some.one_of(
    some.none(),
    some.booleans(),
    some.integers(),
    some.integers(min_value=2**62, max_value=2**80),
    some.floats(),
    some.text(max_size=30),
    some.sampled_from(["\ud800", "a\x00b", "x" * 3000, "1", "https://[", "ada@example.org", KEY]),
)
VALUES = some.recursive(
    ODD,
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=9), inner),
    max_leaves=6,
)
NAMES = some.sampled_from(
    [*VISIT, *WATCHED, "at", "consent", "user_id", "event_id", "trk", "origin_url", "side"]
)
PAYLOADS = some.dictionaries(NAMES | some.text(max_size=9), VALUES, max_size=8).map(
    lambda said: {**VISIT, **WATCHED, "session": VISIT["session_uuid"], **said}
)


@settings(max_examples=200, deadline=None)
@given(call=some.sampled_from(Call), told=some.lists(PAYLOADS | VALUES, min_size=1, max_size=3))
def test_whatever_is_told_is_a_fact_or_counted(call: Call, told: list[Any]) -> None:
    batch = batch_of(line(call, told))
    reasons = {reason for _, reason in batch.dropped}
    whole = 1 if reasons == {"not_json"} else len(told)  # NaN makes JSON of none of it
    assert len(batch.facts) + sum(batch.dropped.values()) == whole
    assert "\x00" not in repr(batch.facts)
    str(batch.facts).encode("utf-8")


@settings(max_examples=150, deadline=None)
@given(body=some.binary(max_size=200))
def test_whatever_bytes_come_nothing_is_raised(body: bytes) -> None:
    batch = batch_of(line(Call.EVENT, body))
    assert not batch.facts
    assert sum(batch.dropped.values()) >= 1


@given(text=some.binary(max_size=80))
@settings(max_examples=100, deadline=None)
def test_whatever_stands_in_a_file_nothing_is_raised(text: bytes) -> None:
    batch = reader()("a", 0, [Line(0, len(text) + 1, text)])
    assert batch.last == len(text) + 1
