"""The hourly limit of clip seconds per account, checked before any work is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from touchline.clips.adapters.http.clips import CLIP_SECONDS_EXCEEDED
from touchline.clips.tests.adapters.conftest import clip_body
from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application


@pytest.fixture
def recording(scenario: ClipScenario) -> int:
    """Add a recording of 40 s to the event `over` and return its media ID."""
    return scenario.add_recording("over")


@pytest.fixture(autouse=True)
def save_minute(application: Application) -> Iterator[None]:
    """Limit each account to 60 s of clips per hour."""
    default_limit = application.settings.throttle_clip_seconds
    object.__setattr__(application.settings, "throttle_clip_seconds", 60)
    yield
    object.__setattr__(application.settings, "throttle_clip_seconds", default_limit)


def test_a_viewer_over_the_limit_gets_a_message_and_a_retry_time(
    scenario: ClipScenario, ada: Visitor, bea: Visitor, recording: int
) -> None:
    event = scenario.get_event_id("over")
    for number in range(2):
        assert (
            ada.post("/clip", **clip_body(event, recording, name=f"{number}", duration=30)).status_code == 201
        )
    before = scenario.list_files("clips/")
    response = ada.post("/clip", **clip_body(event, recording, name="3", duration=30))
    assert response.json is not None
    assert (response.status_code, response.json["message"]) == (429, CLIP_SECONDS_EXCEEDED)
    assert response.json["code"] == "errors.clip_minutes_exceeded"
    assert 0 < int(response.headers["Retry-After"]) <= 3600
    assert scenario.list_files("clips/") == before
    scenario.grant_pass(bea, "clipping")
    assert bea.post("/clip", **clip_body(event, recording, duration=30)).status_code == 201


def test_a_shorter_clip_that_still_fits_is_made(scenario: ClipScenario, ada: Visitor, recording: int) -> None:
    event = scenario.get_event_id("over")
    assert ada.post("/clip", **clip_body(event, recording, name="1", duration=29.2)).status_code == 201
    assert ada.post("/clip", **clip_body(event, recording, name="2", duration=31)).status_code == 429
    assert ada.post("/clip", **clip_body(event, recording, name="3", duration=30)).status_code == 201
    assert ada.post("/clip", **clip_body(event, recording, name="4", duration=1)).status_code == 429


@pytest.mark.parametrize("duration", ["long", None, [], {}, "NaN", "-Infinity", -5, 1e300, True])
def test_an_invalid_duration_has_its_own_message(
    scenario: ClipScenario, ada: Visitor, recording: int, save: Callable[..., Any], duration: object
) -> None:
    response = ada.post(
        "/clip", **{**clip_body(scenario.get_event_id("over"), recording), "duration": duration}
    )
    assert response.status_code in (422, 429)
