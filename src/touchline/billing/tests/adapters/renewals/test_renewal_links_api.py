"""Tests for the link in a reminder that cancels a renewal without login, with the fake Stripe server."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.domain.renewals.renewal_tokens import RenewalClaim
from touchline.billing.tests.adapters.browser_actions import buy_with_saved_card
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, subscription_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import ChannelId, OrderId

Visit = Callable[[ChannelDetails], Visitor]
SUMMER = {"from": "06-01", "until": "08-31"}


@pytest.fixture
def order_id(ada: Visitor, publish_offers: PublishOffers, fake_stripe: FakeStripeServer) -> int:
    """Return the id of Ada's order for a seasonal subscription."""
    seasonal = subscription_entry("month", offer="monthly", period="month", off_season=SUMMER)
    publish_offers(ada.channel, billing_part(subscriptions=(seasonal,)))
    (month,) = ada.data("/subscriptions")
    return int(buy_with_saved_card(ada, fake_stripe, "subscription", month["id"])["id"])


@pytest.fixture
def anonymous(visit: Visit, channel: ChannelDetails) -> Visitor:
    """Return a visitor who is not logged in."""
    return visit(channel)


@pytest.fixture
def token(ada: Visitor, order_id: int, application: Application) -> str:
    """Return the token of the link in the reminder."""
    claim = RenewalClaim(
        ChannelId(ada.channel.id),
        OrderId(order_id),
        datetime.fromisoformat(ada.data(f"/orders/{order_id}")["renews_at"]),
    )
    issued: str = application.container.billing.renewal_tokens().issue(claim)
    return issued


def test_a_link_shows_the_renewal_and_changes_nothing(
    ada: Visitor, anonymous: Visitor, order_id: int, token: str
) -> None:
    shown = anonymous.post("/renewal-links/show", token=token)
    order = ada.data(f"/orders/{order_id}")
    assert shown.status_code == 200, shown.get_data(as_text=True)
    assert shown.json["data"] == {  # type: ignore[index]
        "name": "Month", "price": "99.00", "currency": "USD", "period": "month",
        "expires_at": order["expires_at"], "auto_renewal": "active", "off_season": SUMMER,
    }  # fmt: skip
    assert order["auto_renewal"] == "active"


def test_a_link_cancels_the_renewal_without_login_however_often_it_is_pressed(
    ada: Visitor, anonymous: Visitor, order_id: int, token: str
) -> None:
    before = ada.data(f"/orders/{order_id}")["expires_at"]
    for state in ("processing", "cancelled", "cancelled"):
        response = anonymous.post("/renewal-links/cancel", token=token)
        assert (response.status_code, response.json["data"]["auto_renewal"]) == (200, state)  # type: ignore[index]
        order = ada.data(f"/orders/{order_id}")
        assert (order["auto_renewal"], order["expires_at"]) == ("cancelled", before)


def test_a_link_expires_with_its_renewal(
    visit: Visit, channel: ChannelDetails, token: str, clock: FixedClock
) -> None:
    clock.advance(timedelta(days=150))
    for path in ("/renewal-links/show", "/renewal-links/cancel"):
        response = visit(channel).post(path, token=token)
        assert (response.status_code, response.json["code"]) == (400, "errors.renewal_link")  # type: ignore[index]


def test_a_link_does_not_work_with_a_changed_token(anonymous: Visitor, token: str) -> None:
    for wrong in (token[:-1], "made-up", token.replace(".", "-")):
        assert anonymous.post("/renewal-links/cancel", token=wrong).status_code == 400
