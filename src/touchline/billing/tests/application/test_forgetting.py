"""The end of an account, as far as billing is concerned."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.application.asking_to_settle import AskToSettle
from touchline.billing.application.forgetting import CloseAccount, Leaver
from touchline.billing.domain.orders import AutoRenewal, Kind, Order, OrderStatus, Product
from touchline.billing.tests.order_fakes import MemoryCustomers, MemoryOrders
from touchline.billing.tests.orders import NOW, order
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, ChannelId

ME, ANOTHER, HERE = AccountId(4), AccountId(5), ChannelId(1)
YEAR = Product(kind=Kind.SUBSCRIPTION, id=2, name={"en": "All year"})
LATER, EARLIER = NOW + timedelta(days=30), NOW - timedelta(days=1)


class Desk:
    """The end of accounts over some orders; `jobs` are those that were asked for."""

    def __init__(self, *orders: Order, customer: bool = True) -> None:
        self.jobs: list[tuple[Any, ...]] = []
        self.orders, self.customers = MemoryOrders(*orders), MemoryCustomers()
        if customer:
            self.customers.keep(ME, "cus_4")
        clock = FixedClock(NOW)
        settle = AskToSettle(self, clock)
        self.close = CloseAccount(self.orders, self.customers, settle, self, clock)
        self.leaver = Leaver(self.orders, self.customers)

    def enqueue(self, name: str, *ids: int | str, **_more: Any) -> None:
        """Note a job."""
        self.jobs.append((name, *ids))


def subscribed(**changes: Any) -> Order:
    """A subscription that renews in a month."""
    unsaid: dict[str, Any] = {
        "product": YEAR,
        "status": OrderStatus.PAID,
        "starts_at": EARLIER,
        "expires_at": LATER,
        "auto_renewal": AutoRenewal.ACTIVE,
        "payment_ref": "sub_1",
    }
    return order(**(unsaid | changes))


def test_a_running_subscription_ends_here_at_once_and_at_the_provider_by_settling() -> None:
    running = subscribed()
    desk = Desk(running)
    desk.close(HERE, ME)
    assert (running.ended_at, running.look_at, running.auto_renewal) == (NOW, NOW, AutoRenewal.CANCELLED)
    assert desk.jobs == [("billing.settle", 1, 1), ("billing.forget_customer", 1, 4)]


@pytest.mark.parametrize(
    ("changes", "ends"),
    [
        ({"auto_renewal": AutoRenewal.CANCELLED}, True),
        ({"auto_renewal": AutoRenewal.PROCESSING, "renew_wanted": False}, True),
        ({"expires_at": EARLIER, "past_due_at": EARLIER}, True),
        ({"expires_at": EARLIER, "auto_renewal": AutoRenewal.PROCESSING, "renew_wanted": False}, True),
        ({"expires_at": EARLIER, "auto_renewal": AutoRenewal.CANCELLED}, False),
        ({"ended_at": EARLIER}, False),
        ({"auto_renewal": None, "payment_ref": "pi_1"}, False),
        ({"payment_ref": None}, False),
        ({"status": OrderStatus.REFUNDED}, False),
        ({"account_id": ANOTHER}, False),
    ],
)
def test_only_what_may_still_be_charged_is_ended(changes: dict[str, Any], ends: bool) -> None:
    one = subscribed(**changes)
    desk = Desk(one)
    desk.close(HERE, ME)
    assert (("billing.settle", 1, 1) in desk.jobs) is ends
    assert one.ended_at == (NOW if ends else changes.get("ended_at"))


def test_who_the_provider_never_knew_is_forgotten_at_once() -> None:
    gift = order(status=OrderStatus.PAID)
    desk = Desk(gift, customer=False)
    desk.close(HERE, ME)
    assert gift.account_id is None
    assert desk.jobs == []


def test_the_provider_is_asked_about_what_is_open_before_the_person_is_forgotten() -> None:
    waiting = order(uuid="1", look_at=NOW)
    done = order(uuid="2", status=OrderStatus.PAID)
    desk = Desk(waiting, done)
    desk.close(HERE, ME)
    assert waiting.account_id == ME
    assert desk.leaver.seen(ME) == ("cus_4", [waiting.id])
    desk.leaver.forget(ME)
    assert {waiting.account_id, done.account_id} == {None}
    assert desk.customers.kept == {}


def test_to_hear_of_it_twice_does_no_harm() -> None:
    running = subscribed()
    desk = Desk(running)
    desk.close(HERE, ME)
    version = running.version
    desk.close(HERE, ME)
    assert running.version == version
    desk.leaver.forget(ME)
    desk.close(HERE, ME)
    assert desk.leaver.seen(ME) == (None, [])
