"""Fixtures: a channel with the small season of `season.py`, and two viewers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.engagement.tests.adapters.browsers import subscription
from touchline.engagement.tests.adapters.scoring import Scorer, choose
from touchline.engagement.tests.adapters.season import season as small_season
from touchline.engagement.tests.fakes import FakePushSender
from touchline.entrypoints.bootstrap import Application
from touchline.platform.tests.db.snapshots import DatabaseSnapshots
from touchline.shared.clock import FixedClock

Apply = Callable[..., None]
LIVE_LINK = {"url": "https://cdn.example.org/game.m3u8"}
Ids = Callable[[str, str], int]


@pytest.fixture
def apply(application: Application) -> Apply:
    """Return `apply(channel, events=[…])`, which applies the small season with sections replaced.

    The stream of each event is on another site, so each event goes live at its start time.
    """

    def apply_to(channel: ChannelDetails, **changes: Any) -> None:
        season = small_season(**changes)
        season["events"] = [{**event, "live": LIVE_LINK} for event in season["events"]]
        with application.container.database().transaction(channel.id):
            application.container.catalog.facade().apply_pack(season)

    return apply_to


@pytest.fixture
def season(snapshots: DatabaseSnapshots, channel: ChannelDetails, apply: Apply) -> ChannelDetails:
    """Return the channel `prairie` with the small season."""
    snapshots.restore_or_create("season of engagement", lambda: apply(channel))
    return channel


@pytest.fixture
def ids(application: Application, season: ChannelDetails) -> Ids:
    """Return `ids("event", "on-now")`, which looks up the ID of an item of the season."""

    def get_id(kind: str, key: str) -> int:
        with application.container.database().transaction(season.id):
            item_id: int = application.container.catalog.facade().list_ids_by_key(kind)[key]
        return item_id

    return get_id


@pytest.fixture
def ada(visitor: Visitor) -> Visitor:
    """Return a viewer of `prairie`."""
    return visitor.register()


@pytest.fixture
def bea(visit: Callable[[ChannelDetails], Visitor], channel: ChannelDetails) -> Visitor:
    """Return another viewer of `prairie`."""
    return visit(channel).register(email="bea@example.org", first_name="Bea")


@pytest.fixture
def scorer(
    visit: Callable[[ChannelDetails], Visitor],
    application: Application,
    season: ChannelDetails,
    ids: Ids,
    clock: FixedClock,
) -> Scorer:
    """Return an operator who keeps the score of `on-now`, four minutes into the first period."""
    viewer = visit(season).register(email="olga@example.org", first_name="Olga")
    container: Any = application.container
    with container.database().transaction(season.id):
        container.channel.operator_admin().add("olga@example.org", unverified=True)
    clock.set(NOON)
    scorer = Scorer(viewer, ids("event", "on-now"), clock)
    scorer.add("clock_started")
    clock.advance(timedelta(minutes=4))
    return scorer


@pytest.fixture
def follower(ada: Visitor, ids: Ids) -> Visitor:
    """Return Ada, who chose score alerts for Cedar Hockey and has a phone."""
    choose(ada, ids("participant", "cedar-hockey"))
    assert ada.post("/push/subscription", **subscription("phone")).status_code == 204
    return ada


@pytest.fixture
def push(application: Application, monkeypatch: pytest.MonkeyPatch) -> FakePushSender:
    """Replace the push services and return the fake that receives all pushes."""
    push_sender = FakePushSender()
    monkeypatch.setattr(application.adapters.push_sender(), "send", push_sender.send)
    return push_sender
