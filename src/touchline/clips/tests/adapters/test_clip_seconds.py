"""How many seconds of clips an account makes in an hour is limited, before any work is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from touchline.clips.adapters.http.clips import TOO_MUCH_FOOTAGE
from touchline.clips.tests.adapters.conftest import wish
from touchline.clips.tests.adapters.scene import Scene
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House


@pytest.fixture
def film(scene: Scene) -> int:
    """The recording of the game `over`: 40 s."""
    return scene.film("over")


@pytest.fixture(autouse=True)
def a_minute(house: House) -> Iterator[None]:
    """An account may make 60 s of clips in an hour."""
    usual = house.settings.throttle_clip_seconds
    object.__setattr__(house.settings, "throttle_clip_seconds", 60)
    yield
    object.__setattr__(house.settings, "throttle_clip_seconds", usual)


def test_whoever_made_enough_is_refused_with_a_sentence_and_a_time(
    scene: Scene, ada: Visitor, bea: Visitor, film: int
) -> None:
    event = scene.event("over")
    for number in range(2):
        assert ada.post("/clip", **wish(event, film, name=f"{number}", duration=30)).status_code == 201
    before = scene.files("clips/")
    answer = ada.post("/clip", **wish(event, film, name="3", duration=30))
    assert answer.json is not None
    assert (answer.status_code, answer.json["message"]) == (429, TOO_MUCH_FOOTAGE)
    assert answer.json["code"] == "errors.throttled"
    assert 0 < int(answer.headers["Retry-After"]) <= 3600
    assert scene.files("clips/") == before
    scene.allow(bea, "clipping")
    assert bea.post("/clip", **wish(event, film, duration=30)).status_code == 201


def test_a_shorter_clip_that_still_fits_is_made(scene: Scene, ada: Visitor, film: int) -> None:
    event = scene.event("over")
    assert ada.post("/clip", **wish(event, film, name="1", duration=29.2)).status_code == 201
    assert ada.post("/clip", **wish(event, film, name="2", duration=31)).status_code == 429
    assert ada.post("/clip", **wish(event, film, name="3", duration=30)).status_code == 201
    assert ada.post("/clip", **wish(event, film, name="4", duration=1)).status_code == 429


@pytest.mark.parametrize("duration", ["long", None, [], {}, "NaN", "-Infinity", -5, 1e300, True])
def test_a_duration_that_is_none_is_refused_by_its_own_sentence(
    scene: Scene, ada: Visitor, film: int, save: Callable[..., Any], duration: object
) -> None:
    answer = ada.post("/clip", **{**wish(scene.event("over"), film), "duration": duration})
    assert answer.status_code in (422, 429)
