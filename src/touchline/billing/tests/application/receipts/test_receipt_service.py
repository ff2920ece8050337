"""Tests for the content of receipts and credit notes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.application.receipts.receipt_service import ReceiptService
from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.ledger.transactions import Movement, Transaction, TransactionLabel
from touchline.billing.ports.receipts import ReceiptDocument, ReceiptKind
from touchline.billing.tests.checkout_fakes import InMemoryChannel
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_fakes import InMemoryLedger, InMemoryOrders
from touchline.billing.tests.order_samples import EVENT_PRODUCT, NOW, build_order, build_transaction
from touchline.billing.tests.payment_samples import build_subscription_order
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, TransactionId

ADA, BOB = AccountId(4), AccountId(5)
PAID: dict[str, Any] = {"status": OrderStatus.PAID, "starts_at": NOW}
REFUND: dict[str, Any] = {"movement": Movement.REFUND, "status": OrderStatus.REFUNDED, "ref": "re_1"}


class ReceiptHarness:
    """One order with its transactions."""

    def __init__(self, order: Order, *transactions: Transaction) -> None:
        self.order, self.channel = order, InMemoryChannel()
        self.rendered: list[ReceiptDocument] = []
        self.receipt_service = ReceiptService(
            InMemoryOrders(order), InMemoryLedger(*transactions), self.channel, self._render
        )

    def build_document(self, transaction_id: int = 1, language: str = "en") -> ReceiptDocument:
        """Return the receipt document of a transaction."""
        return self.receipt_service.build_document(self.order, TransactionId(transaction_id), language)

    def _render(self, document: ReceiptDocument) -> bytes:
        self.rendered.append(document)
        return b"%PDF"


def get_line_amounts(document: ReceiptDocument) -> dict[str, str]:
    return {line.name: line.amount.decimal for line in document.lines}


def test_a_receipt_names_the_seller_the_buyer_and_the_product() -> None:
    document = ReceiptHarness(build_order(**PAID), build_transaction(1)).build_document(language="fr")
    assert (document.kind, document.number, document.at) == (ReceiptKind.RECEIPT, "PRAIRIE-1", NOW)
    assert (document.seller.name, document.seller.site) == ("Prairie", "https://prairie.test")
    assert document.buyer == ("Ada", "ada@example.org")
    assert (document.description, document.language) == ("Les As @ Les Ours", "fr")


def test_base_price_discount_and_fee_add_up_to_the_charged_total() -> None:
    order = build_order(discount=usd("2.40"), promo_code="TIPOFF20", **PAID)
    document = ReceiptHarness(order, build_transaction(1, amount=usd("11.10"))).build_document()
    assert get_line_amounts(document) == {"base": "12.00", "discount": "2.40", "fee": "1.50"}
    assert (document.total, document.promo_code) == (usd("11.10"), "TIPOFF20")


def test_a_price_without_code_and_fee_is_one_line() -> None:
    order = build_subscription_order()
    assert get_line_amounts(
        ReceiptHarness(order, build_transaction(1, amount=usd("99.00"))).build_document()
    ) == {"base": "99.00"}


def test_a_renewal_has_no_discount_and_names_its_period() -> None:
    order = build_subscription_order(discount=usd("20.00"), promo_code="TIPOFF20")
    first = build_transaction(1, amount=usd("79.00"), label=TransactionLabel.CREATED)
    later = NOW + timedelta(days=365)
    second = build_transaction(1, amount=usd("99.00"), ref="ch_2", at=later, label=TransactionLabel.UPDATED)
    harness = ReceiptHarness(order, first, second)
    assert get_line_amounts(harness.build_document(1)) == {"base": "99.00", "discount": "20.00"}
    assert get_line_amounts(harness.build_document(2)) == {"base": "99.00"}
    period = harness.build_document(2).period
    assert period is not None
    assert (period.starts, period.ends) == (later, NOW.replace(year=2028))


def test_an_amount_other_than_the_order_total_is_one_line() -> None:
    assert get_line_amounts(
        ReceiptHarness(build_order(**PAID), build_transaction(1, amount=usd("7.77"))).build_document()
    ) == {"item": "7.77"}


def test_a_limited_purchase_shows_its_end() -> None:
    end = NOW + timedelta(days=30)
    assert (
        ReceiptHarness(build_order(**PAID, expires_at=end), build_transaction(1)).build_document().open_until
        == end
    )
    assert (
        ReceiptHarness(build_subscription_order(), build_transaction(1)).build_document().open_until is None
    )


def test_a_team_pass_names_its_team() -> None:
    team = replace(EVENT_PRODUCT, name={"en": "Team pass"}, participant_name={"en": "Aces"})
    assert (
        ReceiptHarness(build_order(product=team, **PAID), build_transaction(1)).build_document().description
        == "Team pass, Aces"
    )


def test_taxes_come_from_the_transaction_and_are_none_while_pending() -> None:
    gst = TaxLine("GST", "5", usd("0.64"))
    assert ReceiptHarness(build_order(**PAID), build_transaction(1, tax=(gst,))).build_document().taxes == (
        gst,
    )
    assert ReceiptHarness(build_order(**PAID), build_transaction(1)).build_document().taxes == ()
    assert (
        ReceiptHarness(build_order(**PAID), build_transaction(1, taxed=False)).build_document().taxes is None
    )


def test_a_credit_note_names_the_receipt_that_it_credits() -> None:
    harness = ReceiptHarness(
        build_order(**PAID), build_transaction(1), build_transaction(1, amount=usd("3.00"), **REFUND)
    )
    note = harness.build_document(2)
    assert (note.kind, note.number, note.original_number) == (
        ReceiptKind.CREDIT_NOTE,
        "PRAIRIE-2",
        "PRAIRIE-1",
    )
    assert (note.total, get_line_amounts(note), note.period) == (usd("3.00"), {"item": "3.00"}, None)


def test_a_credit_note_for_one_of_several_charges_names_no_receipt() -> None:
    renewal = build_transaction(1, ref="ch_2", at=NOW + timedelta(days=30))
    assert (
        ReceiptHarness(
            build_subscription_order(), build_transaction(1), renewal, build_transaction(1, **REFUND)
        )
        .build_document(3)
        .original_number
        is None
    )


def test_a_closed_account_is_not_named() -> None:
    harness = ReceiptHarness(build_order(**PAID), build_transaction(1))
    del harness.channel.viewers[ADA]
    assert harness.build_document().buyer is None
    harness.order.account_id = None
    assert harness.build_document().buyer is None


@pytest.mark.parametrize(
    "other",
    [
        build_transaction(1, status=OrderStatus.FAILED),
        build_transaction(1, movement=Movement.DISPUTE, status=OrderStatus.REFUNDED),
        build_transaction(1, movement=Movement.DISPUTE_WON),
        build_transaction(2),
    ],
)
def test_a_transaction_without_a_receipt_has_no_document(other: Transaction) -> None:
    with pytest.raises(NotFoundError):
        ReceiptHarness(build_order(**PAID), other).build_document()


def test_viewers_get_only_their_own_receipts() -> None:
    harness = ReceiptHarness(build_order(**PAID), build_transaction(1))
    found = harness.receipt_service.get_for_viewer(ADA, harness.order.id, TransactionId(1), "en")
    assert (found.name, found.content) == ("prairie-1.pdf", b"%PDF")
    for account, order_id in ((BOB, harness.order.id), (ADA, 9)):
        with pytest.raises(NotFoundError):
            harness.receipt_service.get_for_viewer(account, order_id, TransactionId(1), "en")  # type: ignore[arg-type]
    assert len(harness.rendered) == 1
