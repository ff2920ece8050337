"""Offers that include the live stream, the replay or both."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchline.billing.adapters.sql.order_mapping import to_grant
from touchline.billing.domain.checkout.orders import Grant, ProductKind
from touchline.billing.domain.coverage import CoveredEvent, EventAccess, PassType, get_event_access
from touchline.billing.domain.offers.offer_availability import EVERYTHING, Inclusion, OfferAvailability
from touchline.billing.domain.offers.offers import Capability
from touchline.billing.domain.offers.sale_refusals import ContentSupply, SaleRefusal, get_sale_refusal
from touchline.billing.tests.order_samples import NOW

HOUR = timedelta(hours=1)
LIVE_ONLY, REPLAY_ONLY = OfferAvailability(replay=False), OfferAvailability(live=False)
NEXT_DAY = OfferAvailability(live=False, replay_delay_hours=24)


@pytest.mark.parametrize(
    ("availability", "is_over", "after_end", "inclusion"),
    [
        (EVERYTHING, False, -HOUR, Inclusion.NOW),
        (EVERYTHING, True, HOUR, Inclusion.NOW),
        (LIVE_ONLY, False, -HOUR, Inclusion.NOW),
        (LIVE_ONLY, True, HOUR, Inclusion.NEVER),
        (REPLAY_ONLY, False, -HOUR, Inclusion.LATER),
        (REPLAY_ONLY, False, HOUR, Inclusion.LATER),
        (REPLAY_ONLY, True, 0 * HOUR, Inclusion.NOW),
        (NEXT_DAY, True, 24 * HOUR - timedelta(seconds=1), Inclusion.LATER),
        (NEXT_DAY, True, 24 * HOUR, Inclusion.NOW),
        (OfferAvailability(replay_delay_hours=24), False, -HOUR, Inclusion.NOW),
        (OfferAvailability(replay_delay_hours=24), True, HOUR, Inclusion.LATER),
        (EVERYTHING, True, -HOUR, Inclusion.NOW),
        (REPLAY_ONLY, True, -HOUR, Inclusion.NOW),
    ],
)
def test_an_offer_opens_what_it_includes(
    availability: OfferAvailability, is_over: bool, after_end: timedelta, inclusion: Inclusion
) -> None:
    assert availability.get_inclusion(NOW - after_end, NOW, is_over=is_over) is inclusion


_AVAILABILITIES = st.builds(
    OfferAvailability, live=st.booleans(), replay=st.booleans(), replay_delay_hours=st.integers(0, 48)
)
_RANK = [Inclusion.NEVER, Inclusion.LATER, Inclusion.NOW]


@given(_AVAILABILITIES, _AVAILABILITIES, st.booleans(), st.integers(-60, 60))
def test_a_wider_availability_never_takes_access_away(
    wide: OfferAvailability, narrow: OfferAvailability, is_over: bool, hours: int
) -> None:
    if not wide.includes(narrow):
        return
    ends_at = NOW - hours * HOUR
    before = narrow.get_inclusion(ends_at, NOW, is_over=is_over)
    assert _RANK.index(wide.get_inclusion(ends_at, NOW, is_over=is_over)) >= _RANK.index(before)


def build_event(**changes: object) -> CoveredEvent:
    """Return a paid event that ended an hour ago."""
    fields = {
        "id": 1,
        "pass_type": PassType.PAID,
        "category_id": 7,
        "participant_ids": (3, 4),
        "starts_at": NOW - 3 * HOUR,
        "ends_at": NOW - HOUR,
        "is_over": True,
    }
    return CoveredEvent(**(fields | changes))  # type: ignore[arg-type]


def build_grant(availability: OfferAvailability) -> Grant:
    """Return the grant of a pass for all events."""
    return Grant(capabilities=(Capability.WATCH,), availability=availability)


@given(st.lists(_AVAILABILITIES, max_size=3), _AVAILABILITIES, st.booleans())
def test_another_purchase_never_takes_access_away(
    held: list[OfferAvailability], another: OfferAvailability, is_over: bool
) -> None:
    event = build_event(is_over=is_over)

    def rank(availabilities: list[OfferAvailability]) -> int:
        grants = [(ProductKind.PACKAGE, build_grant(availability)) for availability in availabilities]
        access = get_event_access(grants, event, NOW)
        return _RANK.index(access.inclusion) if access else -1

    assert rank([*held, another]) >= rank(held)


def test_the_pass_that_opens_the_replay_first_counts() -> None:
    week = OfferAvailability(live=False, replay_delay_hours=168)
    grants = [(ProductKind.PACKAGE, build_grant(week)), (ProductKind.PACKAGE, build_grant(NEXT_DAY))]
    access = get_event_access(grants, build_event(), NOW)
    assert isinstance(access, EventAccess)
    assert (access.inclusion, access.opens_at) == (Inclusion.LATER, NOW + 23 * HOUR)


@pytest.mark.parametrize(
    ("availability", "has_live", "has_replay", "refusal"),
    [
        (EVERYTHING, False, True, None),
        (LIVE_ONLY, False, True, SaleRefusal.OPENS_NOTHING),
        (LIVE_ONLY, True, False, None),
        (REPLAY_ONLY, True, False, SaleRefusal.OPENS_NOTHING),
        (REPLAY_ONLY, True, True, None),
    ],
)
def test_an_offer_without_what_is_left_to_watch_is_not_sold(
    availability: OfferAvailability, has_live: bool, has_replay: bool, refusal: SaleRefusal | None
) -> None:
    event = build_event(has_live=has_live, has_replay=has_replay)
    assert get_sale_refusal(build_grant(availability), ContentSupply(events=(event,)), NOW) is refusal
    single = Grant(capabilities=(Capability.WATCH,), event_id=1, availability=availability)
    expected = SaleRefusal.NOT_INCLUDED if refusal else None
    assert get_sale_refusal(single, ContentSupply(events=(event,)), NOW) is expected


def test_an_order_from_before_the_setting_includes_everything() -> None:
    column = {"capabilities": ["watch"], "event_id": None, "category_ids": [], "participant_id": None}
    assert to_grant(column).availability == EVERYTHING
