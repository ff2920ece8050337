"""Fixtures of the tests of scoring: an operator, and the hockey game that is on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor

NOON_MS = int(NOON.timestamp() * 1000)


@pytest.fixture
def game_id(ids: Callable[[str, str], int]) -> int:
    """Return the id of the hockey game that is on."""
    return ids("event", "on-now")


@pytest.fixture
def phone(visit: Callable[[ChannelDetails], Visitor], season: ChannelDetails) -> Visitor:
    """Return somebody who has opened the site and has no account."""
    return visit(season)
