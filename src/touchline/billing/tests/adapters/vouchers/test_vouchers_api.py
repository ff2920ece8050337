"""Tests for gifts and group codes in the real app, on both databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, package_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.errors import TouchlineError
from touchline.shared.ids import AccountId, SessionId
from touchline.shared.principal import Principal

REQUESTS = 4


@pytest.fixture
def give(publish_offers: PublishOffers, channel: ChannelDetails, fake_stripe: FakeStripeServer) -> Any:
    """Return `give(viewer, **gift)`, which buys codes of a season pass and returns the order."""
    publish_offers(channel, billing_part(package_entry("season", days=30)))

    def send(viewer: Visitor, **gift: Any) -> Any:
        (offer,) = viewer.data("/packages")
        body = {"type": "package", "id": offer["id"], "payment_method": "pm_card_visa", "gift": gift}
        response = viewer.browser.post("/api/stripe/buy", json=body | {"api_key": viewer.api_key})
        assert response.status_code == 200, response.get_data(as_text=True)
        assert response.json is not None
        return response.json["data"]

    return send


def redeem(viewer: Visitor, code: str) -> Any:
    """Send the code."""
    return viewer.browser.post("/api/vouchers/redeem", json={"code": code, "api_key": viewer.api_key})


def get_principal(visitor: Visitor, channel: ChannelDetails) -> Principal:
    """Return the principal of a viewer."""
    return Principal(channel.id, SessionId(0), AccountId(visitor.data("/profile")["id"]), "en", "US")


@pytest.mark.both_databases
def test_a_code_opens_the_product_of_a_gift_once(ada: Visitor, bea: Visitor, give: Any) -> None:
    order = give(ada)
    assert (order["status"], order["activity_status"], order["voucher_count"]) == ("paid", "inactive", 1)
    (voucher,) = ada.data(f"/orders/{order['id']}/vouchers")["vouchers"]
    opened = redeem(bea, voucher["code"]).json["data"]
    assert (opened["status"], opened["activity_status"], opened["total"]) == ("paid", "active", "0.00")
    assert redeem(bea, voucher["code"]).json["data"]["id"] == opened["id"]
    refused = redeem(ada, voucher["code"])
    wrong = redeem(ada, "ABCD-EFGH-JKLM-NPQR-STUV")
    assert (refused.status_code, refused.json["detail"]) == (wrong.status_code, wrong.json["detail"])
    assert ada.data(f"/orders/{order['id']}/vouchers")["vouchers"][0]["state"] == "redeemed"


@pytest.mark.both_databases
def test_accounts_that_redeem_a_code_at_the_same_moment_get_one_order(
    ada: Visitor, bea: Visitor, give: Any, channel: ChannelDetails, application: Application
) -> None:
    (voucher,) = ada.data(f"/orders/{give(ada)['id']}/vouchers")["vouchers"]
    principals = [get_principal(ada, channel), get_principal(bea, channel)]
    container: Any = application.container
    redeem_voucher, ready = container.billing.redeem_voucher(), Barrier(REQUESTS)

    def run(who: Principal) -> int | None:
        ready.wait(10)
        try:
            with container.database().transaction(channel.id):
                return int(redeem_voucher(voucher["code"], who))
        except TouchlineError:
            return None

    with ThreadPoolExecutor(REQUESTS) as threads:
        results = list(threads.map(run, principals * 2))
    assert len({result for result in results if result is not None}) == 1
    assert results.count(None) == 2


def test_codes_of_another_viewers_order_are_not_found(ada: Visitor, bea: Visitor, give: Any) -> None:
    order = give(ada, quantity=3)
    path = f"/api/orders/{order['id']}/vouchers"
    assert bea.browser.get(path, query_string={"api_key": bea.api_key}).status_code == 404
    refund = bea.browser.post(f"{path}/refund", json={"api_key": bea.api_key})
    assert refund.status_code == 404
    assert len({voucher["code"] for voucher in ada.data(f"/orders/{order['id']}/vouchers")["vouchers"]}) == 3


def test_wrong_codes_are_limited(bea: Visitor, give: Any) -> None:
    statuses = [redeem(bea, "ABCD-EFGH-JKLM-NPQR-STUV").status_code for _ in range(12)]
    assert statuses == [400] * 10 + [429] * 2


def test_a_gift_is_emailed_once_to_its_recipient(ada: Visitor, give: Any, application: Application) -> None:
    give(ada, email="friend@example.org", recipient="Kim", message="Enjoy!")
    container: Any = application.container
    assert [container.billing.send_voucher_emails()(), container.billing.send_voucher_emails()()] == [1, 0]


def test_the_buyer_gets_links_and_qr_codes_for_printing(ada: Visitor, give: Any) -> None:
    order = give(ada, quantity=2)
    path = f"/orders/{order['id']}/vouchers"
    plain, printed = ada.data(path)["vouchers"][0], ada.data(path, with_qr=True)["vouchers"][0]
    assert plain["link"].endswith(f"/redeem#{plain['code']}")
    assert plain["qr"] is None
    assert printed["qr"].startswith("<svg")
