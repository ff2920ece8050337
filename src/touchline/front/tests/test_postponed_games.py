"""A game that is played later than it was to be stays open for who bought it, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from touchline.billing.application.follow_games import FOLLOW_GAMES
from touchline.billing.domain.orders import Grant, Kind, Order, Product, ProductStatus
from touchline.billing.domain.terms import Term
from touchline.billing.tests.orders import order
from touchline.billing.tests.samples import package, part
from touchline.catalog.tests.packs import event, pack_part
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId
from touchline.shared.jobs import Task

DAY = timedelta(days=1)
START = NOON + DAY
DAYS = 2
"""How long a game is open from its start."""


class Ground:
    """A channel with one paid game `final`, sold for two days from its start."""

    def __init__(self, house: House, channel: ChannelFacts, clock: FixedClock) -> None:
        self.house, self.channel, self.clock = house, channel, clock
        self.game = 0
        self._numbers = iter(range(1, 1000))

    def plan(self, starts_at: datetime, **changes: Any) -> None:
        """Apply the catalogue's part of a pack in which the game starts then."""
        catalog = self.house.container.catalog.facade()
        with self.house.container.database().transaction(self.channel.id):
            final = event("final", starts_at, **{"pass": "paid"} | changes)
            catalog.apply_pack(pack_part(events=[final]))
            solo = part(package("solo", type="event", categories=[], days=DAYS))
            self.house.container.billing.facade().apply_pack(solo, {"category": {}})
            self.game = catalog.ids_by_key("event")["final"]

    def sell(self, viewer: Visitor, **changes: Any) -> Order:
        """An order of the viewer for the game, paid at noon."""
        grant = Grant(
            capabilities=order().grant.capabilities,
            event_id=self.game,
            term=Term(days=DAYS, not_before=START),
        )
        made = order(
            uuid=str(next(self._numbers)),
            account_id=AccountId(viewer.data("/profile")["id"]),
            product=Product(kind=Kind.EVENT, id=self.game, name={"en": "Final"}),
            grant=grant,
        )
        made.pay(NOON, expires_at=grant.term.end(NOON))
        made = replace(made, **changes)
        with self.house.container.database().transaction(self.channel.id):
            assert self.house.container.billing.kept_orders().place(made)
        return made

    def now(self, made: Order) -> Order:
        """An order as it is kept."""
        with self.house.container.database().transaction(self.channel.id):
            kept: Order | None = self.house.container.billing.kept_orders().get(made.id)
        assert kept is not None
        return kept

    def work(self) -> None:
        """The job of the day."""
        self.house.runner.run(Task(FOLLOW_GAMES, ()))

    def has_access(self, viewer: Visitor) -> bool:
        """Whether the viewer may watch the game."""
        return bool(viewer.data(f"/events/{self.game}")["has_access"])


@pytest.fixture
def ground(house: House, channel: ChannelFacts, clock: FixedClock) -> Ground:
    made = Ground(house, channel, clock)
    made.plan(START)
    return made


@pytest.fixture
def viewer(visitor: Visitor) -> Visitor:
    """A viewer of `prairie`."""
    return visitor.register()


def test_a_game_that_is_postponed_beyond_its_days_can_be_watched_by_who_bought_it(
    ground: Ground, viewer: Visitor
) -> None:
    bought = ground.sell(viewer)
    assert ground.has_access(viewer)
    ground.clock.set(START + 5 * DAY)
    ground.plan(START + 6 * DAY)
    assert not ground.has_access(viewer)
    ground.work()
    assert ground.has_access(viewer)
    after = ground.now(bought)
    assert (after.expires_at, after.slot) == (START + 8 * DAY, f"event:{ground.game}")
    ground.work()
    assert ground.now(bought) == after
    ground.clock.set(START + 8 * DAY)
    assert not ground.has_access(viewer)


def test_a_game_that_is_not_shown_moves_nothing_and_one_that_costs_nothing_any_more_does(
    ground: Ground, viewer: Visitor
) -> None:
    bought = ground.sell(viewer)
    ground.plan(START + 9 * DAY)
    catalog = ground.house.container.catalog.facade()
    with ground.house.container.database().transaction(ground.channel.id):
        catalog.apply_pack(pack_part(events=[event("another", START)]))
        another = catalog.ids_by_key("event")["another"]
        assert catalog.event_starts([ground.game, another]) == {another: START}
        assert catalog.event_starts([ground.game]) == {}
    ground.work()
    after = ground.now(bought)
    assert (after.expires_at, after.product_status) == (bought.expires_at, ProductStatus.WITHDRAWN)
    ground.plan(START + DAY, **{"pass": "free"})
    ground.work()
    assert ground.now(bought).expires_at == START + 3 * DAY


def test_the_orders_of_another_channel_follow_their_own_games(
    ground: Ground, viewer: Visitor, other_channel: ChannelFacts, visit: Callable[[ChannelFacts], Visitor]
) -> None:
    bought = ground.sell(viewer)
    other = Ground(ground.house, other_channel, ground.clock)
    other.plan(START)
    theirs = other.sell(visit(other_channel).register(email="zoe@example.org"), uuid="theirs")
    other.plan(START + DAY)
    ground.work()
    assert (ground.now(bought), other.now(theirs).expires_at) == (bought, START + 3 * DAY)
