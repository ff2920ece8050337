"""Which created and changed events a pack announces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.catalog.adapters.sql.packs.pack_store import MAX_ANNOUNCED_IDS, SqlPackStore
from touchline.catalog.application.packs.apply_pack import ApplyPack
from touchline.catalog.events import EventsChanged, EventsCreated
from touchline.catalog.tests.ingest_harness import AnnouncedEvents
from touchline.catalog.tests.pack_samples import pack_part
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.session import current_session
from touchline.shared.events import DomainEvent

Apply = Callable[..., list[DomainEvent]]


@pytest.fixture
def announced_by(application: Application, channel: ChannelDetails) -> Apply:
    """Return `announced_by(events=[…])`, which applies a pack and returns what it announces."""

    def apply_pack(**changes: Any) -> list[DomainEvent]:
        catalog: Any = application.container.catalog
        announced = AnnouncedEvents()
        store = SqlPackStore(
            current_session, catalog.search_index(), application.container.clock(), announced
        )
        with application.container.database().transaction(channel.id):
            ApplyPack(store, catalog.media_items())(pack_part(**changes))
        return announced

    return apply_pack


def test_new_events_are_announced_once(announced_by: Apply) -> None:
    (created,) = announced_by()
    assert isinstance(created, EventsCreated)
    assert len(created.event_ids) == len(pack_part()["events"])
    assert announced_by() == []


def test_changed_and_withdrawn_events_are_announced(announced_by: Apply) -> None:
    announced_by()
    first, second, *others = pack_part()["events"]
    (changed,) = announced_by(events=[{**first, "label": "Final"}, second, *others])
    assert isinstance(changed, EventsChanged)
    assert len(changed.event_ids) == 1
    (withdrawn,) = announced_by(events=[{**first, "label": "Final"}, *others])
    assert isinstance(withdrawn, EventsChanged)
    assert len(withdrawn.event_ids) == 1 and withdrawn != changed
    (restored,) = announced_by(events=[{**first, "label": "Final"}, second, *others])
    assert restored == withdrawn


def test_many_events_are_announced_in_parts(announced_by: Apply) -> None:
    event = pack_part()["events"][0]
    many = [{**event, "key": f"game-{number}"} for number in range(MAX_ANNOUNCED_IDS + 1)]
    sizes = [
        len(created.event_ids) for created in announced_by(events=many) if isinstance(created, EventsCreated)
    ]
    assert sizes == [MAX_ANNOUNCED_IDS, 1]
