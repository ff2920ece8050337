"""Customers as Stripe is asked for them."""

from __future__ import annotations

from dataclasses import replace

from adapters.payments.stripe_wallet import params_of
from adapters.payments.tests.shops import payer


def test_a_viewer_without_a_name_is_a_customer_without_one() -> None:
    someone = payer()
    assert params_of(someone)["name"] == "Ada L"
    assert "name" not in params_of(replace(someone, name=""))
