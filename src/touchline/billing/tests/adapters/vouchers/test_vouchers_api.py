"""Tests for gifts and group codes in the real app, on both databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.tests.adapters.conftest import JoinTeam, PublishOffers
from touchline.billing.tests.offer_samples import billing_part, package_entry
from touchline.channel.facade import ChannelDetails, Role
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
        response = viewer.browser.post(
            "/api/stripe/buy",
            json=body | {"api_key": viewer.api_key},
            headers={"Idempotency-Key": uuid4().hex},
        )
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


@pytest.mark.both_databases
def test_refunds_and_redemptions_of_the_same_codes_at_the_same_moment_do_not_both_succeed(
    ada: Visitor, bea: Visitor, give: Any, channel: ChannelDetails, application: Application
) -> None:
    order = give(ada, quantity=2)
    vouchers = ada.data(f"/orders/{order['id']}/vouchers")["vouchers"]
    buyer, recipient = get_principal(ada, channel), get_principal(bea, channel)
    container: Any = application.container
    redeem_voucher, refund = container.billing.redeem_voucher(), container.billing.refund_vouchers()
    calls = [lambda: redeem_voucher(vouchers[0]["code"], recipient), lambda: refund(buyer, order["id"], [1])]
    ready = Barrier(REQUESTS)

    def run(number: int) -> bool:
        ready.wait(10)
        try:
            with container.database().transaction(channel.id):
                calls[number % 2]()
        except TouchlineError:
            return False
        return True

    with ThreadPoolExecutor(REQUESTS) as threads:
        results = list(threads.map(run, range(REQUESTS)))
    assert any(results[0::2]) is not any(results[1::2])
    state = ada.data(f"/orders/{order['id']}/vouchers")["vouchers"][0]["state"]
    assert state == ("redeemed" if any(results[0::2]) else "canceled")


def test_operators_see_who_redeemed_a_code_and_refund_or_send_the_others(
    ada: Visitor, bea: Visitor, join_team: JoinTeam, give: Any
) -> None:
    operator = join_team(Role.SUPPORT, "support@example.org")
    order = give(ada, quantity=3)
    codes = [voucher["code"] for voucher in ada.data(f"/orders/{order['id']}/vouchers")["vouchers"]]
    opened = redeem(bea, codes[0]).json["data"]
    path = f"/studio/orders/{order['id']}/vouchers"
    first, *_ = operator.data(path)["vouchers"]
    assert first["redeemed_by"]["id"] == bea.data("/profile")["id"]
    assert first["redeemed_order_id"] == opened["id"] and "code" not in first
    key = {"api_key": operator.api_key}
    send = operator.browser.post(f"/api{path}/2/send", json=key | {"email": "kim@example.org"})
    assert send.json and send.json["data"]["vouchers"][1]["email"] == "kim@example.org"
    refused = operator.browser.post(f"/api{path}/refund", json=key | {"numbers": [1, 3]})
    assert refused.json and (refused.status_code, refused.json["code"]) == (400, "errors.voucher_redeemed")
    refunded = operator.browser.post(f"/api{path}/refund", json=key | {"numbers": [3]})
    assert refunded.json
    assert [voucher["state"] for voucher in refunded.json["data"]["vouchers"]] == [
        "redeemed", "scheduled", "canceled",
    ]  # fmt: skip
    assert [found["id"] for found in operator.data("/studio/orders", for_others=True)] == [order["id"]]
    forbidden = ada.browser.get(f"/api{path}", query_string={"api_key": ada.api_key})
    assert forbidden.status_code == 403


def test_the_export_of_a_buyer_has_the_recipients_without_the_codes(
    ada: Visitor, give: Any, channel: ChannelDetails, application: Application
) -> None:
    give(ada, email="friend@example.org", recipient="Kim", message="Enjoy!")
    container: Any = application.container
    with container.database().transaction(channel.id):
        export = container.billing.export_orders()(get_principal(ada, channel).viewer_id)
    [voucher] = export["orders"][0]["vouchers"]
    assert (voucher["email"], voucher["recipient"]) == ("friend@example.org", "Kim")
    assert "code_hash" not in voucher


@pytest.mark.both_databases
def test_a_recipient_gets_the_gift_in_the_export_and_is_erased_from_it(
    ada: Visitor, bea: Visitor, give: Any, channel: ChannelDetails, application: Application
) -> None:
    order = give(ada, email="bea@example.org", recipient="Bea", message="Enjoy!")
    path = f"/orders/{order['id']}/vouchers"
    assert redeem(bea, ada.data(path)["vouchers"][0]["code"]).status_code == 200
    recipient = get_principal(bea, channel).viewer_id
    container: Any = application.container
    with container.database().transaction(channel.id):
        [received] = container.billing.export_orders()(recipient)["orders"]
        assert (received["gift"]["email"], received["gift"]["message"]) == ("bea@example.org", "Enjoy!")
        assert received["vouchers"] == []
        container.billing.close_customer()(channel.id, recipient)
    [voucher] = ada.data(path)["vouchers"]
    assert (voucher["state"], voucher["email"], voucher["recipient"], voucher["message"]) == (
        "redeemed",
        None,
        None,
        None,
    )
