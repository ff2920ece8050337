"""Fixtures of the tests of media."""

from __future__ import annotations

import pytest

from touchline.catalog.tests.adapters.media.test_uploads import add_operator
from touchline.channel.facade import ChannelDetails, Role
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application


@pytest.fixture
def producer(visitor: Visitor, application: Application, season: ChannelDetails) -> Visitor:
    """Return an operator who may edit media."""
    person = visitor.register(email="producer@example.org", phone="")
    add_operator(application, season, "producer@example.org", Role.PRODUCER)
    return person
