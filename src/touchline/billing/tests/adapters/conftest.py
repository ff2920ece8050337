"""The app with payments: the stand-in for Stripe beside it, forgetting everything before each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from adapters.payments.fake_stripe.running import Running
from touchline.billing.tests.samples import IDS
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House

Sell = Callable[[ChannelFacts, dict[str, Any]], None]


@pytest.fixture(scope="session")
def shared_stand_in() -> Iterator[Running]:
    """The stand-in on a port of its own; it sends no notices."""
    with Running() as running:
        yield running


@pytest.fixture
def shared_house(database_url: str, houses: Any, shared_stand_in: Running) -> House:
    """The composed house of a database, which sells."""
    house: House = houses.of(database_url, payments="fake", fake_stripe_port=shared_stand_in.port)
    return house


@pytest.fixture
def stand_in(house: House, shared_stand_in: Running) -> Running:
    """The stand-in, of which nobody has asked anything yet."""
    shared_stand_in.reset()
    shared_stand_in.fail_next(0)
    billing: Any = house.container.billing
    billing.counter.ask_to_settle()._asked.clear()
    return shared_stand_in


@pytest.fixture
def sell(house: House, transaction: Any) -> Sell:
    """`sell(channel, part)` applies a billing part to a channel."""

    def apply(channel: ChannelFacts, offers: dict[str, Any]) -> None:
        with transaction(channel.id):
            house.container.billing.facade().apply_pack(offers, IDS)

    return apply


@pytest.fixture
def ada(visitor: Visitor, stand_in: Running) -> Visitor:
    """A viewer of `prairie`."""
    return visitor.register()


@pytest.fixture
def bea(visit: Callable[[ChannelFacts], Visitor], channel: ChannelFacts, stand_in: Running) -> Visitor:
    """Another viewer of `prairie`."""
    return visit(channel).register(email="bea@example.org", first_name="Bea")
