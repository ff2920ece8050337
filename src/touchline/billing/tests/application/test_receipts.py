"""What stands on receipts and credit notes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.application.receipts import Receipts
from touchline.billing.domain.ledger import Label, Movement, Transaction
from touchline.billing.domain.orders import Order, OrderStatus
from touchline.billing.domain.taxes import TaxLine
from touchline.billing.ports.receipts import Paper, PaperKind
from touchline.billing.tests.order_fakes import MemoryLedger, MemoryOrders
from touchline.billing.tests.orders import GAME, NOW, line, order
from touchline.billing.tests.payments import subscribed
from touchline.billing.tests.samples import dollars
from touchline.billing.tests.till_fakes import MemoryChannel
from touchline.shared.errors import NotFound
from touchline.shared.ids import AccountId, TransactionId

ADA, BOB = AccountId(4), AccountId(5)
PAID: dict[str, Any] = {"status": OrderStatus.PAID, "starts_at": NOW}
BACK: dict[str, Any] = {"movement": Movement.REFUND, "status": OrderStatus.REFUNDED, "ref": "re_1"}


class Desk:
    """One order with its lines."""

    def __init__(self, bought: Order, *lines: Transaction) -> None:
        self.order, self.channel = bought, MemoryChannel()
        self.printed: list[Paper] = []
        self.receipts = Receipts(MemoryOrders(bought), MemoryLedger(*lines), self.channel, self._print)

    def paper(self, number: int = 1, language: str = "en") -> Paper:
        """What stands on the paper of a line."""
        return self.receipts.paper(self.order, TransactionId(number), language)

    def _print(self, paper: Paper) -> bytes:
        self.printed.append(paper)
        return b"%PDF"


def parts(paper: Paper) -> dict[str, str]:
    return {part.name: part.amount.decimal for part in paper.parts}


def test_a_receipt_names_the_seller_the_buyer_and_what_was_bought() -> None:
    paper = Desk(order(**PAID), line(1)).paper(language="fr")
    assert (paper.kind, paper.number, paper.at) == (PaperKind.RECEIPT, "PRAIRIE-1", NOW)
    assert (paper.seller.name, paper.seller.site) == ("Prairie", "https://prairie.test")
    assert paper.buyer == ("Ada", "ada@example.org")
    assert (paper.item, paper.language) == ("Les As @ Les Ours", "fr")


def test_price_code_and_fee_come_to_the_total_of_the_ledger() -> None:
    bought = order(discount=dollars("2.40"), promo_code="TIPOFF20", **PAID)
    paper = Desk(bought, line(1, amount=dollars("11.10"))).paper()
    assert parts(paper) == {"base": "12.00", "discount": "2.40", "fee": "1.50"}
    assert (paper.total, paper.promo_code) == (dollars("11.10"), "TIPOFF20")


def test_a_price_without_code_and_fee_is_one_line() -> None:
    bought = subscribed()
    assert parts(Desk(bought, line(1, amount=dollars("99.00"))).paper()) == {"base": "99.00"}


def test_a_renewal_has_no_discount_and_says_its_period() -> None:
    bought = subscribed(discount=dollars("20.00"), promo_code="TIPOFF20")
    first = line(1, amount=dollars("79.00"), label=Label.CREATED)
    later = NOW + timedelta(days=365)
    second = line(1, amount=dollars("99.00"), ref="ch_2", at=later, label=Label.UPDATED)
    desk = Desk(bought, first, second)
    assert parts(desk.paper(1)) == {"base": "99.00", "discount": "20.00"}
    assert parts(desk.paper(2)) == {"base": "99.00"}
    period = desk.paper(2).period
    assert period is not None
    assert (period.starts, period.ends) == (later, NOW.replace(year=2028))


def test_an_amount_that_is_not_the_orders_is_one_line_that_is_right() -> None:
    assert parts(Desk(order(**PAID), line(1, amount=dollars("7.77"))).paper()) == {"item": "7.77"}


def test_what_ends_once_says_until_when_it_is_open() -> None:
    end = NOW + timedelta(days=30)
    assert Desk(order(**PAID, expires_at=end), line(1)).paper().open_until == end
    assert Desk(subscribed(), line(1)).paper().open_until is None


def test_a_team_pass_names_its_team() -> None:
    team = replace(GAME, name={"en": "Team pass"}, participant_name={"en": "Aces"})
    assert Desk(order(product=team, **PAID), line(1)).paper().item == "Team pass, Aces"


def test_taxes_are_those_of_the_line_and_unknown_ones_are_not_none() -> None:
    gst = TaxLine("GST", "5", dollars("0.64"))
    assert Desk(order(**PAID), line(1, tax=(gst,))).paper().taxes == (gst,)
    assert Desk(order(**PAID), line(1)).paper().taxes == ()
    assert Desk(order(**PAID), line(1, taxed=False)).paper().taxes is None


def test_a_credit_note_names_the_receipt_that_it_takes_back() -> None:
    desk = Desk(order(**PAID), line(1), line(1, amount=dollars("3.00"), **BACK))
    note = desk.paper(2)
    assert (note.kind, note.number, note.about) == (PaperKind.CREDIT_NOTE, "PRAIRIE-2", "PRAIRIE-1")
    assert (note.total, parts(note), note.period) == (dollars("3.00"), {"item": "3.00"}, None)


def test_a_credit_note_among_several_charges_names_none_of_them() -> None:
    renewal = line(1, ref="ch_2", at=NOW + timedelta(days=30))
    assert Desk(subscribed(), line(1), renewal, line(1, **BACK)).paper(3).about is None


def test_who_closed_the_account_is_not_named_any_more() -> None:
    desk = Desk(order(**PAID), line(1))
    del desk.channel.people[ADA]
    assert desk.paper().buyer is None
    desk.order.account_id = None
    assert desk.paper().buyer is None


@pytest.mark.parametrize(
    "other",
    [
        line(1, status=OrderStatus.FAILED),
        line(1, movement=Movement.DISPUTE, status=OrderStatus.REFUNDED),
        line(1, movement=Movement.DISPUTE_WON),
        line(2),
    ],
)
def test_a_line_without_a_paper_has_none(other: Transaction) -> None:
    with pytest.raises(NotFound):
        Desk(order(**PAID), other).paper()


def test_a_viewer_prints_only_what_is_theirs() -> None:
    desk = Desk(order(**PAID), line(1))
    found = desk.receipts.of_viewer(ADA, desk.order.id, TransactionId(1), "en")
    assert (found.name, found.content) == ("prairie-1.pdf", b"%PDF")
    for account, order_id in ((BOB, desk.order.id), (ADA, 9)):
        with pytest.raises(NotFound):
            desk.receipts.of_viewer(account, order_id, TransactionId(1), "en")  # type: ignore[arg-type]
    assert len(desk.printed) == 1
