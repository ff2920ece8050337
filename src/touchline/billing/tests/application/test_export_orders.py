"""What is told to the viewer of what is held about them (api.md, `GET /account-export`)."""

from __future__ import annotations

from touchline.billing.domain.offers import Capability, Feature
from touchline.billing.domain.orders import Grant, OrderStatus
from touchline.billing.domain.taxes import TaxLine
from touchline.billing.tests.holdings import MARKS, holdings
from touchline.billing.tests.orders import NOW, line, order
from touchline.billing.tests.samples import dollars
from touchline.shared.ids import AccountId

ME = AccountId(4)


def test_all_orders_are_told_with_every_line_of_their_ledger() -> None:
    mine = order(
        status=OrderStatus.PAID, starts_at=NOW, card="pm_1", payment_ref="pi_1", country="CA", uuid="1"
    )
    charge = line(1, tax=(TaxLine("GST", "5", dollars("0.64")),))
    told = holdings(order(uuid="0", account_id=AccountId(5)), mine, lines=(line(2), charge))[2](ME)
    assert told["customer"] is None
    assert told["trial_used"] is False
    (found,) = told["orders"]
    assert (found["id"], found["status"], found["total"]) == (2, "paid", "13.50")
    assert (found["card"], found["payment"], found["country"]) == ("pm_1", "pi_1", "CA")
    assert found["product"]["name"] == {"en": "Aces @ Bears", "fr": "Les As @ Les Ours"}
    assert [one["payment"] for one in found["transactions"]] == ["ch_2"]


def test_what_an_order_allows_is_told_with_its_limits() -> None:
    bought = order(grant=Grant(capabilities=(Capability.CLIPPING,), limits={Feature.CLIPS: 50}))
    (found,) = holdings(bought)[2](ME)["orders"]
    assert found["opens"]["limits"] == {"clips": 50}


def test_what_opens_a_payment_is_not_told() -> None:
    secret = order(client_secret="pi_1_secret_2", key="browser-key", slot="event:12")
    told = repr(holdings(secret)[2](ME))
    assert "secret_2" not in told
    assert "browser-key" not in told


def test_that_a_trial_was_used_is_told() -> None:
    assert holdings(marks=(MARKS.account(ME),))[2](ME)["trial_used"] is True
