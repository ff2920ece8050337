"""Availability of library items: their time, blackouts, audio and devices."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from touchline.catalog.domain.access import AccessReason, Entitlement, EntitlementKind, Viewer
from touchline.catalog.domain.events.blackouts import Blackout
from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.domain.passes import PassType
from touchline.catalog.tests.samples import NOON
from touchline.shared.geo import EVERYWHERE
from touchline.shared.ids import LibraryItemId

DAY = timedelta(days=1)
VIDEO = LibraryItem(LibraryItemId(1), "film", {"en": "Film"}, NOON - 9 * DAY)
HELD = Entitlement(EntitlementKind.PURCHASED, streams=3)
ADA = Viewer(is_logged_in=True, country="CA")


@pytest.mark.parametrize(
    ("since", "until", "reason", "can_play", "available_at"),
    [
        (None, None, "purchased", True, None),
        (NOON + DAY, None, "not_started", False, NOON + DAY),
        (NOON, None, "purchased", True, None),
        (None, NOON + DAY, "purchased", True, None),
        (None, NOON, "no_replay", False, None),
        (NOON - DAY, NOON + DAY, "purchased", True, None),
    ],
)
def test_a_library_item_plays_in_its_time(
    since: datetime | None, until: datetime | None, reason: str, can_play: bool, available_at: datetime | None
) -> None:
    item = replace(VIDEO, pass_type=PassType.PAID, available_from=since, available_until=until)
    access = item.check_access(ADA, NOON, channel_geo=EVERYWHERE, entitlement=HELD)
    assert (access.reason, access.can_play) == (AccessReason(reason), can_play)
    assert access.available_at == available_at


@pytest.mark.parametrize(
    ("own", "channel", "reason"),
    [
        ((), (), "free"),
        ((Blackout(regions=("CA",), until=NOON + DAY),), (), "blackout"),
        ((), (Blackout(regions=("CA",), until=NOON + DAY),), "blackout"),
        ((Blackout(regions=("CA",)),), (), "geo_blocked"),
        ((Blackout(regions=("CA",), hours_after_end=24 * 30),), (), "blackout"),
        ((Blackout(regions=("CA",), hours_after_end=24),), (), "free"),
        ((Blackout(regions=("FR",)),), (), "free"),
    ],
)
def test_blackouts_of_the_item_and_the_channel_close_it(
    own: tuple[Blackout, ...], channel: tuple[Blackout, ...], reason: str
) -> None:
    item = replace(VIDEO, blackouts=own)
    access = item.check_access(ADA, NOON, channel_geo=EVERYWHERE, entitlement=None, channel_blackouts=channel)
    assert access.reason is AccessReason(reason)


def test_its_own_number_of_devices_replaces_that_of_the_pass() -> None:
    item = replace(VIDEO, pass_type=PassType.PAID)
    access = item.check_access(ADA, NOON, channel_geo=EVERYWHERE, entitlement=HELD)
    assert access.streams == 3
    access = replace(item, streams=1).check_access(ADA, NOON, channel_geo=EVERYWHERE, entitlement=HELD)
    assert access.streams == 1
    access = replace(VIDEO, streams=1).check_access(ADA, NOON, channel_geo=EVERYWHERE, entitlement=None)
    assert access.streams is None


def test_an_item_without_video_and_an_audio_pass_give_the_audio_alone() -> None:
    access = replace(VIDEO, has_video=False).check_access(ADA, NOON, channel_geo=EVERYWHERE, entitlement=None)
    assert access.can_play
    assert not access.can_watch
    paid = replace(VIDEO, pass_type=PassType.PAID)
    audio = replace(HELD, audio_only=True)
    assert paid.check_access(ADA, NOON, channel_geo=EVERYWHERE, entitlement=audio).audio_only
    assert VIDEO.check_access(ADA, NOON, channel_geo=EVERYWHERE, entitlement=audio).can_watch


def test_urls_end_with_the_time_of_the_item_or_its_next_blackout() -> None:
    assert VIDEO.get_playback_end(NOON, "CA") is None
    item = replace(VIDEO, available_until=NOON + DAY)
    assert item.get_playback_end(NOON, "CA") == NOON + DAY
    soon = Blackout(regions=("CA",), since=NOON + DAY / 2)
    assert item.get_playback_end(NOON, "CA", [soon]) == NOON + DAY / 2
