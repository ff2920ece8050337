"""The viewers of an event's stream in the studio."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from touchline.analytics.application.reports.audience import CountStreamViewers
from touchline.analytics.domain.records import PlaybackEventType
from touchline.analytics.tests.fakes import InMemoryAnalyticsStore
from touchline.analytics.tests.record_builders import START, batch, playback_event, viewing
from touchline.analytics.tests.record_builders import visitor as viewer_record
from touchline.catalog.tests.samples import NOON
from touchline.channel.domain.operators.roles import Role
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.front.stream_viewers import ShowStreamViewers, StreamViewers
from touchline.shared.clock import FixedClock
from touchline.shared.ids import ChannelId

PATH = "/studio/events/over/stream/viewers"


@pytest.fixture
def join(
    application: Application, site: ChannelDetails, visit: Callable[[ChannelDetails], Visitor]
) -> Callable[[Role], Visitor]:
    """Return a function that returns an operator with a role."""

    def add(role: Role) -> Visitor:
        email = f"{role.value}@example.org"
        operator = visit(site).register(email=email)
        container: Any = application.container
        with container.database().transaction(site.id):
            container.channel.operator_admin().add(email, role, unverified=True)
        return operator

    return add


def test_viewers_and_stalled_viewers_of_the_last_minute_are_counted(
    join: Callable[[Role], Visitor], application: Application, site: ChannelDetails, ids: Any, clock: Any
) -> None:
    owner = join(Role.OWNER)
    assert owner.data(PATH) == {"viewers": 0, "stalled": 0}
    at, event_id = int(clock.now().timestamp()) - 30 - START, ids("event", "over")
    who = {name: viewer_record(name, channel_id=site.id) for name in ("ada", "bo")}
    container: Any = application.container
    with container.database().transaction(None, unscoped=True):
        container.analytics.store().write(
            batch(
                *(viewing(10, at, sender, thing_id=event_id) for sender in who.values()),
                playback_event(PlaybackEventType.STALL, at, who["bo"], thing_id=event_id),
            )
        )
    assert owner.data(PATH) == {"viewers": 2, "stalled": 1}


def test_viewers_are_unknown_while_the_store_is_away() -> None:
    store = InMemoryAnalyticsStore()
    store.is_unavailable = True
    catalog: Any = SimpleNamespace(list_ids_by_key=lambda _kind, keys: dict.fromkeys(keys, 5))
    show = ShowStreamViewers(catalog, CountStreamViewers(store, FixedClock(NOON)))
    caller: Any = SimpleNamespace(channel_id=ChannelId(1))
    assert show(caller, "over") == StreamViewers(viewers=None, stalled=None)


def test_an_unknown_event_is_404(join: Callable[[Role], Visitor]) -> None:
    assert join(Role.OWNER).get("/studio/events/unknown/stream/viewers").status_code == 404
