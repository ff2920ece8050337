"""State outlives the process; what must not be kept is not in it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from adapters.payments.fake_stripe.running import Running
from adapters.payments.fake_stripe.tests.shop import Shop, period
from adapters.payments.fake_stripe.world import World

DAY = 86_400


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    with Running(tmp_path) as running:
        shop = Shop(running)
        customer = shop.customer()
        card = shop.card(customer)
        intent = shop.pay(customer, card)
        made = shop.subscribe(customer, card, shop.price(interval="day", count=30))
        running.advance(days=20)
        running.webhooks("never")
        ahead = running.now()
    with Running(tmp_path) as running:
        shop = Shop(running)
        assert running.now() >= ahead
        assert shop.api.payment_intents.retrieve(intent.id).status == "succeeded"
        assert [found.id for found in shop.api.payment_methods.list({"customer": customer}).data] == [card]
        shop.customer()
        assert running.deliveries()[-1]["lost"]
        running.advance(days=11)
        assert period(shop.api.subscriptions.retrieve(made.id))[0] == period(made)[1]


def test_what_was_due_while_nobody_was_there_happens_at_the_next_call(tmp_path: Path) -> None:
    world = World(tmp_path)
    customer = world.call("POST", "customers", {"payment_method": "pm_card_visa"})["id"]
    card = world.call("GET", "payment_methods", {"customer": customer})["data"][0]["id"]
    product = world.call("POST", "products", {"name": "Gold"})["id"]
    recurring = {"interval": "day", "interval_count": 30}
    price = world.call(
        "POST", "prices", {"product": product, "currency": "usd", "unit_amount": 999, "recurring": recurring}
    )["id"]
    asked: Any = {"customer": customer, "items": [{"price": price}], "default_payment_method": card}
    made = world.call("POST", "subscriptions", asked)
    world.close()
    later = World(tmp_path, wall=lambda: time.time() + 100 * DAY)
    invoices = later.call("GET", "invoices", {"subscription": made["id"]})["data"]
    assert [invoice["created"] - made["created"] for invoice in invoices] == [90 * DAY, 60 * DAY, 30 * DAY, 0]
    later.close()


def test_no_card_number_and_no_code_is_kept(tmp_path: Path) -> None:
    number, code = "4242424242424242", "7319"
    with Running(tmp_path) as running:
        shop = Shop(running)
        card: Any = {"number": "378282246310005", "exp_month": 8, "exp_year": 2031, "cvc": code}
        shop.api.payment_methods.create({"type": "card", "card": card})
        customer = shop.customer()
        data: Any = {"type": "card", "card": {"number": number, "exp_month": 8, "exp_year": 2031}}
        asked: Any = {"amount": 1000, "currency": "usd", "customer": customer, "payment_method_data": data}
        shop.api.payment_intents.create(asked, {"idempotency_key": "order-1"})
        kept = [
            str(cell)
            for table in ("objects", "keys", "deliveries", "settings")
            for row in running.world.store.db.execute(f"SELECT * FROM {table}")  # noqa: S608
            for cell in row
        ]
    assert not [cell for cell in kept if number in cell or "378282246310005" in cell]
    assert not [cell for cell in kept if f'"{code}"' in cell]
    for path in tmp_path.iterdir():
        assert number.encode() not in path.read_bytes()


def test_reset_forgets_everything(running: Running, shop: Shop) -> None:
    shop.customer()
    running.advance(days=10)
    running.fail_next(5, "500")
    running.reset()
    assert abs(running.now() - time.time()) < 60
    assert shop.api.customers.list().data == []
    assert running.deliveries() == []
