"""Offers of audio only."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from touchline.billing.domain.checkout.orders import Grant, ProductKind
from touchline.billing.domain.coverage import (
    EventScope,
    PassType,
    get_event_access,
    get_library_access,
)
from touchline.billing.domain.offers.offer_availability import EVERYTHING, Inclusion, OfferAvailability
from touchline.billing.domain.offers.offers import Capability

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
EVENT = EventScope(id=1, pass_type=PassType.PAID, category_id=7, participant_ids=())
AUDIO = OfferAvailability(audio_only=True)
REPLAY = OfferAvailability(live=False)


def hold(*availabilities: OfferAvailability) -> list[tuple[ProductKind, Grant]]:
    """Return packages that include everything but what their availability lacks."""
    capabilities = (Capability.WATCH, Capability.VOD_MEDIA)
    return [
        (ProductKind.PACKAGE, Grant(capabilities=capabilities, availability=availability))
        for availability in availabilities
    ]


@pytest.mark.parametrize(
    ("held", "is_over", "inclusion", "audio_only"),
    [
        ((AUDIO,), False, "now", True),
        ((AUDIO,), True, "now", True),
        ((AUDIO, EVERYTHING), False, "now", False),
        ((EVERYTHING, AUDIO), True, "now", False),
        ((AUDIO, REPLAY), False, "now", True),
        ((AUDIO, REPLAY), True, "now", False),
        ((replace(AUDIO, live=False),), False, "later", True),
        ((replace(AUDIO, replay=False), replace(AUDIO, live=False)), True, "now", True),
        ((replace(AUDIO, replay=False),), True, "never", True),
    ],
)
def test_one_purchase_with_video_is_enough_for_video(
    held: tuple[OfferAvailability, ...], is_over: bool, inclusion: str, audio_only: bool
) -> None:
    access = get_event_access(hold(*held), replace(EVENT, is_over=is_over), NOON)
    assert access is not None
    assert (access.inclusion, access.audio_only) == (Inclusion(inclusion), audio_only)


@pytest.mark.parametrize(
    ("held", "audio_only"), [((AUDIO,), True), ((AUDIO, EVERYTHING), False), ((EVERYTHING,), False)]
)
def test_an_audio_pass_opens_the_audio_of_the_library(
    held: tuple[OfferAvailability, ...], audio_only: bool
) -> None:
    access = get_library_access(hold(*held))
    assert access is not None
    assert access.audio_only is audio_only


def test_an_audio_offer_does_not_include_one_with_video() -> None:
    assert EVERYTHING.includes(AUDIO)
    assert AUDIO.includes(AUDIO)
    assert not AUDIO.includes(EVERYTHING)
    assert AUDIO.includes(EVERYTHING, has_video=False)


def test_a_stored_grant_from_before_audio_offers_includes_video() -> None:
    before = {"live": True, "replay": True, "replay_delay_hours": 0}
    assert OfferAvailability.from_dict(before) == EVERYTHING
    assert OfferAvailability.from_dict(AUDIO.to_dict()) == AUDIO
