"""Several processes at the same till, on both databases: one order and one charge a thing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from decimal import Decimal
from threading import Barrier
from typing import Any

import pytest

from adapters.payments.fake_stripe.running import Running
from touchline.billing.adapters.till import Till
from touchline.billing.application.purchases import AlreadyBought, Purchase, UnderWay
from touchline.billing.domain.coupons import WrongPromoCode
from touchline.billing.domain.orders import Kind, Order
from touchline.billing.ports.orders import OrderFilter
from touchline.billing.tests.adapters.conftest import Sell
from touchline.billing.tests.samples import coupon, package, part
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.errors import TouchlineError
from touchline.shared.ids import AccountId, OrderId, SessionId
from touchline.shared.principal import Principal

pytestmark = pytest.mark.both_databases
PRESSES = 4
TWINS = 10
Press = Callable[[], OrderId]


@pytest.fixture
def till(house: House, sell: Sell, channel: ChannelFacts, stand_in: Running) -> Till:
    """The till of a channel that sells a season, and a code that is good for one use."""
    once = coupon("ONCE", percent=Decimal(50), limit=1)
    sell(channel, part(package("season"), package("second", categories=["soccer"]), coupons=(once,)))
    container: Any = house.container
    found: Till = container.billing.till.till()
    return found


def viewer(visitor: Visitor, channel: ChannelFacts) -> Principal:
    """Who pays."""
    account_id = AccountId(visitor.data("/profile")["id"])
    return Principal(channel.id, SessionId(0), account_id, "en", "US")


def season(visitor: Visitor, name: str = "Season", **more: Any) -> Purchase:
    """A press of Pay for a package."""
    (found,) = [one["id"] for one in visitor.data("/packages") if one["name"] == name]
    return Purchase(kind=Kind.PACKAGE, id=found, card="pm_card_visa", **more)


def all_at_once(presses: list[Press]) -> list[OrderId | TouchlineError]:
    """Every press in a thread of its own, begun at the same moment; what came of each."""
    ready = Barrier(len(presses))

    def pressed(press: Press) -> OrderId | TouchlineError:
        ready.wait(10)
        try:
            return press()
        except TouchlineError as refusal:
            return refusal

    with ThreadPoolExecutor(len(presses)) as threads:
        return list(threads.map(pressed, presses))


def orders_of(house: House, who: Principal) -> list[Order]:
    """All orders of a viewer."""
    with house.container.database().transaction(who.channel_id):
        return list(house.container.billing.kept_orders().of(who.viewer, OrderFilter(), 100, 0))


def charged(stand_in: Running) -> int:
    """How often money was taken."""
    return len([one for one in stand_in.client().v1.charges.list().data if one.paid])


@pytest.mark.parametrize("same_key", [True, False])
def test_presses_at_the_same_moment_are_one_order_and_one_charge(
    till: Till, ada: Visitor, channel: ChannelFacts, house: House, stand_in: Running, same_key: bool
) -> None:
    who = viewer(ada, channel)
    keys = [f"key-of-press-{0 if same_key else number}" for number in range(PRESSES)]
    wishes = [season(ada, key=key) for key in keys]
    came = all_at_once([lambda wish=wish: till.buy(wish, who) for wish in wishes])  # type: ignore[misc]
    (order,) = orders_of(house, who)
    assert (order.status, charged(stand_in)) == ("paid", 1)
    others = [one for one in came if one != order.id]
    assert len(others) < PRESSES
    assert all(isinstance(one, UnderWay | AlreadyBought) for one in others)


@pytest.mark.parametrize("card", ["pm_card_visa", "pm_card_authenticationRequired"])
def test_ten_requests_of_one_key_get_its_order_or_are_told_to_wait(
    till: Till, ada: Visitor, channel: ChannelFacts, house: House, stand_in: Running, card: str
) -> None:
    who = viewer(ada, channel)
    wanted = replace(season(ada, key="one-key-of-one-press"), card=card)
    came = all_at_once([lambda: till.buy(wanted, who)] * TWINS)
    (order,) = orders_of(house, who)
    assert all(one == order.id or isinstance(one, UnderWay) for one in came)
    assert order.status == ("paid" if card == "pm_card_visa" else "created")
    assert {till.buy(wanted, who) for _ in range(3)} == {order.id}
    assert charged(stand_in) == (1 if card == "pm_card_visa" else 0)


def test_a_code_that_is_good_once_is_used_once_by_two_viewers_at_the_same_moment(
    till: Till, ada: Visitor, bea: Visitor, channel: ChannelFacts, house: House, stand_in: Running
) -> None:
    both = [(viewer(one, channel), season(one, promo_code="ONCE")) for one in (ada, bea)]
    came = all_at_once([lambda who=who, wish=wish: till.buy(wish, who) for who, wish in both])  # type: ignore[misc]
    assert sorted(isinstance(one, WrongPromoCode) for one in came) == [False, True]
    assert sum(len(orders_of(house, who)) for who, _ in both) == charged(stand_in) == 1


def test_two_viewers_and_two_things_do_not_wait_for_each_other(
    till: Till, ada: Visitor, bea: Visitor, channel: ChannelFacts, house: House, stand_in: Running
) -> None:
    wishes = [
        (viewer(one, channel), season(one, name)) for one in (ada, bea) for name in ("Season", "Second")
    ]
    came = all_at_once([lambda who=who, wish=wish: till.buy(wish, who) for who, wish in wishes])  # type: ignore[misc]
    assert len({str(one) for one in came}) == 4
    assert charged(stand_in) == 4


def test_an_order_that_all_settle_at_once_has_each_line_once(
    till: Till, ada: Visitor, channel: ChannelFacts, house: House, stand_in: Running
) -> None:
    who = viewer(ada, channel)
    wish = season(ada)
    asks = Purchase(kind=wish.kind, id=wish.id, card="pm_card_authenticationRequired")
    order_id = till.buy(asks, who)
    (order,) = orders_of(house, who)
    assert order.payment_ref is not None
    stand_in.authenticate(order.payment_ref)
    all_at_once([lambda: till.settle(who.channel_id, order_id) or order_id] * PRESSES)  # type: ignore[func-returns-value]
    (order,) = orders_of(house, who)
    with house.container.database().transaction(who.channel_id):
        lines = house.container.billing.ledger().of([order_id])[order_id]
    assert (order.status, len(lines)) == ("paid", 1)
