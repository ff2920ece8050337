"""Cancelling a renewal and going on after all, against the stand-in for Stripe (api.md, "Billing")."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from adapters.payments.fake_stripe.running import Running
from touchline.billing.tests.adapters.browsers import begun, bought
from touchline.billing.tests.adapters.conftest import Sell
from touchline.billing.tests.samples import part, subscription
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId


@pytest.fixture
def order_id(ada: Visitor, sell: Sell, stand_in: Running) -> int:
    """An order of Ada’s for a monthly subscription."""
    sell(ada.channel, part(subscriptions=(subscription("month", offer="monthly", period="month"),)))
    (month,) = ada.data("/subscriptions")
    order = bought(ada, stand_in, "subscription", month["id"])
    assert order["auto_renewal"] == "active"
    return int(order["id"])


def switched(viewer: Visitor, way: str, order_id: int) -> dict[str, Any]:
    """The order after a call that must be 200."""
    answer = viewer.post(f"/stripe/{way}", order_id=order_id)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert answer.json is not None
    told: dict[str, Any] = answer.json["data"]
    return told


def stops(stand_in: Running) -> bool:
    """What the provider says of the only subscription."""
    (only,) = stand_in.client().v1.subscriptions.list().data
    return bool(only.cancel_at_period_end)


def test_a_cancelled_renewal_goes_through_processing_and_access_stays(
    ada: Visitor, order_id: int, stand_in: Running
) -> None:
    before = ada.data(f"/orders/{order_id}")
    assert before["renews_at"] == before["expires_at"]
    told = switched(ada, "unsubscribe", order_id)
    assert (told["auto_renewal"], told["renews_at"]) == ("processing", None)
    assert stops(stand_in)
    after = ada.data(f"/orders/{order_id}")
    assert (after["auto_renewal"], after["renews_at"]) == ("cancelled", None)
    assert (after["expires_at"], after["activity_status"]) == (before["expires_at"], "active")
    assert ada.data("/user/access")["capabilities"]["clipping"] is True


def test_a_viewer_may_go_on_after_all_before_the_end(
    ada: Visitor, order_id: int, stand_in: Running, clock: FixedClock
) -> None:
    switched(ada, "unsubscribe", order_id)
    assert switched(ada, "resubscribe", order_id)["auto_renewal"] == "processing"
    assert not stops(stand_in)
    after = ada.data(f"/orders/{order_id}")
    assert (after["auto_renewal"], after["renews_at"]) == ("active", after["expires_at"])
    switched(ada, "unsubscribe", order_id)
    clock.advance(timedelta(days=40))
    late = ada.post("/stripe/resubscribe", order_id=order_id)
    assert (late.status_code, late.json["message"]) == (400, "This order does not renew.")  # type: ignore[index]
    assert ada.data(f"/orders/{order_id}")["activity_status"] == "expired"


def test_a_wish_is_kept_while_the_provider_is_away_and_told_later(
    ada: Visitor, order_id: int, stand_in: Running, clock: FixedClock
) -> None:
    stand_in.fail_next(1, "500")
    assert switched(ada, "unsubscribe", order_id)["auto_renewal"] == "processing"
    assert not stops(stand_in)
    assert ada.data(f"/orders/{order_id}")["auto_renewal"] == "processing"
    clock.advance(timedelta(seconds=2))
    ada.data(f"/orders/{order_id}")
    assert stops(stand_in)
    assert ada.data(f"/orders/{order_id}")["auto_renewal"] == "cancelled"


def test_nobody_switches_what_is_not_theirs(
    ada: Visitor, bea: Visitor, stranger: Visitor, order_id: int, stand_in: Running
) -> None:
    there = stranger.register()
    for other in (bea, there):
        for way in ("unsubscribe", "resubscribe"):
            assert other.post(f"/stripe/{way}", order_id=order_id).status_code == 404
    assert not stops(stand_in)


@pytest.mark.parametrize("order_id", [None, "first", 0, -1, 2**31, 1.5])
@pytest.mark.parametrize("way", ["unsubscribe", "resubscribe"])
def test_a_number_that_cannot_be_is_422(ada: Visitor, way: str, order_id: Any) -> None:
    answer = ada.post(f"/stripe/{way}", order_id=order_id)
    assert answer.status_code == 422
    assert answer.json is not None
    assert list(answer.json["errors"]) == ["order_id"]


def test_a_subscription_and_its_capabilities_belong_to_who_paid(
    ada: Visitor, bea: Visitor, order_id: int, house: House, transaction: Any
) -> None:
    assert order_id
    assert ada.data("/profile")["capabilities"] == ["clipping", "watch"]
    assert bea.data("/profile")["capabilities"] == []
    kinds = [one["kind"] for one in ada.data("/user/access")["passes"]]
    assert kinds == ["free", "register", "subscription"]
    assert [one["kind"] for one in bea.data("/user/access")["passes"]] == ["free", "register"]
    with transaction(ada.channel.id):
        mine = AccountId(ada.data("/profile")["id"])
        assert len(house.container.billing.facade().entitlements(mine)) == 1


def test_a_trial_is_used_once_it_began(ada: Visitor, bea: Visitor, sell: Sell, stand_in: Running) -> None:
    sell(ada.channel, part(subscriptions=(subscription("year"),)))
    (year,) = ada.data("/subscriptions")
    assert ada.data("/profile")["trial_period_used"] is False
    assert begun(ada, stand_in, year["id"])["total"] == "0.00"
    assert ada.data("/profile")["trial_period_used"] is True
    assert ada.data("/user/access")["trial_period_used"] is True
    assert bea.data("/profile")["trial_period_used"] is False
