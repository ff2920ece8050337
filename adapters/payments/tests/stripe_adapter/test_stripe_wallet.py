"""Customer parameters sent to Stripe."""

from __future__ import annotations

from dataclasses import replace

from adapters.payments.stripe_wallet import build_customer_params
from adapters.payments.tests.provider_harness import build_payer


def test_a_viewer_without_a_name_is_a_customer_without_a_name() -> None:
    payer = build_payer()
    assert build_customer_params(payer)["name"] == "Ada L"
    assert "name" not in build_customer_params(replace(payer, name=""))
