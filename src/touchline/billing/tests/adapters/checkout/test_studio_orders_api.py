"""The orders of a channel over HTTP, for operators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from werkzeug.test import TestResponse

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.application.checkout.access_changes import EARLIER_END, NOT_EXTENDABLE
from touchline.billing.application.checkout.grant_by_email import NO_VIEWER
from touchline.billing.application.ledger.refund_service import REFUND_OUTDATED
from touchline.billing.tests.adapters.conftest import JoinTeam, PublishOffers
from touchline.billing.tests.adapters.operator_terminal import buy_offer
from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry
from touchline.channel.facade import ChannelDetails, Role
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application

OFFERS = billing_part(
    package_entry("season"), package_entry("month", days=30), subscriptions=(subscription_entry("network"),)
)
SUPPORT = "support@example.org"


@pytest.fixture
def support(
    ada: Visitor, join_team: JoinTeam, publish_offers: PublishOffers, channel: ChannelDetails
) -> Visitor:
    """Return an operator with the role `support`, in a channel with offers."""
    publish_offers(channel, OFFERS)
    return join_team(Role.SUPPORT, SUPPORT)


def find(support: Visitor, **query: Any) -> list[int]:
    """Return the ids of the orders that a query finds."""
    return [order["id"] for order in support.data("/studio/orders", **query)]


def code_of(response: TestResponse) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    document: Any = response.json
    return response.status_code, document["code"]


def test_orders_are_found_by_number_card_receipt_name_and_email(
    support: Visitor, ada: Visitor, bea: Visitor, fake_stripe: FakeStripeServer
) -> None:
    first = buy_offer(ada, fake_stripe)["id"]
    second = buy_offer(bea, fake_stripe)
    (order, _) = support.data("/studio/orders")
    assert order["viewer"]["email"] == "bea@example.org"
    assert (order["card_last4"], order["has_payment"], "payment" in order) == ("4242", True, False)
    receipt = f"prairie-{second['transactions'][0]['id']}"
    for search in (str(first), f"#{first}", "ada@example.org", "moreau ada"):
        assert first in find(support, search=search), search
    assert find(support, search=receipt) == [second["id"]]
    assert find(support, search="BEA@example.org") == [second["id"]]
    assert find(support, search="4242") == [second["id"], first]
    assert find(support, search="nobody") == find(support, search="9999") == []
    assert find(support, type="package", status="paid", limit=1) == [second["id"]]
    assert find(support, type="subscription") == find(support, to="2020-01-01") == []
    assert find(support, **{"from": "2026-11-21", "to": "2026-11-21"}) == [second["id"], first]


def test_a_repeated_refund_is_made_once(
    support: Visitor, ada: Visitor, fake_stripe: FakeStripeServer, emails: Callable[[], Sequence[Any]]
) -> None:
    path = f"/studio/orders/{buy_offer(ada, fake_stripe)['id']}"
    assert support.data(f"{path}/refund") == {"amount": "41.49", "currency": "USD"}
    body = {"amount": "5.00", "refundable": "41.49"}
    before = len(emails())
    refunded = support.post(f"{path}/refund", **body)
    assert refunded.status_code == 200, refunded.text
    assert [line["kind"] for line in refunded.json["data"]["transactions"]] == ["charge", "refund"]  # type: ignore[index]
    assert code_of(support.post(f"{path}/refund", **body)) == (409, REFUND_OUTDATED.code)
    assert code_of(support.post(f"{path}/refund", amount="50", refundable="36.49")) == (
        400,
        "errors.refund_too_large",
    )
    assert support.post(f"{path}/refund", refundable="36.49").json["data"]["status"] == "refunded"  # type: ignore[index]
    assert code_of(support.get(f"{path}/refund")) == (400, "errors.already_refunded")
    assert [email.subject for email in emails()[:-before]] == ["Your refund from Prairie"] * 2


def test_a_refund_waits_for_an_unavailable_provider(
    support: Visitor, ada: Visitor, fake_stripe: FakeStripeServer
) -> None:
    path = f"/studio/orders/{buy_offer(ada, fake_stripe)['id']}/refund"
    fake_stripe.fail_next(20)
    assert support.post(path, refundable="41.49").status_code == 503
    fake_stripe.fail_next(0)


def test_access_is_granted_extended_and_revoked(
    support: Visitor, ada: Visitor, emails: Callable[[], Sequence[Any]]
) -> None:
    granted = support.post("/studio/orders", email="ada@example.org", product="package:month")
    assert granted.status_code == 201, granted.text
    order: Any = granted.json
    path = f"/studio/orders/{order['data']['id']}"
    assert (order["data"]["total"], order["data"]["can_extend"]) == ("0.00", True)
    extended = support.post(f"{path}/extend", until="2027-03-31")
    assert extended.json["data"]["expires_at"] == "2027-04-01T05:00:00Z"  # type: ignore[index]
    assert code_of(support.post(f"{path}/extend", until="2027-01-01")) == (400, EARLIER_END.code)
    before = len(emails())
    assert support.post(f"{path}/resend-receipt").status_code == 204
    assert [email.to for email in emails()[:-before]] == ["ada@example.org"]
    assert support.post(f"{path}/revoke").json["data"]["activity_status"] == "canceled"  # type: ignore[index]
    assert support.post(f"{path}/revoke").status_code == 400
    assert code_of(support.post(f"{path}/extend", until="2028-01-01")) == (400, NOT_EXTENDABLE.code)


def test_a_grant_to_an_unknown_address_or_product_is_refused(support: Visitor) -> None:
    nobody = support.post("/studio/orders", email="nobody@example.org", product="package:season")
    assert code_of(nobody) == (404, NO_VIEWER.code)
    assert support.post("/studio/orders", email=SUPPORT, product="package:none").status_code == 404
    assert support.post("/studio/orders", email=SUPPORT, product="subscription:network").status_code == 400


def test_a_receipt_is_sent_again_and_shown_to_operators(
    support: Visitor, ada: Visitor, fake_stripe: FakeStripeServer, emails: Callable[[], Sequence[Any]]
) -> None:
    order = support.data(f"/studio/orders/{buy_offer(ada, fake_stripe)['id']}")
    before = len(emails())
    assert support.post(f"/studio/orders/{order['id']}/resend-receipt").status_code == 204
    (email,) = emails()[:-before]
    assert email.attachments
    receipt_url = order["transactions"][0]["receipt_url"].removeprefix("/api")
    assert support.get(receipt_url).mimetype == "application/pdf"


def test_reads_and_changes_of_orders_are_in_the_activity(
    application: Application, support: Visitor, ada: Visitor, fake_stripe: FakeStripeServer
) -> None:
    order_id = buy_offer(ada, fake_stripe)["id"]
    support.data("/studio/orders", search="ada@example.org")
    support.data(f"/studio/orders/{order_id}")
    support.post(f"/studio/orders/{order_id}/refund", amount="1.00", refundable="41.49")
    support.post(f"/studio/orders/{order_id}/revoke")
    container: Any = application.container
    with container.database().transaction(support.channel.id):
        container.channel.operator_admin().set_role(SUPPORT, Role.OWNER)
    entries = support.data("/studio/activity")
    assert [(entry["action"], entry["subject_id"]) for entry in entries[:4]] == [
        ("order.revoke", str(order_id)),
        ("order.refund", str(order_id)),
        ("order.show", str(order_id)),
        ("order.list", ""),
    ]
    assert "ada@" not in str(entries)


def test_an_order_of_another_channel_is_not_found(
    support: Visitor, other_visitor: Visitor, application: Application, fake_stripe: FakeStripeServer
) -> None:
    ada = other_visitor.register()
    stranger: Any = application.container
    with stranger.database().transaction(ada.channel.id):
        stranger.channel.operator_admin().add("ada@example.org", Role.SUPPORT, unverified=True)
    granted: Any = support.post("/studio/orders", email="ada@example.org", product="package:season").json
    path = f"/studio/orders/{granted['data']['id']}"
    assert ada.data("/studio/orders") == []
    for read in (path, f"{path}/refund", f"{path}/transactions/1/receipt"):
        assert ada.get(read).status_code == 404, read
    body = {"refundable": "1.00", "until": "2028-01-01"}
    for action in ("refund", "revoke", "extend", "resend-receipt"):
        assert ada.post(f"{path}/{action}", **body).status_code == 404, action
