"""The app with payments: the stand-in for Stripe beside it, forgetting everything before each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from dependency_injector import providers

from adapters.payments.fake_stripe.running import Running
from touchline.billing.tests.samples import IDS
from touchline.channel.adapters.argon2_passwords import Argon2Passwords
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.base import Base
from touchline.platform.settings import Settings
from touchline.shared.clock import FixedClock

Sell = Callable[[ChannelFacts, dict[str, Any]], None]


@pytest.fixture(scope="session")
def shared_stand_in() -> Iterator[Running]:
    """The stand-in on a port of its own; it sends no notices."""
    with Running() as running:
        yield running


@pytest.fixture(scope="session")
def shared_house(
    database_url: str, tmp_path_factory: pytest.TempPathFactory, shared_stand_in: Running
) -> Iterator[House]:
    """The composed house of a database, which sells; jobs run at once and the clock stands still."""
    house = House(
        Settings(
            var=tmp_path_factory.mktemp("selling"),
            database_url=database_url,
            secret_key="a key that only tests have",
            queue="inline",
            development=True,
            payments="fake",
            fake_stripe_port=shared_stand_in.port,
        )
    )
    house.container.clock.override(providers.Singleton(FixedClock, NOON))
    house.container.channel.passwords.override(
        providers.Singleton(Argon2Passwords, passes=1, memory_kib=8, lanes=1)
    )
    Base.metadata.create_all(house.container.database().engine)
    yield house
    house.close()


@pytest.fixture
def stand_in(house: House, shared_stand_in: Running) -> Running:
    """The stand-in, of which nobody has asked anything yet."""
    shared_stand_in.reset()
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
