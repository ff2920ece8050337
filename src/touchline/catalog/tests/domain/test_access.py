"""Tests of the access rules and their reasons (api.md, "Closed questions", Catalog)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.catalog.domain.access import AccessReason, Entitlement, EntitlementKind, Viewer
from touchline.catalog.domain.events.status import StreamState
from touchline.catalog.domain.passes import PassType
from touchline.catalog.tests.samples import NOON, build_event, build_library_item
from touchline.shared.geo import EVERYWHERE, GeoRule

VISITOR, VIEWER = Viewer(is_logged_in=False, country="US"), Viewer(is_logged_in=True, country="US")
BEFORE = NOON - timedelta(hours=1)


@pytest.mark.parametrize(
    ("pass_type", "viewer", "entitlement_kind", "granted", "reason"),
    [
        (PassType.FREE, VISITOR, None, True, "free"),
        (PassType.FREE, VIEWER, EntitlementKind.SUBSCRIBED, True, "free"),
        (PassType.REGISTER, VISITOR, None, False, "login_required"),
        (PassType.REGISTER, VIEWER, None, True, "registered"),
        (PassType.PAID, VISITOR, None, False, "login_required"),
        (PassType.PAID, VIEWER, None, False, "purchase_required"),
        (PassType.PAID, VIEWER, EntitlementKind.PURCHASED, True, "purchased"),
        (PassType.PAID, VIEWER, EntitlementKind.SUBSCRIBED, True, "subscribed"),
        (PassType.PPV, VISITOR, None, False, "login_required"),
        (PassType.PPV, VIEWER, None, False, "purchase_required"),
        (PassType.PPV, VIEWER, EntitlementKind.PURCHASED, True, "purchased"),
    ],
)
def test_each_pass_type_opens_to_viewers_who_meet_its_requirements(
    pass_type: PassType, viewer: Viewer, entitlement_kind: EntitlementKind | None, granted: bool, reason: str
) -> None:
    result = build_event(pass_type=pass_type).check_access(
        viewer,
        NOON,
        channel_geo=EVERYWHERE,
        entitlement=Entitlement(entitlement_kind) if entitlement_kind else None,
    )
    assert (result.is_granted, result.reason.value, result.can_play) == (granted, reason, granted)


def test_before_the_start_there_is_access_but_no_playback() -> None:
    result = build_event().check_access(VISITOR, BEFORE, channel_geo=EVERYWHERE, entitlement=None)
    assert (result.is_granted, result.reason, result.can_play) == (True, AccessReason.NOT_STARTED, False)


def test_access_refusals_take_precedence_over_not_started() -> None:
    paid = build_event(pass_type=PassType.PAID)
    result = paid.check_access(VISITOR, BEFORE, channel_geo=EVERYWHERE, entitlement=None)
    assert (result.is_granted, result.reason) == (False, AccessReason.LOGIN_REQUIRED)


def test_an_early_stream_is_playable_before_the_start() -> None:
    early = build_event(stream=StreamState(is_publishing=True))
    assert early.check_access(VISITOR, BEFORE, channel_geo=EVERYWHERE, entitlement=None).can_play


def test_a_geo_block_takes_precedence_over_a_purchase_requirement() -> None:
    abroad = Viewer(is_logged_in=False, country="FR")
    paid = build_event(pass_type=PassType.PAID, geo=GeoRule(allow=("US", "CA")))
    result = paid.check_access(abroad, BEFORE, channel_geo=EVERYWHERE, entitlement=None)
    assert (result.is_granted, result.reason) == (False, AccessReason.GEO_BLOCKED)


def test_the_channel_geo_rule_applies_to_every_event_and_library_item() -> None:
    canada = GeoRule(allow=("CA",))
    assert (
        build_event().check_access(VISITOR, NOON, channel_geo=canada, entitlement=None).reason
        is AccessReason.GEO_BLOCKED
    )
    assert (
        build_library_item().check_access(VISITOR, NOON, channel_geo=canada, entitlement=None).reason
        is AccessReason.GEO_BLOCKED
    )
    assert build_library_item().check_access(VISITOR, NOON, channel_geo=EVERYWHERE, entitlement=None).can_play
