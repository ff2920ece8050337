"""Who may watch, and the one reason that is given (api.md, "Closed questions", Catalogue)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.catalog.domain.access import AccessReason, Holding, Viewer
from touchline.catalog.domain.passes import PassType
from touchline.catalog.domain.status import StreamState
from touchline.catalog.tests.samples import NOON, film, game
from touchline.shared.geo import EVERYWHERE, GeoRule

VISITOR, VIEWER = Viewer(logged_in=False, country="US"), Viewer(logged_in=True, country="US")
BEFORE = NOON - timedelta(hours=1)


@pytest.mark.parametrize(
    ("pass_type", "viewer", "holding", "granted", "reason"),
    [
        (PassType.FREE, VISITOR, None, True, "free"),
        (PassType.FREE, VIEWER, Holding.SUBSCRIBED, True, "free"),
        (PassType.REGISTER, VISITOR, None, False, "login_required"),
        (PassType.REGISTER, VIEWER, None, True, "registered"),
        (PassType.PAID, VISITOR, None, False, "login_required"),
        (PassType.PAID, VIEWER, None, False, "purchase_required"),
        (PassType.PAID, VIEWER, Holding.PURCHASED, True, "purchased"),
        (PassType.PAID, VIEWER, Holding.SUBSCRIBED, True, "subscribed"),
        (PassType.PPV, VISITOR, None, False, "login_required"),
        (PassType.PPV, VIEWER, None, False, "purchase_required"),
        (PassType.PPV, VIEWER, Holding.PURCHASED, True, "purchased"),
    ],
)
def test_each_pass_type_opens_to_those_who_have_what_it_asks(
    pass_type: PassType, viewer: Viewer, holding: Holding | None, granted: bool, reason: str
) -> None:
    found = game(pass_type=pass_type).access(viewer, NOON, channel_geo=EVERYWHERE, holding=holding)
    assert (found.granted, found.reason.value, found.may_play) == (granted, reason, granted)


def test_before_the_start_there_is_access_but_nothing_plays() -> None:
    found = game().access(VISITOR, BEFORE, channel_geo=EVERYWHERE, holding=None)
    assert (found.granted, found.reason, found.may_play) == (True, AccessReason.NOT_STARTED, False)


def test_what_stands_in_the_way_of_watching_is_named_before_not_started() -> None:
    paid = game(pass_type=PassType.PAID)
    found = paid.access(VISITOR, BEFORE, channel_geo=EVERYWHERE, holding=None)
    assert (found.granted, found.reason) == (False, AccessReason.LOGIN_REQUIRED)


def test_a_stream_that_publishes_early_plays_before_the_start() -> None:
    early = game(stream=StreamState(publishing=True))
    assert early.access(VISITOR, BEFORE, channel_geo=EVERYWHERE, holding=None).may_play


def test_a_blocked_region_is_named_before_anything_that_could_be_bought() -> None:
    abroad = Viewer(logged_in=False, country="FR")
    paid = game(pass_type=PassType.PAID, geo=GeoRule(allow=("US", "CA")))
    found = paid.access(abroad, BEFORE, channel_geo=EVERYWHERE, holding=None)
    assert (found.granted, found.reason) == (False, AccessReason.GEO_BLOCKED)


def test_the_channels_regions_count_for_every_event_and_library_item() -> None:
    canada = GeoRule(allow=("CA",))
    assert game().access(VISITOR, NOON, channel_geo=canada, holding=None).reason is AccessReason.GEO_BLOCKED
    assert film().access(VISITOR, channel_geo=canada, holding=None).reason is AccessReason.GEO_BLOCKED
    assert film().access(VISITOR, channel_geo=EVERYWHERE, holding=None).may_play
