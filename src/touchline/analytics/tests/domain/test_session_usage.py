"""Limits on what one session may report, and the report tokens."""

from __future__ import annotations

import pytest

from touchline.analytics.domain.records import ContentKind, PlaybackEvent, PlaybackEventType
from touchline.analytics.domain.report_tokens import CLOCK_SKEW_SECONDS, ReportTokens
from touchline.analytics.domain.session_usage import (
    FIRST_FRAME_POINTS,
    MAX_HOUR_POINTS,
    MAX_MINUTE_POINTS,
    WATCHED_SLACK_SECONDS,
    SessionUsage,
)
from touchline.analytics.tests.record_builders import visitor
from touchline.shared.ids import ChannelId

BEGAN = 1_795_284_000
SLACK = WATCHED_SLACK_SECONDS + CLOCK_SKEW_SECONDS
EVENT = (ContentKind.EVENT, 12)


def viewing(seconds: int) -> PlaybackEvent:
    return PlaybackEvent(1, BEGAN, visitor(), "view", *EVENT, PlaybackEventType.VIEWING, seconds=seconds)


def first_frame() -> PlaybackEvent:
    return PlaybackEvent(1, BEGAN, visitor(), "view", *EVENT, PlaybackEventType.FIRST_FRAME)


def pause() -> PlaybackEvent:
    return PlaybackEvent(1, BEGAN, visitor(), "view", *EVENT, PlaybackEventType.PAUSE)


def count_admitted(usage: SessionUsage, records: list[PlaybackEvent], received_at: int) -> int:
    return sum(usage.admit(record, BEGAN, received_at) for record in records)


def test_watched_seconds_cannot_exceed_elapsed_time() -> None:
    usage = SessionUsage(BEGAN)
    assert count_admitted(usage, [viewing(120)] * 10, BEGAN) == SLACK // 120
    assert usage.admit(viewing(120), BEGAN, BEGAN + 120)
    assert not usage.admit(viewing(1), BEGAN, BEGAN + 120)


def test_regular_beacons_over_three_hours_all_count() -> None:
    usage = SessionUsage(BEGAN)
    reports = [usage.admit(viewing(10), BEGAN, BEGAN + at) for at in range(10, 3 * 3600, 10)]
    assert all(reports)


def test_a_minute_and_an_hour_have_their_limits() -> None:
    usage = SessionUsage(BEGAN)
    assert count_admitted(usage, [pause()] * 200, BEGAN) == MAX_MINUTE_POINTS
    assert usage.admit(pause(), BEGAN, BEGAN + 60)
    found = sum(count_admitted(usage, [pause()] * 200, BEGAN + 60 * minute) for minute in range(2, 40))
    assert found + MAX_MINUTE_POINTS + 1 == MAX_HOUR_POINTS
    assert usage.admit(pause(), BEGAN, BEGAN + 3600)


def test_first_frames_cost_more_than_other_reports() -> None:
    usage = SessionUsage(BEGAN)
    assert count_admitted(usage, [first_frame()] * 50, BEGAN) == MAX_MINUTE_POINTS // FIRST_FRAME_POINTS


def test_a_late_report_starts_no_new_window() -> None:
    usage = SessionUsage(BEGAN)
    count_admitted(usage, [pause()] * MAX_MINUTE_POINTS, BEGAN + 120)
    assert not usage.admit(pause(), BEGAN, BEGAN)


def test_the_first_token_defines_the_session_start() -> None:
    usage = SessionUsage(BEGAN)
    usage.admit(pause(), BEGAN - 500, BEGAN)
    assert usage.began == BEGAN - 500


@pytest.mark.parametrize(
    "other",
    [
        {"channel_id": ChannelId(2)},
        {"session": "another-session"},
        {"content": (ContentKind.EVENT, 13)},
        {"content": (ContentKind.LIBRARY_ITEM, 12)},
        {"content": None},
        {"token": ""},
        {"token": "1.x"},
        {"token": "\u0661795284000." + "A" * 32},
    ],
    ids=str,
)
def test_a_token_is_bound_to_channel_session_and_content(other: dict[str, object]) -> None:
    tokens = ReportTokens(b"a secret")
    arguments = {"channel_id": ChannelId(1), "session": "a-session", "content": EVENT}
    token = tokens.issue(**arguments, now=BEGAN)  # type: ignore[arg-type]
    requested = {"token": token, **arguments, "received_at": BEGAN}
    assert tokens.verify(**requested) == BEGAN  # type: ignore[arg-type]
    assert tokens.verify(**{**requested, **other}) is None  # type: ignore[arg-type]
    assert ReportTokens(b"another").verify(**requested) is None  # type: ignore[arg-type]
