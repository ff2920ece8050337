"""Tokens of ad breaks, what their reports add, and reports that cannot be read."""

from __future__ import annotations

import base64
import random
from dataclasses import asdict
from datetime import date
from typing import Any

import pytest

from touchline.analytics.domain.drop_reasons import InvalidPayloadError
from touchline.analytics.domain.sponsors.ad_breaks import (
    TOKEN_SECONDS,
    AdBreak,
    AdEvent,
    AdProgress,
    AdTokens,
    break_seconds,
    to_progress,
)
from touchline.analytics.domain.sponsors.ad_payloads import parse_ad_report
from touchline.analytics.domain.sponsors.figures import AdFigures, count_progress, sum_figures
from touchline.shared.ids import ChannelId

CHANNEL, OTHER = ChannelId(1), ChannelId(2)
NOW = 1_795_284_000
TOKENS = AdTokens(b"a key that only tests have")
BREAK = AdBreak("A" * 20, 12, "harlan-feed", date(2026, 11, 21))
TOKEN = TOKENS.issue(CHANNEL, BREAK, NOW)


def test_a_token_carries_its_ad_break() -> None:
    assert TOKENS.verify(TOKEN, CHANNEL, NOW + 60) == BREAK


@pytest.mark.parametrize(
    ("channel_id", "received_at"), [(OTHER, NOW), (CHANNEL, NOW - 61), (CHANNEL, NOW + TOKEN_SECONDS)]
)
def test_a_token_counts_only_in_its_channel_and_time(channel_id: ChannelId, received_at: int) -> None:
    assert TOKENS.verify(TOKEN, channel_id, received_at) is None


def test_a_token_of_another_deployment_does_not_count() -> None:
    assert AdTokens(b"another key").verify(TOKEN, CHANNEL, NOW) is None


@pytest.mark.parametrize(
    "token", ["", ".", "a.b", TOKEN[:-4], TOKEN + "AAAA", "é.é", "\ud800.\ud800", TOKEN.replace(".", "")]
)
def test_anything_else_is_no_token(token: str) -> None:
    assert TOKENS.verify(token, CHANNEL, NOW) is None


def test_a_changed_sponsor_breaks_the_token() -> None:
    payload, _, signature = TOKEN.partition(".")
    forged = base64.urlsafe_b64encode(
        base64.urlsafe_b64decode(payload).replace(b"harlan-feed", b"cedar-ridge")
    ).decode()
    assert TOKENS.verify(f"{forged}.{signature}", CHANNEL, NOW) is None


def test_a_viewer_has_one_ad_break_before_an_event_in_a_while() -> None:
    def create(viewer: str = "account:5", event_id: int = 12, now: int = NOW) -> str:
        return TOKENS.create_break_id(CHANNEL, viewer, event_id, now, 3600)

    start = NOW - NOW % 3600
    assert create(now=start) == create(now=start + 3599)
    assert len({create(now=start), create(now=start + 3600), create("account:6"), create(event_id=13)}) == 4
    assert "account" not in create() and len(create()) == 20


@pytest.mark.parametrize(("minutes", "seconds"), [(0, 300), (5, 300), (30, 1800), (60, 3600), (10_080, 3600)])
def test_the_time_of_an_ad_break_is_within_five_minutes_and_one_hour(minutes: int, seconds: int) -> None:
    assert break_seconds(minutes) == seconds


@pytest.mark.parametrize(
    ("known", "event", "expected"),
    [
        (0, AdEvent.START, AdFigures(1)),
        (1, AdEvent.START, AdFigures()),
        (0, AdEvent.MIDPOINT, AdFigures(1, 1, 1)),
        (7, AdEvent.FIRST_QUARTILE, AdFigures()),
        (3, AdEvent.COMPLETE, AdFigures(0, 0, 1, 1, 1)),
        (31, AdEvent.CLICK, AdFigures(clicks=1)),
        (0, AdEvent.CLICK, AdFigures(1, clicks=1)),
        (63, AdEvent.COMPLETE, AdFigures()),
    ],
)
def test_a_report_adds_what_was_not_known(known: int, event: AdEvent, expected: AdFigures) -> None:
    assert count_progress(AdProgress(known), to_progress(event)) == expected


def test_reports_in_any_order_and_number_add_up_to_the_same_figures() -> None:
    generator = random.Random(7)  # noqa: S311
    for _ in range(200):
        events = generator.choices(list(AdEvent), k=generator.randint(1, 12))
        known, total = AdProgress(0), AdFigures()
        for event in events:
            total += count_progress(known, to_progress(event))
            known |= to_progress(event)
        assert total == count_progress(AdProgress(0), known)
        assert max(asdict(total).values()) == 1
        assert total.impressions >= total.first_quartile >= total.midpoint >= total.third_quartile
        assert total.third_quartile >= total.complete


def test_rates_are_shares_of_the_impressions() -> None:
    total = sum_figures([AdFigures(2, 2, 2, 1, 1, 0), AdFigures(1, 0, 0, 0, 0, 1)])
    assert (total.impressions, total.completion_rate, total.click_rate) == (3, 0.3333, 0.3333)
    assert (AdFigures().completion_rate, AdFigures().click_rate) == (0, 0)


def test_only_the_event_of_a_report_comes_from_the_browser() -> None:
    payload = {"event": "midpoint", "ad_token": TOKEN, "sponsor": "cedar-ridge", "day": "2020-01-01"}
    report = parse_ad_report(TOKENS, payload, CHANNEL, NOW * 1000)
    assert (report.ad_break, report.progress) == (BREAK, AdProgress(7))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"event": "watched"}, "unknown_event"),
        ({"event": None}, "unknown_event"),
        ({"event": 3}, "wrong_type"),
        ({"ad_token": None}, "no_ad_break"),
        ({"ad_token": "x" * 301}, "too_long"),
        ({"ad_token": TOKEN[:-1]}, "no_ad_break"),
    ],
)
def test_a_report_without_an_event_or_a_token_is_dropped(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidPayloadError) as rejected:
        parse_ad_report(TOKENS, {"event": "start", "ad_token": TOKEN, **changes}, CHANNEL, NOW * 1000)
    assert rejected.value.reason.value == reason
