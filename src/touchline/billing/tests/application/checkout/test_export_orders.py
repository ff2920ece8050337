"""Tests for the billing data in a viewer's account export (api.md, `GET /account-export`)."""

from __future__ import annotations

from touchline.billing.domain.checkout.orders import Grant, OrderStatus
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.offers.offers import Capability, Feature
from touchline.billing.tests.account_fakes import TRIAL_DIGESTS, build_account_services
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import NOW, build_order, build_transaction
from touchline.shared.ids import AccountId

ME = AccountId(4)


def test_all_orders_are_exported_with_every_transaction() -> None:
    mine = build_order(
        status=OrderStatus.PAID, starts_at=NOW, card="pm_1", payment_ref="pi_1", country="CA", uuid="1"
    )
    charge = build_transaction(1, tax=(TaxLine("GST", "5", usd("0.64")),))
    exported = build_account_services(
        build_order(uuid="0", account_id=AccountId(5)), mine, transactions=(build_transaction(2), charge)
    )[2](ME)
    assert exported["customer"] is None
    assert exported["trial_used"] is False
    (found,) = exported["orders"]
    assert (found["id"], found["status"], found["total"]) == (2, "paid", "13.50")
    assert (found["card"], found["payment"], found["country"]) == ("pm_1", "pi_1", "CA")
    assert found["product"]["name"] == {"en": "Aces @ Bears", "fr": "Les As @ Les Ours"}
    assert [transaction["payment"] for transaction in found["transactions"]] == ["ch_2"]


def test_an_order_is_exported_with_its_limits() -> None:
    bought = build_order(grant=Grant(capabilities=(Capability.CLIPPING,), limits={Feature.CLIPS: 50}))
    (found,) = build_account_services(bought)[2](ME)["orders"]
    assert found["opens"]["limits"] == {"clips": 50}


def test_the_client_secret_is_not_exported() -> None:
    secret = build_order(client_secret="pi_1_secret_2", key="browser-key", slot="event:12")
    exported = repr(build_account_services(secret)[2](ME))
    assert "secret_2" not in exported
    assert "browser-key" not in exported


def test_a_used_trial_is_exported() -> None:
    assert build_account_services(digests=(TRIAL_DIGESTS.for_account(ME),))[2](ME)["trial_used"] is True
