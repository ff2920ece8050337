"""Blackouts of a channel, a category and an event: the strictest one counts."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from touchline.catalog.domain.access import AccessReason, Viewer
from touchline.catalog.domain.events.blackouts import Blackout, combine_blackouts
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.status import StreamState
from touchline.catalog.domain.taxonomy import Category
from touchline.catalog.tests.samples import NOON
from touchline.shared.geo import EVERYWHERE
from touchline.shared.ids import CategoryId, EventId

HOUR = timedelta(hours=1)
CANADA = Viewer(False, "CA")
LIVE = Event(EventId(1), "live", NOON - HOUR, 2 * HOUR, stream=StreamState(is_publishing=True))
HOCKEY = Category(CategoryId(7), "hockey", {"en": "Hockey"})


def until(hours: int, *regions: str) -> tuple[Blackout, ...]:
    return (Blackout(regions=regions or ("CA",), until=NOON + hours * HOUR),)


FOREVER = (Blackout(regions=("CA",)),)
AFTER_END = (Blackout(regions=("CA",), hours_after_end=24),)
LATER = (Blackout(regions=("CA",), since=NOON + HOUR, until=NOON + 3 * HOUR),)


@pytest.mark.parametrize(
    ("channel", "category", "event", "reason", "opens_at"),
    [
        ((), (), (), "free", None),
        (until(1), (), (), "blackout", NOON + HOUR),
        ((), until(1), (), "blackout", NOON + HOUR),
        ((), (), until(1), "blackout", NOON + HOUR),
        (until(1), until(5), until(3), "blackout", NOON + 5 * HOUR),
        (until(5), until(1), until(1), "blackout", NOON + 5 * HOUR),
        (until(1), FOREVER, until(3), "geo_blocked", None),
        (FOREVER, (), until(3), "geo_blocked", None),
        ((), AFTER_END, until(3), "blackout", NOON + 25 * HOUR),
        (until(1), LATER, (), "blackout", NOON + 3 * HOUR),
        ((), LATER, (), "free", None),
        (until(1, "FR"), until(1, "US"), until(1, "MX"), "free", None),
        (until(9, "FR"), until(2), (), "blackout", NOON + 2 * HOUR),
    ],
)
def test_the_strictest_blackout_counts(
    channel: tuple[Blackout, ...],
    category: tuple[Blackout, ...],
    event: tuple[Blackout, ...],
    reason: str,
    opens_at: datetime | None,
) -> None:
    game = replace(LIVE, category=replace(HOCKEY, blackouts=category), blackouts=event)
    access = game.check_access(
        CANADA, NOON, channel_geo=EVERYWHERE, entitlement=None, channel_blackouts=channel
    )
    assert (access.reason, access.available_at) == (AccessReason(reason), opens_at)
    assert game.is_blocked_in("CA", NOON, EVERYWHERE, channel) is (reason != "free")


def test_the_order_of_levels_and_repeated_blackouts_change_nothing() -> None:
    assert combine_blackouts(until(1), until(5), until(1)) == (*until(1), *until(5))
    assert combine_blackouts() == ()


def test_urls_end_when_the_next_blackout_of_any_level_begins() -> None:
    game = replace(LIVE, category=replace(HOCKEY, blackouts=LATER))
    assert game.get_playback_end(NOON, "CA") == NOON + HOUR
    assert game.get_playback_end(NOON, "FR") is None
    assert LIVE.get_playback_end(NOON, "CA", LATER) == NOON + HOUR
    assert game.region_rule.block == ("CA",)


def test_a_sale_needs_something_left_outside_of_the_blackouts_of_all_levels() -> None:
    game = replace(LIVE, category=replace(HOCKEY, blackouts=until(3)))
    remainder = game.get_remainder(NOON, "CA")
    assert (remainder.live, remainder.replay) == (False, True)
    assert game.get_remainder(NOON, "CA", FOREVER).is_blacked_out
