"""Fixtures: a channel with the small season of `packs`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.catalog.facade import CatalogFacade
from touchline.catalog.tests.packs import pack_part
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House
from touchline.platform.tests.db.stages import Stages
from touchline.shared.tests.machine import nginx_is_wanted

collect_ignore = [] if nginx_is_wanted() else ["test_live_nginx.py"]


@pytest.fixture
def catalog(house: House) -> CatalogFacade:
    """The catalogue's facade."""
    facade: CatalogFacade = house.container.catalog.facade()
    return facade


@pytest.fixture
def apply(house: House, catalog: CatalogFacade) -> Callable[..., None]:
    """`apply(channel, events=[…])` applies the small season to a channel, with sections replaced."""

    def apply_to(channel: ChannelFacts, **changes: Any) -> None:
        with house.container.database().transaction(channel.id):
            catalog.apply_pack(pack_part(**changes))

    return apply_to


@pytest.fixture
def exported(house: House, catalog: CatalogFacade) -> Callable[[ChannelFacts], dict[str, Any]]:
    """`exported(channel)`: the part that would make the channel's present catalogue again."""

    def of(channel: ChannelFacts) -> dict[str, Any]:
        with house.container.database().transaction(channel.id):
            return catalog.export_pack()

    return of


@pytest.fixture
def season(stages: Stages, channel: ChannelFacts, apply: Callable[..., None]) -> ChannelFacts:
    """The channel `prairie` with the small season."""
    stages.put("season", lambda: apply(channel))
    return channel


@pytest.fixture
def ids(house: House, season: ChannelFacts, catalog: CatalogFacade) -> Callable[[str, str], int]:
    """`ids("event", "on-now")`: the id of a thing of the season."""

    def of(kind: str, key: str) -> int:
        with house.container.database().transaction(season.id):
            return catalog.ids_by_key(kind)[key]

    return of
