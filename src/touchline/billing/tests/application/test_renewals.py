"""Cancelling a renewal, and going on after all (product.md §4, "Subscription")."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.application.asking_to_settle import AskToSettle
from touchline.billing.application.renewals import StopRenewals, SwitchRenewal
from touchline.billing.domain.orders import AutoRenewal, Kind, Order, OrderStatus, Product
from touchline.billing.ports.orders import OrderFilter
from touchline.billing.tests.order_fakes import MemoryOrders
from touchline.billing.tests.orders import GAME, NOW, order
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFound, Refused
from touchline.shared.ids import AccountId, ChannelId, OrderId, SessionId
from touchline.shared.principal import Principal

ME = Principal(ChannelId(1), SessionId(1), AccountId(4), "en", "US")
YEAR = Product(kind=Kind.SUBSCRIPTION, id=2, name={"en": "All year"})
LATER, EARLIER = NOW + timedelta(days=30), NOW - timedelta(days=1)
ACTIVE, PROCESSING, CANCELLED = AutoRenewal.ACTIVE, AutoRenewal.PROCESSING, AutoRenewal.CANCELLED


class Desk:
    """Switches over one order; `jobs` are those that were asked for."""

    def __init__(self, kept: Order) -> None:
        self.jobs: list[tuple[Any, ...]] = []
        clock = FixedClock(NOW)
        self.orders = MemoryOrders(kept)
        self.switch = SwitchRenewal(self.orders, AskToSettle(self, clock), clock)

    def enqueue(self, name: str, *ids: int | str, unique: str | None = None, **_more: Any) -> None:
        """Note a job."""
        self.jobs.append((name, *ids, unique))


def subscribed(**changes: Any) -> Order:
    """A subscription that renews in a month."""
    unsaid: dict[str, Any] = {
        "product": YEAR,
        "status": OrderStatus.PAID,
        "starts_at": EARLIER,
        "expires_at": LATER,
        "auto_renewal": ACTIVE,
        "payment_ref": "sub_1",
    }
    return order(**(unsaid | changes))


def test_cancelling_is_under_way_until_the_provider_is_told() -> None:
    desk = Desk(subscribed())
    after = desk.switch(ME, OrderId(1), on=False)
    assert (after.auto_renewal, after.renew_wanted, after.version) == (PROCESSING, False, 1)
    assert (after.expires_at, after.ended_at) == (LATER, None)
    assert after.look_at == NOW
    assert desk.jobs == [("billing.settle", 1, 1, "renewal-off-1")]


def test_going_on_after_all_is_under_way_in_the_same_manner() -> None:
    desk = Desk(subscribed(auto_renewal=CANCELLED))
    after = desk.switch(ME, OrderId(1), on=True)
    assert (after.auto_renewal, after.renew_wanted) == (PROCESSING, True)
    assert desk.jobs == [("billing.settle", 1, 1, "renewal-on-1")]


@pytest.mark.parametrize(
    ("state", "wanted", "on"),
    [(CANCELLED, None, False), (ACTIVE, None, True), (PROCESSING, False, False), (PROCESSING, True, True)],
)
def test_asking_for_what_is_so_already_changes_nothing(
    state: AutoRenewal, wanted: bool | None, on: bool
) -> None:
    desk = Desk(subscribed(auto_renewal=state, renew_wanted=wanted))
    after = desk.switch(ME, OrderId(1), on=on)
    assert (after.auto_renewal, after.renew_wanted, after.version, desk.jobs) == (state, wanted, 0, [])


def test_a_viewer_who_thinks_better_of_it_while_it_is_under_way_is_heard() -> None:
    desk = Desk(subscribed(auto_renewal=PROCESSING, renew_wanted=False))
    assert desk.switch(ME, OrderId(1), on=True).renew_wanted is True
    assert desk.jobs == [("billing.settle", 1, 1, "renewal-on-1")]


@pytest.mark.parametrize("on", [True, False])
@pytest.mark.parametrize(
    "changes",
    [
        {"product": GAME, "auto_renewal": None},
        {"status": OrderStatus.CREATED},
        {"status": OrderStatus.REFUNDED, "ended_at": NOW},
        {"ended_at": NOW},
        {"auto_renewal": None},
        {"payment_ref": None},
        {"auto_renewal": CANCELLED, "expires_at": NOW},
        {"auto_renewal": PROCESSING, "renew_wanted": False, "expires_at": NOW},
    ],
)
def test_what_does_not_renew_is_refused(changes: dict[str, Any], on: bool) -> None:
    desk = Desk(subscribed(**changes))
    with pytest.raises(Refused, match=r"^This order does not renew\.$"):
        desk.switch(ME, OrderId(1), on=on)
    assert desk.jobs == []


def test_a_renewal_that_could_not_be_charged_can_still_be_cancelled() -> None:
    desk = Desk(subscribed(expires_at=EARLIER, past_due_at=EARLIER))
    assert desk.switch(ME, OrderId(1), on=False).renew_wanted is False
    assert len(desk.jobs) == 1


def test_another_viewers_subscription_is_not_there() -> None:
    desk = Desk(subscribed(account_id=AccountId(5)))
    with pytest.raises(NotFound):
        desk.switch(ME, OrderId(1), on=False)


def test_the_renewals_of_a_suspended_viewer_stop_and_what_is_paid_stays() -> None:
    desk = Desk(subscribed(account_id=AccountId(4)))
    stop = StopRenewals(desk.orders, desk.switch)
    stop(ChannelId(1), AccountId(4))
    stop(ChannelId(1), AccountId(4))
    (kept,) = desk.orders.of(AccountId(4), OrderFilter(), 10, 0)
    assert (kept.auto_renewal, kept.renew_wanted) == (PROCESSING, False)
    assert (kept.status, kept.expires_at) == (OrderStatus.PAID, LATER)
    assert len(desk.jobs) == 1


def test_a_single_game_of_a_suspended_viewer_is_left_alone() -> None:
    desk = Desk(order(product=GAME, status=OrderStatus.PAID, account_id=AccountId(4)))
    StopRenewals(desk.orders, desk.switch)(ChannelId(1), AccountId(4))
    assert desk.jobs == []
