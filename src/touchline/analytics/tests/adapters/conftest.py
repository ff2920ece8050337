"""Fixtures of the intake on the whole app."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import select

from touchline.analytics.adapters.spool import FolderSpool
from touchline.analytics.tests.intake_fakes import KEY
from touchline.channel.facade import ChannelFacts
from touchline.conftest import SETTINGS, channel_part
from touchline.entrypoints.bootstrap import House


@pytest.fixture
def counted(add_channel: Callable[..., ChannelFacts]) -> ChannelFacts:
    """The channel `prairie` with a profile key."""
    part = channel_part("prairie")["channel"]
    return add_channel("prairie", channel={**part, "settings": {**SETTINGS, "analytics_key": KEY}})


@pytest.fixture
def intake(house: House) -> Iterator[Any]:
    """The container of the intake; nothing lies in its spool before and after."""
    container: Any = house.container
    spool: FolderSpool = container.analytics.intake.spool()
    _empty(spool)
    yield container.analytics.intake
    _empty(spool)


def _empty(spool: FolderSpool) -> None:
    with spool.own() as files:
        for file in files:
            file.remove()
    spool._begin()
    for file in spool.orphans():
        file.remove()


@pytest.fixture
def rows(house: House) -> Callable[[type[Any]], list[Any]]:
    """`rows(table)`: what is stored, of all channels."""

    def read(table: type[Any]) -> list[Any]:
        with house.container.database().transaction(None, unscoped=True) as session:
            return list(session.scalars(select(table)))

    return read


@pytest.fixture
def dropped(house: House) -> Callable[[], dict[str, int]]:
    """`dropped()`: what was not kept, by reason."""

    def read() -> dict[str, int]:
        container: Any = house.container
        with container.database().transaction(None, unscoped=True):
            return dict(container.analytics.store().dropped(0))

    return read
