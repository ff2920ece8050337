"""Tests for purchases in the real app with the fake Stripe server, on both databases (api.md, "Billing")."""

from __future__ import annotations

from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.tests.adapters.card_samples import create_card
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor

VISA, DECLINED, REQUIRES_AUTHENTICATION = (
    "pm_card_visa",
    "pm_card_chargeDeclined",
    "pm_card_authenticationRequired",
)
KEY = "idempotency-key-1"


@pytest.fixture
def offers(publish_offers: PublishOffers, channel: ChannelDetails) -> None:
    """Put a season pass, a team pass and a subscription on sale."""
    publish_offers(
        channel,
        billing_part(
            package_entry("season", days=30),
            package_entry("pass", type="team", is_team_pass=True),
            subscriptions=(subscription_entry("yearly"),),
        ),
    )


@pytest.fixture
def buy(offers: None) -> Any:
    """Return `buy(viewer, name, …)`, which sends a purchase request and returns the response."""

    def send(viewer: Visitor, name: str = "Season", key: str | None = None, **more: Any) -> Any:
        kind = "subscription" if name == "Yearly" else "package"
        (offer,) = [candidate for candidate in viewer.data(f"/{kind}s") if candidate["name"] == name]
        body = {"type": kind, "id": offer["id"], "payment_method": VISA, "api_key": viewer.api_key}
        headers = {"Idempotency-Key": key} if key else {}
        return viewer.browser.post("/api/stripe/buy", json=body | more, headers=headers)

    return send


def get_data(response: Any) -> Any:
    """Return the data of a response, which must have status 200."""
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.json["data"]


def test_a_package_is_bought_with_a_card_and_appears_among_the_orders(ada: Visitor, buy: Any) -> None:
    order = get_data(buy(ada))
    assert (order["type"], order["status"], order["activity_status"]) == ("package", "paid", "active")
    assert (order["price"], order["total"], order["currency"]) == ("41.49", "41.49", "USD")
    assert (order["starts_at"], order["expires_at"]) == ("2026-11-21T18:00:00Z", "2026-12-21T18:00:00Z")
    assert [
        (transaction["kind"], transaction["status"], transaction["amount"])
        for transaction in order["transactions"]
    ] == [("charge", "paid", "41.49")]
    assert ada.data("/orders") == [order]


def test_a_declined_card_fails_the_order_with_a_reason(ada: Visitor, buy: Any) -> None:
    order = get_data(buy(ada, payment_method=DECLINED))
    assert (order["status"], order["failure_message"]) == ("failed", "Your card was declined.")
    assert order["payment"] == {"requires_action": False, "client_secret": None}


def test_a_card_that_requires_authentication_is_paid_after_the_viewer_authenticates(
    ada: Visitor, buy: Any, fake_stripe: FakeStripeServer
) -> None:
    order = get_data(buy(ada, payment_method=REQUIRES_AUTHENTICATION))
    assert (order["status"], order["payment"]["requires_action"]) == ("created", True)
    intent = order["payment"]["client_secret"].partition("_secret")[0]
    fake_stripe.authenticate(intent)
    after = get_data(ada.post(f"/orders/{order['id']}/pay"))
    assert (after["status"], after["payment"]["client_secret"]) == ("paid", None)


def test_a_failed_authentication_fails_the_order(
    ada: Visitor, buy: Any, fake_stripe: FakeStripeServer
) -> None:
    order = get_data(buy(ada, payment_method=REQUIRES_AUTHENTICATION))
    fake_stripe.authenticate(order["payment"]["client_secret"].partition("_secret")[0], succeeded=False)
    after = get_data(ada.post(f"/orders/{order['id']}/pay"))
    assert after["status"] == "failed"
    assert "bank" in after["failure_message"]


def test_the_same_key_returns_the_same_order_and_is_refused_for_another_product(
    ada: Visitor, buy: Any
) -> None:
    first = get_data(buy(ada, key=KEY))
    assert get_data(buy(ada, key=KEY)) == first
    refused = buy(ada, "Yearly", key=KEY)
    assert (refused.status_code, refused.json["code"]) == (400, "errors.idempotency_key")


@pytest.mark.parametrize("key", ["short", "x" * 65, "with a space"])
def test_an_invalid_key_is_422(ada: Visitor, buy: Any, key: str) -> None:
    assert buy(ada, key=key).status_code == 422
    assert ada.data("/orders") == []


def test_a_product_that_the_viewer_has_is_not_sold_again(ada: Visitor, buy: Any) -> None:
    buy(ada)
    refused = buy(ada)
    assert (refused.status_code, refused.json["message"]) == (400, "You already bought this package.")


def test_another_viewers_order_is_not_found(ada: Visitor, bea: Visitor, buy: Any) -> None:
    order = get_data(buy(ada))
    assert bea.post(f"/orders/{order['id']}/pay").status_code == 404
    assert bea.data("/orders") == []
    assert get_data(buy(bea))["id"] != order["id"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": None}, "id not selected"),
        ({"payment_method": None}, "Please select one of your saved cards or enter new one"),
        ({"promo_code": "NOTHING"}, "Wrong promo code"),
    ],
)
def test_missing_choices_have_their_own_messages(
    ada: Visitor, buy: Any, changes: dict[str, Any], message: str
) -> None:
    refused = buy(ada, **changes)
    assert (refused.status_code, refused.json["message"]) == (400, message)


def test_a_team_pass_without_a_team_is_refused(ada: Visitor, buy: Any) -> None:
    refused = buy(ada, "Pass")
    assert refused.json["message"] == "Package is TeamPass but team not selected"


@pytest.mark.parametrize(
    "changes", [{"type": "season"}, {"type": None}, {"id": 0}, {"id": "x"}, {"payment_method": "x" * 256}]
)
def test_an_invalid_purchase_is_422(ada: Visitor, buy: Any, changes: dict[str, Any]) -> None:
    assert buy(ada, **changes).status_code == 422


def test_an_offer_of_another_channel_is_not_found(
    ada: Visitor,
    buy: Any,
    publish_offers: PublishOffers,
    other_channel: ChannelDetails,
    other_visitor: Visitor,
) -> None:
    publish_offers(other_channel, billing_part(package_entry("theirs")))
    (theirs,) = other_visitor.data("/packages")
    assert buy(ada, id=theirs["id"]).status_code == 404


def test_a_logged_out_visitor_cannot_buy(visitor: Visitor, buy: Any) -> None:
    assert buy(visitor).status_code == 401


def test_an_unavailable_provider_is_503_and_the_order_is_synced_later(
    ada: Visitor, buy: Any, fake_stripe: FakeStripeServer
) -> None:
    get_data(buy(ada, payment_method=DECLINED, key="creates-the-customer"))
    fake_stripe.fail_next(count=10, fault_kind="500", path_prefix="POST /v1/payment_intents")
    refused = buy(ada, key=KEY)
    assert refused.status_code == 503
    assert "payment" in refused.json["message"]
    fake_stripe.fail_next(count=0)
    assert get_data(buy(ada, key=KEY))["status"] == "paid"
    assert len(ada.data("/orders")) == 2


def test_a_trial_is_free_and_available_once(
    ada: Visitor, offers: None, fake_stripe: FakeStripeServer
) -> None:
    (yearly,) = ada.data("/subscriptions")
    body = {"subscription_id": yearly["id"], "payment_method": create_card(fake_stripe)}
    order = get_data(ada.post("/stripe/subscription/start_trial", **body))
    assert (order["status"], order["total"], order["trial_days"]) == ("paid", "0.00", 7)
    assert order["auto_renewal"] == "active"
    refused = ada.post("/stripe/subscription/start_trial", **body)
    assert refused.status_code == 400
    assert ada.data("/profile")["trial_period_used"] is True


def test_the_card_of_a_trial_cannot_start_another_viewers_trial(
    ada: Visitor, bea: Visitor, offers: None, fake_stripe: FakeStripeServer
) -> None:
    (yearly,) = ada.data("/subscriptions")
    first, second = (
        {"subscription_id": yearly["id"], "payment_method": create_card(fake_stripe)} for _ in range(2)
    )
    get_data(ada.post("/stripe/subscription/start_trial", **first))
    refused = bea.post("/stripe/subscription/start_trial", **second)
    assert refused.json is not None
    assert refused.json["message"] == "You have already used your free trial."
    assert bea.data("/orders") == []


def test_a_subscription_lasts_a_year_and_renews(
    ada: Visitor, buy: Any, fake_stripe: FakeStripeServer
) -> None:
    order = get_data(buy(ada, "Yearly", payment_method=create_card(fake_stripe)))
    assert (order["status"], order["auto_renewal"]) == ("paid", "active")
    assert order["renews_at"] == order["expires_at"]
    assert [transaction["label"] for transaction in order["transactions"]] == ["New subscription"]
