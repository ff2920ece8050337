"""How much one session may report, and the tokens that say so."""

from __future__ import annotations

import pytest

from touchline.analytics.domain.facts import ThingKind, ViewFact, What
from touchline.analytics.domain.report_tokens import AHEAD_SECONDS, ReportTokens
from touchline.analytics.domain.session_usage import (
    FIRST_FRAME_POINTS,
    HOUR_POINTS,
    MINUTE_POINTS,
    WATCHED_SLACK_SECONDS,
    SessionUsage,
)
from touchline.analytics.tests.facts_made import visitor
from touchline.shared.ids import ChannelId

BEGAN = 1_795_284_000
SLACK = WATCHED_SLACK_SECONDS + AHEAD_SECONDS
GAME = (ThingKind.EVENT, 12)


def viewing(seconds: int) -> ViewFact:
    return ViewFact(1, BEGAN, visitor(), "view", *GAME, What.VIEWING, seconds=seconds)


def first_frame() -> ViewFact:
    return ViewFact(1, BEGAN, visitor(), "view", *GAME, What.FIRST_FRAME)


def pause() -> ViewFact:
    return ViewFact(1, BEGAN, visitor(), "view", *GAME, What.PAUSE)


def admitted(usage: SessionUsage, facts: list[ViewFact], received: int) -> int:
    return sum(usage.admit(fact, BEGAN, received) for fact in facts)


def test_nobody_watches_longer_than_time_has_passed() -> None:
    usage = SessionUsage(BEGAN)
    assert admitted(usage, [viewing(120)] * 10, BEGAN) == SLACK // 120
    assert usage.admit(viewing(120), BEGAN, BEGAN + 120)
    assert not usage.admit(viewing(1), BEGAN, BEGAN + 120)


def test_who_reports_every_ten_seconds_for_three_hours_counts_in_full() -> None:
    usage = SessionUsage(BEGAN)
    reports = [usage.admit(viewing(10), BEGAN, BEGAN + at) for at in range(10, 3 * 3600, 10)]
    assert all(reports)


def test_a_minute_and_an_hour_have_their_limits() -> None:
    usage = SessionUsage(BEGAN)
    assert admitted(usage, [pause()] * 200, BEGAN) == MINUTE_POINTS
    assert usage.admit(pause(), BEGAN, BEGAN + 60)
    found = sum(admitted(usage, [pause()] * 200, BEGAN + 60 * minute) for minute in range(2, 40))
    assert found + MINUTE_POINTS + 1 == HOUR_POINTS
    assert usage.admit(pause(), BEGAN, BEGAN + 3600)


def test_first_frames_cost_more_than_other_reports() -> None:
    usage = SessionUsage(BEGAN)
    assert admitted(usage, [first_frame()] * 50, BEGAN) == MINUTE_POINTS // FIRST_FRAME_POINTS


def test_a_report_that_arrives_late_opens_no_window_of_its_own() -> None:
    usage = SessionUsage(BEGAN)
    admitted(usage, [pause()] * MINUTE_POINTS, BEGAN + 120)
    assert not usage.admit(pause(), BEGAN, BEGAN)


def test_the_first_token_of_a_session_says_when_it_began() -> None:
    usage = SessionUsage(BEGAN)
    usage.admit(pause(), BEGAN - 500, BEGAN)
    assert usage.began == BEGAN - 500


@pytest.mark.parametrize(
    "wrong",
    [
        {"channel_id": ChannelId(2)},
        {"session": "another-session"},
        {"thing": (ThingKind.EVENT, 13)},
        {"thing": (ThingKind.VOD, 12)},
        {"thing": None},
        {"token": ""},
        {"token": "1.x"},
        {"token": "\u0661795284000." + "A" * 32},
    ],
    ids=str,
)
def test_a_token_is_for_one_channel_session_and_thing(wrong: dict[str, object]) -> None:
    tokens = ReportTokens(b"a secret")
    given = {"channel_id": ChannelId(1), "session": "a-session", "thing": GAME}
    token = tokens.issue(**given, now=BEGAN)  # type: ignore[arg-type]
    asked = {"token": token, **given, "received": BEGAN}
    assert tokens.issued_at(**asked) == BEGAN  # type: ignore[arg-type]
    assert tokens.issued_at(**{**asked, **wrong}) is None  # type: ignore[arg-type]
    assert ReportTokens(b"another").issued_at(**asked) is None  # type: ignore[arg-type]
