"""Fixtures: a channel with the small season of `season.py`, and two viewers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.engagement.tests.adapters.season import season as small_season
from touchline.engagement.tests.fakes import FakePush
from touchline.entrypoints.bootstrap import House
from touchline.platform.tests.db.stages import Stages

Apply = Callable[..., None]
PICTURE = {"url": "https://cdn.example.org/game.m3u8"}
Ids = Callable[[str, str], int]


@pytest.fixture
def apply(house: House) -> Apply:
    """`apply(channel, events=[…])` applies the small season to a channel, with sections replaced. Another
    site shows the picture of each game, so that the clock puts it on air."""

    def apply_to(channel: ChannelFacts, **changes: Any) -> None:
        season = small_season(**changes)
        season["events"] = [{**game, "live": PICTURE} for game in season["events"]]
        with house.container.database().transaction(channel.id):
            house.container.catalog.facade().apply_pack(season)

    return apply_to


@pytest.fixture
def season(stages: Stages, channel: ChannelFacts, apply: Apply) -> ChannelFacts:
    """The channel `prairie` with the small season."""
    stages.put("season of engagement", lambda: apply(channel))
    return channel


@pytest.fixture
def ids(house: House, season: ChannelFacts) -> Ids:
    """`ids("event", "on-now")`: the id of a thing of the season."""

    def of(kind: str, key: str) -> int:
        with house.container.database().transaction(season.id):
            found: int = house.container.catalog.facade().ids_by_key(kind)[key]
        return found

    return of


@pytest.fixture
def ada(visitor: Visitor) -> Visitor:
    """A viewer of `prairie`."""
    return visitor.register()


@pytest.fixture
def bea(visit: Callable[[ChannelFacts], Visitor], channel: ChannelFacts) -> Visitor:
    """Another viewer of `prairie`."""
    return visit(channel).register(email="bea@example.org", first_name="Bea")


@pytest.fixture
def push(house: House, monkeypatch: pytest.MonkeyPatch) -> FakePush:
    """The push services: what the house sends arrives here."""
    services = FakePush()
    monkeypatch.setattr(house.adapters.push(), "send", services.send)
    return services
