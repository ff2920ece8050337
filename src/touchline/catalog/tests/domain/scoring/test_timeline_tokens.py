"""Tokens of timelines open one event of one channel until they expire."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.catalog.domain.scoring.timeline_tokens import (
    TimelineTokens,
    get_overlay_expiry,
    get_viewer_expiry,
)
from touchline.catalog.tests.samples import NOON, TIMELINE_TOKENS, build_event
from touchline.shared.ids import ChannelId, EventId

CHANNEL, EVENT = ChannelId(3), EventId(12)
LATER = NOON + timedelta(minutes=10)


def test_a_token_opens_its_event_until_it_expires() -> None:
    token = TIMELINE_TOKENS.issue(CHANNEL, EVENT, LATER)
    assert TIMELINE_TOKENS.is_valid(token, CHANNEL, EVENT, NOON)
    assert TIMELINE_TOKENS.is_valid(token, CHANNEL, EVENT, LATER - timedelta(seconds=1))
    assert not TIMELINE_TOKENS.is_valid(token, CHANNEL, EVENT, LATER)


def test_a_token_opens_no_other_event_and_no_event_of_another_channel() -> None:
    token = TIMELINE_TOKENS.issue(CHANNEL, EVENT, LATER)
    assert not TIMELINE_TOKENS.is_valid(token, CHANNEL, EventId(13), NOON)
    assert not TIMELINE_TOKENS.is_valid(token, ChannelId(4), EVENT, NOON)
    assert not TimelineTokens(b"other").is_valid(token, CHANNEL, EVENT, NOON)


def test_a_token_with_a_later_expiry_is_refused() -> None:
    expiry, _, signature = TIMELINE_TOKENS.issue(CHANNEL, EVENT, NOON).partition(".")
    assert not TIMELINE_TOKENS.is_valid(f"{int(expiry) + 3600}.{signature}", CHANNEL, EVENT, NOON)


@pytest.mark.parametrize("token", ["", ".", "1", "1.x", "x" * 64, "１.é", "\udcff.\udcff", "9" * 40 + ".a"])
def test_what_is_no_token_is_refused(token: str) -> None:
    assert not TIMELINE_TOKENS.is_valid(token, CHANNEL, EVENT, NOON)


def test_viewers_get_the_same_token_for_a_quarter_of_an_hour_and_it_ends_within_half_an_hour() -> None:
    expiries = [get_viewer_expiry(NOON + timedelta(minutes=minute)) - NOON for minute in (0, 7, 14, 15)]
    assert expiries == [timedelta(minutes=minutes) for minutes in (30, 30, 30, 45)]


def test_an_overlay_ends_a_day_after_the_event() -> None:
    event = build_event()
    assert get_overlay_expiry(event, NOON) == event.ends_at + timedelta(hours=24)
    late = event.ends_at + timedelta(days=3)
    assert get_overlay_expiry(event, late) == late + timedelta(hours=24)
