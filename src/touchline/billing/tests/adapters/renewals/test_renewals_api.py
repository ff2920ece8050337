"""Tests for canceling and resuming a renewal, with the fake Stripe server (api.md, "Billing")."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.tests.adapters.browser_actions import buy_with_saved_card, start_trial
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, subscription_entry
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId


@pytest.fixture
def order_id(ada: Visitor, publish_offers: PublishOffers, fake_stripe: FakeStripeServer) -> int:
    """Return the id of Ada's order for a monthly subscription."""
    publish_offers(
        ada.channel,
        billing_part(subscriptions=(subscription_entry("month", offer="monthly", period="month"),)),
    )
    (month,) = ada.data("/subscriptions")
    order = buy_with_saved_card(ada, fake_stripe, "subscription", month["id"])
    assert order["auto_renewal"] == "active"
    return int(order["id"])


def switch_renewal(viewer: Visitor, action: str, order_id: int) -> dict[str, Any]:
    """Cancel or resume a renewal. Return the order from the response, which must have status 200."""
    response = viewer.post(f"/stripe/{action}", order_id=order_id)
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.json is not None
    order: dict[str, Any] = response.json["data"]
    return order


def is_cancel_scheduled(fake_stripe: FakeStripeServer) -> bool:
    """Return whether the only subscription at the provider is set to cancel at period end."""
    (subscription,) = fake_stripe.client().v1.subscriptions.list().data
    return bool(subscription.cancel_at_period_end)


def test_a_canceled_renewal_is_processing_first_and_access_stays(
    ada: Visitor, order_id: int, fake_stripe: FakeStripeServer
) -> None:
    before = ada.data(f"/orders/{order_id}")
    assert before["renews_at"] == before["expires_at"]
    order = switch_renewal(ada, "unsubscribe", order_id)
    assert (order["auto_renewal"], order["renews_at"]) == ("processing", None)
    assert is_cancel_scheduled(fake_stripe)
    after = ada.data(f"/orders/{order_id}")
    assert (after["auto_renewal"], after["renews_at"]) == ("cancelled", None)
    assert (after["expires_at"], after["activity_status"]) == (before["expires_at"], "active")
    assert ada.data("/user/access")["capabilities"]["clipping"] is True


def test_a_canceled_renewal_can_be_resumed_before_the_period_ends(
    ada: Visitor, order_id: int, fake_stripe: FakeStripeServer, clock: FixedClock
) -> None:
    switch_renewal(ada, "unsubscribe", order_id)
    assert switch_renewal(ada, "resubscribe", order_id)["auto_renewal"] == "processing"
    assert not is_cancel_scheduled(fake_stripe)
    after = ada.data(f"/orders/{order_id}")
    assert (after["auto_renewal"], after["renews_at"]) == ("active", after["expires_at"])
    switch_renewal(ada, "unsubscribe", order_id)
    clock.advance(timedelta(days=40))
    late = ada.post("/stripe/resubscribe", order_id=order_id)
    assert (late.status_code, late.json["message"]) == (400, "This order does not renew automatically.")  # type: ignore[index]
    assert ada.data(f"/orders/{order_id}")["activity_status"] == "expired"


def test_a_renewal_change_is_stored_while_the_provider_is_unavailable_and_synced_later(
    ada: Visitor, order_id: int, fake_stripe: FakeStripeServer, clock: FixedClock
) -> None:
    fake_stripe.fail_next(1, "500")
    assert switch_renewal(ada, "unsubscribe", order_id)["auto_renewal"] == "processing"
    assert not is_cancel_scheduled(fake_stripe)
    assert ada.data(f"/orders/{order_id}")["auto_renewal"] == "processing"
    clock.advance(timedelta(seconds=2))
    ada.data(f"/orders/{order_id}")
    assert is_cancel_scheduled(fake_stripe)
    assert ada.data(f"/orders/{order_id}")["auto_renewal"] == "cancelled"


def test_nobody_changes_another_viewers_renewal(
    ada: Visitor, bea: Visitor, other_visitor: Visitor, order_id: int, fake_stripe: FakeStripeServer
) -> None:
    other_viewer = other_visitor.register()
    for other in (bea, other_viewer):
        for action in ("unsubscribe", "resubscribe"):
            assert other.post(f"/stripe/{action}", order_id=order_id).status_code == 404
    assert not is_cancel_scheduled(fake_stripe)


@pytest.mark.parametrize("order_id", [None, "first", 0, -1, 2**31, 1.5])
@pytest.mark.parametrize("action", ["unsubscribe", "resubscribe"])
def test_an_invalid_order_id_is_422(ada: Visitor, action: str, order_id: Any) -> None:
    response = ada.post(f"/stripe/{action}", order_id=order_id)
    assert response.status_code == 422
    assert response.json is not None
    assert list(response.json["errors"]) == ["order_id"]


def test_a_subscription_and_its_capabilities_belong_to_the_buyer(
    ada: Visitor, bea: Visitor, order_id: int, application: Application, transaction: Any
) -> None:
    assert order_id
    assert ada.data("/profile")["capabilities"] == ["clipping", "watch"]
    assert bea.data("/profile")["capabilities"] == []
    kinds = [held_pass["kind"] for held_pass in ada.data("/user/access")["passes"]]
    assert kinds == ["free", "register", "subscription"]
    assert [held_pass["kind"] for held_pass in bea.data("/user/access")["passes"]] == ["free", "register"]
    with transaction(ada.channel.id):
        account_id = AccountId(ada.data("/profile")["id"])
        assert len(application.container.billing.facade().list_entitlements(account_id)) == 1


def test_a_trial_is_used_after_its_start(
    ada: Visitor, bea: Visitor, publish_offers: PublishOffers, fake_stripe: FakeStripeServer
) -> None:
    publish_offers(ada.channel, billing_part(subscriptions=(subscription_entry("year"),)))
    (year,) = ada.data("/subscriptions")
    assert ada.data("/profile")["trial_period_used"] is False
    assert start_trial(ada, fake_stripe, year["id"])["total"] == "0.00"
    assert ada.data("/profile")["trial_period_used"] is True
    assert ada.data("/user/access")["trial_period_used"] is True
    assert bea.data("/profile")["trial_period_used"] is False
