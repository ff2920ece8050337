"""Fixtures: a channel with the small season of `season.py`, and two viewers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.engagement.tests.adapters.season import season as small_season
from touchline.engagement.tests.fakes import FakePushSender
from touchline.entrypoints.bootstrap import Application
from touchline.platform.tests.db.snapshots import DatabaseSnapshots

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
def push(application: Application, monkeypatch: pytest.MonkeyPatch) -> FakePushSender:
    """Replace the push services and return the fake that receives all pushes."""
    push_sender = FakePushSender()
    monkeypatch.setattr(application.adapters.push_sender(), "send", push_sender.send)
    return push_sender
