"""Single games that are played later than they were to be stay open for those who bought them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from touchline.billing.application import follow_games
from touchline.billing.application.follow_games import FollowGames
from touchline.billing.domain.orders import Activity, Kind, Order
from touchline.billing.tests.orders import NOW
from touchline.billing.tests.samples import dollars
from touchline.billing.tests.shop import ADA, BOB, GAME, GRACE, Shop
from touchline.shared.ids import OrderId

DAY = timedelta(days=1)
START = NOW + 3 * DAY
"""When the shop's game starts; it is open for two days more."""


class Timetables:
    """`SoldGames` and `Timetable` over the shop; counts what is asked."""

    def __init__(self, shop: Shop) -> None:
        self.shop, self.asked, self.shows = shop, 0, True

    def orders(self, since: datetime, after: OrderId, limit: int) -> Sequence[Order]:
        """The kept orders, as they are."""
        self.asked += 1
        fits = (one for one in self.shop.orders.kept if one.id > after and one.product.kind is Kind.EVENT)
        return [replace(one) for one in fits if one.expires_at is None or one.expires_at >= since][:limit]

    def starts(self, event_ids: Collection[int]) -> Mapping[int, datetime]:
        """The game's, while it is shown."""
        self.asked += 1
        game = self.shop.shelf.game
        return {game.id: game.covered.starts_at} if self.shows and game.id in event_ids else {}


class Season:
    """A shop whose games move."""

    def __init__(self) -> None:
        self.shop = Shop(solo={"days": 2})
        self.times = Timetables(self.shop)
        self.follow = FollowGames(self.shop.orders, self.times, self.times, self.shop.clock)

    def move(self, starts_at: datetime) -> int:
        """The game starts then; how many orders followed."""
        self.shop.shelf.change(starts_at=starts_at)
        return self.work()

    def work(self) -> int:
        """What the job does."""
        moved, last = 0, OrderId(0)
        while (looked := self.follow.look(last)) is not None:
            for order_id, starts_at in looked.postponed:
                with self.shop.database.transaction(ADA.channel_id):
                    moved += self.follow(order_id, starts_at)
            last = looked.last
        return moved

    def activity(self, order: Order) -> Activity:
        """Whether an order opens the game now."""
        return self.shop.order(order.id).activity(self.shop.clock.now(), GRACE)


@pytest.fixture
def season() -> Season:
    return Season()


def test_a_game_that_is_postponed_beyond_its_days_is_open_again(season: Season) -> None:
    bought = season.shop.buy()
    season.shop.clock.set(START + 4 * DAY)
    assert season.activity(bought) is Activity.EXPIRED
    assert season.move(START + 5 * DAY) == 1
    after = season.shop.order(bought.id)
    assert (season.activity(after), after.expires_at) == (Activity.ACTIVE, START + 7 * DAY)
    assert (after.slot, after.version) == (f"event:{GAME}", bought.version + 1)


def test_looking_twice_moves_it_once_and_an_earlier_start_takes_nothing_away(season: Season) -> None:
    bought = season.shop.buy()
    assert season.move(START + DAY) == 1
    after = season.shop.order(bought.id)
    assert (season.work(), season.move(START - DAY)) == (0, 0)
    assert season.shop.order(bought.id) == after


def test_settling_again_takes_nothing_away(season: Season) -> None:
    bought = season.shop.buy()
    season.move(START + 9 * DAY)
    assert season.shop.settle(bought).expires_at == START + 11 * DAY


def test_what_was_given_back_stays_closed(season: Season) -> None:
    bought = season.shop.buy()
    season.shop.payments.give_back("ch_pi_1", dollars("13.50"), "re_1")
    before = season.shop.settle(bought)
    assert season.move(START + DAY) == 0
    assert season.shop.order(bought.id) == before


def test_what_is_given_back_between_the_look_and_the_move_stays_closed(season: Season) -> None:
    bought = season.shop.buy()
    season.shop.shelf.change(starts_at=START + DAY)
    looked = season.follow.look(OrderId(0))
    assert looked is not None
    season.shop.payments.give_back("ch_pi_1", dollars("13.50"), "re_1")
    before = season.shop.settle(bought)
    assert [season.follow(*one) for one in looked.postponed] == [False]
    assert season.shop.order(bought.id) == before


def test_a_game_that_was_bought_again_after_its_end_keeps_its_place_for_the_second_order(
    season: Season,
) -> None:
    first = season.shop.buy()
    season.shop.clock.set(START + 4 * DAY)
    second = season.shop.buy()
    assert season.shop.order(first.id).slot is None
    assert season.move(START + 9 * DAY) == 2
    slots = [season.shop.order(one.id).slot for one in (first, second)]
    assert slots == [None, f"event:{GAME}"]


def test_a_place_that_is_free_is_taken_again(season: Season) -> None:
    bought = season.shop.buy()
    season.shop.clock.set(START + 4 * DAY)
    season.shop.orders.kept[0].slot = None
    season.move(START + 5 * DAY)
    assert season.shop.order(bought.id).slot == f"event:{GAME}"


def test_a_viewer_who_is_forgotten_takes_no_place(season: Season) -> None:
    bought = season.shop.buy()
    season.shop.orders.forget_person(ADA.viewer)
    season.move(START + DAY)
    assert season.shop.order(bought.id).slot is None


def test_what_expired_long_ago_is_not_looked_at(season: Season) -> None:
    season.shop.buy()
    season.shop.clock.set(START + 93 * DAY)
    assert season.move(START + 100 * DAY) == 0


def test_many_orders_are_looked_at_in_parts_by_two_questions_each(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    for who in (ADA, BOB):
        season.shop.buy(who=who)
    season.work()
    assert season.times.asked == 2 + 1
    monkeypatch.setattr(follow_games, "AT_ONCE", 1)
    assert season.move(START + DAY) == 2


def test_a_game_that_is_not_shown_any_more_moves_nothing(season: Season) -> None:
    bought = season.shop.buy()
    season.times.shows = False
    assert season.move(START + DAY) == 0
    assert season.shop.order(bought.id) == bought
