"""What operators give without payment, and take back."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from touchline.billing.application.order_desk import Gift, GiveAccess, TakeAccess
from touchline.billing.application.product_names import ProductNames
from touchline.billing.domain.orders import Activity, AutoRenewal, Kind, Order, OrderStatus
from touchline.billing.events import OrderPaid
from touchline.billing.tests.orders import NOW
from touchline.billing.tests.payment_fakes import ASKS, DECLINED
from touchline.billing.tests.shop import ADA, GAME, GRACE, SEASON, SOLO, TEAM_PASS, YEARLY, Shop
from touchline.shared.errors import NotFound, Refused
from touchline.shared.ids import OrderId
from touchline.shared.money import Money

DAY = timedelta(days=1)
NOTHING = Money(0, "USD")


class Desk:
    """A shop with an operator."""

    def __init__(self, **offers: Any) -> None:
        self.shop = Shop(**offers)
        one = self.shop
        self.give = GiveAccess(
            one.orders, one.sale_check(), one.shelf, one.channel, one.announced, one.clock, GRACE
        )
        self.take = TakeAccess(one.orders, one.clock)

    def given(self, kind: Kind, number: int, **more: Any) -> Order:
        """Give Ada something."""
        with self.shop.database.transaction(ADA.channel_id):
            return self.give(Gift(account_id=ADA.viewer, kind=kind, id=number, **more))

    def taken(self, order_id: OrderId) -> Order:
        """Take something back."""
        with self.shop.database.transaction(ADA.channel_id):
            return self.take(order_id)


@pytest.mark.parametrize(("kind", "number"), [(Kind.EVENT, GAME), (Kind.PACKAGE, SEASON)])
def test_what_is_given_is_a_paid_order_of_nothing_that_the_provider_never_hears_of(
    kind: Kind, number: int
) -> None:
    desk = Desk()
    order = desk.given(kind, number)
    assert (order.status, order.total, order.payment_ref) == (OrderStatus.PAID, NOTHING, None)
    assert order.activity(NOW, GRACE) is Activity.ACTIVE
    assert desk.shop.payments.kept() == 0
    assert desk.shop.announced.events == [OrderPaid(1, order.id, ADA.viewer, transaction_id=0, renewal=False)]


def test_it_ends_as_the_offer_says_or_on_the_day_that_is_named() -> None:
    assert Desk(season={"days": 30}).given(Kind.PACKAGE, SEASON).expires_at == NOW + 30 * DAY
    assert Desk(season={"days": 30}).given(Kind.PACKAGE, SEASON, until=NOW + DAY).expires_at == NOW + DAY
    assert Desk().given(Kind.PACKAGE, SEASON).expires_at is None


def test_a_team_pass_is_given_for_a_team() -> None:
    assert Desk().given(Kind.PACKAGE, TEAM_PASS, team=70).grant.participant_id == 70
    with pytest.raises(Refused, match="team not selected"):
        Desk().given(Kind.PACKAGE, TEAM_PASS)


def test_a_subscription_is_given_until_a_day_and_never_renews() -> None:
    order = Desk().given(Kind.SUBSCRIPTION, YEARLY, until=NOW + 30 * DAY)
    assert (order.expires_at, order.auto_renewal, order.look_at) == (NOW + 30 * DAY, None, None)
    assert order.activity(NOW + 31 * DAY, GRACE) is Activity.EXPIRED
    with pytest.raises(Refused, match="needs a last day"):
        Desk().given(Kind.SUBSCRIPTION, YEARLY)


def test_a_day_that_is_over_is_refused() -> None:
    with pytest.raises(Refused, match="over already"):
        Desk().given(Kind.PACKAGE, SEASON, until=NOW)
    with pytest.raises(Refused, match="over already"):
        Desk(season={"until": date(2026, 11, 20)}).given(Kind.PACKAGE, SEASON)


def test_what_the_viewer_holds_is_not_given_again() -> None:
    desk = Desk()
    desk.shop.buy(Kind.EVENT)
    with pytest.raises(Refused, match="holds this already"):
        desk.given(Kind.EVENT, GAME)
    desk.given(Kind.PACKAGE, SEASON)
    with pytest.raises(Refused, match="holds this already"):
        desk.given(Kind.PACKAGE, SEASON)


def test_what_is_being_paid_just_now_is_not_given() -> None:
    desk = Desk()
    desk.shop.buy(Kind.PACKAGE, card=ASKS)
    with pytest.raises(Refused, match="Order 1 stands for the same"):
        desk.given(Kind.PACKAGE, SEASON)


def test_what_is_over_makes_room() -> None:
    desk = Desk(season={"days": 30})
    first = desk.given(Kind.PACKAGE, SEASON)
    desk.shop.clock.advance(31 * DAY)
    assert desk.given(Kind.PACKAGE, SEASON).id != first.id


@pytest.mark.parametrize(("kind", "number"), [(Kind.EVENT, 99), (Kind.PACKAGE, 99), (Kind.PACKAGE, SOLO)])
def test_what_is_not_on_sale_cannot_be_given(kind: Kind, number: int) -> None:
    with pytest.raises(NotFound):
        Desk().given(kind, number)


def test_what_is_taken_back_is_closed_and_no_money_moves() -> None:
    desk = Desk()
    order = desk.shop.buy(Kind.PACKAGE)
    desk.taken(order.id)
    after = desk.shop.settle(order)
    assert (after.status, after.activity(NOW, GRACE)) == (OrderStatus.PAID, Activity.CANCELED)
    assert desk.shop.payments.kept() == order.total.minor
    assert desk.shop.balanced()


def test_a_subscription_that_is_taken_back_ends_at_the_provider() -> None:
    desk = Desk()
    order = desk.shop.buy(Kind.SUBSCRIPTION)
    taken = desk.taken(order.id)
    assert (taken.auto_renewal, taken.look_at) == (AutoRenewal.CANCELLED, NOW)
    desk.shop.minute()
    assert order.payment_ref is not None
    rhythm = desk.shop.payments.look(order.payment_ref).rhythm
    assert rhythm is not None and rhythm.ended_at is not None


def test_a_gift_that_is_taken_back_is_not_looked_at_any_more() -> None:
    desk = Desk()
    order = desk.given(Kind.PACKAGE, SEASON)
    assert desk.taken(order.id).look_at is None


def test_only_what_is_open_can_be_taken_back() -> None:
    desk = Desk()
    order = desk.given(Kind.PACKAGE, SEASON)
    desk.taken(order.id)
    with pytest.raises(Refused, match="ended already"):
        desk.taken(order.id)
    failed = desk.shop.buy(Kind.EVENT, card=DECLINED)
    with pytest.raises(Refused, match="is failed"):
        desk.taken(failed.id)
    with pytest.raises(NotFound, match="no order 99"):
        desk.taken(OrderId(99))


class Keys:
    """Keys of a catalogue."""

    def id_of(self, kind: str, key: str) -> int | None:
        return {("event", "aces-at-bears"): GAME, ("participant", "aces"): 70}.get((kind, key))


def test_products_are_known_by_their_keys_and_by_their_numbers() -> None:
    names = ProductNames(Desk().shop.offers, Keys())
    assert names.read("package:season") == names.read(f"package:{SEASON}") == (Kind.PACKAGE, SEASON)
    assert names.read("subscription:yearly") == (Kind.SUBSCRIPTION, YEARLY)
    assert names.read("event:12") == names.read("event:aces-at-bears") == (Kind.EVENT, GAME)
    assert (names.team("aces"), names.team("71")) == (70, 71)
    assert (names.read_kind("event"), names.read_kind("package:season")) == ("event", f"package:{SEASON}")
    assert (names.told(f"package:{SEASON}"), names.told("event:12")) == ("package:season", "event:12")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("package:saeson", "There is no package saeson on sale; there is: solo, season, pass."),
        ("event:nobody", "There is no event nobody in this channel."),
        ("gift:1", "gift:1 names nothing on sale: write event:ID, package:KEY or subscription:KEY."),
        ("package:", "package: names nothing on sale: write event:ID, package:KEY or subscription:KEY."),
    ],
)
def test_a_name_of_nothing_says_what_there_is(name: str, sentence: str) -> None:
    with pytest.raises((NotFound, Refused)) as refused:
        ProductNames(Desk().shop.offers, Keys()).read(name)
    assert refused.value.message == sentence
