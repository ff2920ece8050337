"""The event of a rehearsal opens for its viewer and for operators. Nobody else hears of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.channel.domain.operators.roles import Role
from touchline.entrypoints.bootstrap import Application
from touchline.front.tests.document.test_document_api import Operator, join
from touchline.shared.ids import ChannelId, EventId

__all__ = ["join"]
KEY = "rehearsal-0123456789abcdef01234567"


@pytest.fixture
def owner(join: Callable[[Role], Operator]) -> Operator:
    """Return an owner."""
    return join(Role.OWNER)


@pytest.fixture
def channel_id(owner: Operator, application: Application) -> ChannelId:
    """Return the channel of the owner."""
    container: Any = application.container
    with container.database().transaction(None, unscoped=True):
        found: ChannelId = container.channel.facade().find_channel("riverside").id
    return found


@pytest.fixture
def rehearsal(channel_id: ChannelId, application: Application) -> tuple[EventId, str]:
    """Return the event of a rehearsal, and the API key of its viewer."""
    container: Any = application.container
    with container.database().transaction(channel_id):
        event_id = container.catalog.facade().rehearsal_events.create(KEY, is_paid=True)
        viewer = container.channel.facade().rehearsal_viewers.create(KEY)
    return event_id, viewer.api_key


def get_status(owner: Operator, event_id: EventId, api_key: str) -> int:
    """Return the status of the event for the holder of a key."""
    headers = {"Authorization": f"Bearer {api_key}"}
    return owner.visitor.browser.get(f"/api/events/{event_id}", headers=headers).status_code


def test_its_viewer_and_operators_open_it_and_others_do_not(
    owner: Operator, rehearsal: tuple[EventId, str], join: Callable[[Role], Operator]
) -> None:
    event_id, api_key = rehearsal
    analyst = join(Role.ANALYST).visitor.api_key
    keys = (api_key, owner.visitor.api_key, analyst)
    assert [get_status(owner, event_id, key) for key in keys] == [200, 200, 404]


def test_it_is_in_no_list_document_or_revision(
    owner: Operator, channel_id: ChannelId, rehearsal: tuple[EventId, str], application: Application
) -> None:
    event_id, api_key = rehearsal
    headers = {"Authorization": f"Bearer {api_key}"}
    listed = owner.visitor.browser.get("/api/events?limit=50", headers=headers).json
    assert listed is not None
    assert event_id not in [event["id"] for event in listed["data"]]
    for path in ("/studio/events?limit=50", "/studio/entries/events"):
        assert KEY not in str(owner.data(path))
    assert KEY not in str(owner.data("/studio/today"))
    catalog: Any = application.container.catalog.facade()
    with application.container.database().transaction(channel_id):
        assert KEY not in str(catalog.export_pack())
        assert KEY not in catalog.list_ids_by_key("event")


def test_an_applied_pack_leaves_it_alone(
    owner: Operator, channel_id: ChannelId, rehearsal: tuple[EventId, str], application: Application
) -> None:
    catalog: Any = application.container.catalog.facade()
    with application.container.database().transaction(channel_id):
        catalog.apply_pack({**catalog.export_pack(), "language": "en"})
    assert get_status(owner, rehearsal[0], rehearsal[1]) == 200


def test_a_pack_cannot_make_one(owner: Operator) -> None:
    path = "/studio/entries/events/hawks-at-otters"
    entry = owner.data(path)
    value = {**entry["value"], "visibility": "rehearsal"}
    assert owner.call("PUT", path, value=value, version=entry["version"]).status_code == 422


def test_nobody_registers_with_the_address_of_a_rehearsal(owner: Operator) -> None:
    with pytest.raises(AssertionError):
        owner.visitor.register(email=f"{KEY}@rehearsal.invalid")


def test_the_address_of_a_removed_viewer_opens_nothing(
    owner: Operator, channel_id: ChannelId, rehearsal: tuple[EventId, str], application: Application
) -> None:
    container: Any = application.container
    with container.database().transaction(channel_id):
        container.channel.facade().rehearsal_viewers.remove(KEY)
    assert get_status(owner, *rehearsal) == 403
