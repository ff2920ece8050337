"""State survives restarts and contains no card data."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from adapters.payments.fake_stripe.core.simulator import StripeSimulator
from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from adapters.payments.fake_stripe.tests.merchant import Merchant, get_period

DAY = 86_400


def test_all_state_survives_a_restart(tmp_path: Path) -> None:
    with FakeStripeServer(tmp_path) as fake_stripe:
        merchant = Merchant(fake_stripe)
        customer = merchant.create_customer()
        card = merchant.attach_card(customer)
        intent = merchant.pay(customer, card)
        created = merchant.subscribe(customer, card, merchant.create_price(interval="day", count=30))
        fake_stripe.advance(days=20)
        fake_stripe.set_webhook_mode("never")
        time_before_restart = fake_stripe.now()
    with FakeStripeServer(tmp_path) as fake_stripe:
        merchant = Merchant(fake_stripe)
        assert fake_stripe.now() >= time_before_restart
        assert merchant.api.payment_intents.retrieve(intent.id).status == "succeeded"
        assert [method.id for method in merchant.api.payment_methods.list({"customer": customer}).data] == [
            card
        ]
        merchant.create_customer()
        assert fake_stripe.list_deliveries()[-1]["lost"]
        fake_stripe.advance(days=11)
        assert get_period(merchant.api.subscriptions.retrieve(created.id))[0] == get_period(created)[1]


def test_work_that_became_due_while_stopped_runs_at_the_next_call(tmp_path: Path) -> None:
    started_at = time.time()
    simulator = StripeSimulator(tmp_path, wall_clock=lambda: started_at)
    customer = simulator.call("POST", "customers", {"payment_method": "pm_card_visa"})["id"]
    card = simulator.call("GET", "payment_methods", {"customer": customer})["data"][0]["id"]
    product = simulator.call("POST", "products", {"name": "Gold"})["id"]
    recurring = {"interval": "day", "interval_count": 30}
    price = simulator.call(
        "POST", "prices", {"product": product, "currency": "usd", "unit_amount": 999, "recurring": recurring}
    )["id"]
    params: Any = {"customer": customer, "items": [{"price": price}], "default_payment_method": card}
    created = simulator.call("POST", "subscriptions", params)
    simulator.close()
    later = StripeSimulator(tmp_path, wall_clock=lambda: started_at + 100 * DAY)
    invoices = later.call("GET", "invoices", {"subscription": created["id"]})["data"]
    assert [invoice["created"] - created["created"] for invoice in invoices] == [
        90 * DAY,
        60 * DAY,
        30 * DAY,
        0,
    ]
    later.close()


def test_card_numbers_and_security_codes_are_not_stored(tmp_path: Path) -> None:
    number, code = "4242424242424242", "7319"
    with FakeStripeServer(tmp_path) as fake_stripe:
        merchant = Merchant(fake_stripe)
        card: Any = {"number": "378282246310005", "exp_month": 8, "exp_year": 2031, "cvc": code}
        merchant.api.payment_methods.create({"type": "card", "card": card})
        customer = merchant.create_customer()
        data: Any = {"type": "card", "card": {"number": number, "exp_month": 8, "exp_year": 2031}}
        params: Any = {"amount": 1000, "currency": "usd", "customer": customer, "payment_method_data": data}
        merchant.api.payment_intents.create(params, {"idempotency_key": "order-1"})
        stored_cells = [
            str(cell)
            for table in ("objects", "keys", "deliveries", "settings")
            for row in fake_stripe.simulator.store.db.execute(f"SELECT * FROM {table}")  # noqa: S608
            for cell in row
        ]
    assert not [cell for cell in stored_cells if number in cell or "378282246310005" in cell]
    assert not [cell for cell in stored_cells if f'"{code}"' in cell]
    for path in tmp_path.iterdir():
        assert number.encode() not in path.read_bytes()


def test_reset_deletes_everything(fake_stripe: FakeStripeServer, merchant: Merchant) -> None:
    merchant.create_customer()
    fake_stripe.advance(days=10)
    fake_stripe.fail_next(5, "500")
    fake_stripe.reset()
    assert abs(fake_stripe.now() - time.time()) < 60
    assert merchant.api.customers.list().data == []
    assert fake_stripe.list_deliveries() == []
