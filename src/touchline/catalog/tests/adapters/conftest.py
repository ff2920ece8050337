"""Fixtures: a channel with the small season of `pack_samples`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.catalog.facade import CatalogFacade
from touchline.catalog.tests.pack_samples import pack_part
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.tests.db.snapshots import DatabaseSnapshots
from touchline.shared.tests.machine import should_test_nginx

collect_ignore = [] if should_test_nginx() else ["test_live_nginx.py"]


@pytest.fixture
def catalog(application: Application) -> CatalogFacade:
    """Return the catalog facade."""
    facade: CatalogFacade = application.container.catalog.facade()
    return facade


@pytest.fixture
def apply(application: Application, catalog: CatalogFacade) -> Callable[..., None]:
    """Return `apply(channel, events=[…])`, which applies the small season with sections replaced."""

    def apply_to(channel: ChannelDetails, **changes: Any) -> None:
        with application.container.database().transaction(channel.id):
            catalog.apply_pack(pack_part(**changes))

    return apply_to


@pytest.fixture
def exported(application: Application, catalog: CatalogFacade) -> Callable[[ChannelDetails], dict[str, Any]]:
    """Return `exported(channel)`, which exports the channel's current catalog as the part of a pack."""

    def lookup(channel: ChannelDetails) -> dict[str, Any]:
        with application.container.database().transaction(channel.id):
            return catalog.export_pack()

    return lookup


@pytest.fixture
def season(
    snapshots: DatabaseSnapshots, channel: ChannelDetails, apply: Callable[..., None]
) -> ChannelDetails:
    """Return the channel `prairie` with the small season."""
    snapshots.restore_or_create("season", lambda: apply(channel))
    return channel


@pytest.fixture
def operator(visitor: Visitor, application: Application, season: ChannelDetails) -> Visitor:
    """Return an owner of the channel with the small season."""
    viewer = visitor.register()
    container: Any = application.container
    with container.database().transaction(season.id):
        container.channel.operator_admin().add(NEW_VIEWER["email"], unverified=True)
    return viewer


@pytest.fixture
def ids(
    application: Application, season: ChannelDetails, catalog: CatalogFacade
) -> Callable[[str, str], int]:
    """Return `ids("event", "on-now")`, which looks up the ID of an item of the season."""

    def lookup(kind: str, key: str) -> int:
        with application.container.database().transaction(season.id):
            return catalog.list_ids_by_key(kind)[key]

    return lookup
