"""A simulated year: the ledger, its export, the provider's own figures and the receipts agree to the cent."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from decimal import Decimal
from pathlib import Path

import pytest
import stripe

from adapters.payments.fake_stripe.keys import SECRET_KEY
from touchline.billing.adapters.sql.order_reports import SqlOrderReports
from touchline.billing.application.ledger.export_ledger import COLUMNS, ExportLedger
from touchline.billing.application.receipts.receipt_service import RECEIPT_STATUSES
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.ports.order_reports import DateRange
from touchline.billing.ports.receipts import ReceiptKind
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.checkpoints import CheckpointHttpClient, Checkpoints
from touchline.billing.tests.proof.simulated_year import CURRENCIES, SimulatedYear
from touchline.platform.db.session import current_session
from touchline.shared.money import Money

SEED = os.environ.get("TOUCHLINE_PROOF_SEED", "a year")
Totals = Counter[tuple[str, str]]
"""Amounts in minor units, by order uuid (or currency) and by `charged`, `refunded` or `disputed`."""


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BillingSystem:
    """Return a billing system. The SDK retries without a delay."""
    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0)
    monkeypatch.setattr(stripe.HTTPClient, "MAX_DELAY", 0)
    return BillingSystem(f"sqlite:///{tmp_path / 'store.sqlite'}", CURRENCIES)


@pytest.mark.nightly
def test_after_a_year_the_books_agree_to_the_cent(system: BillingSystem) -> None:
    SimulatedYear(system, SEED).run()
    _check_coverage(system)
    ledger, provider = _sum_ledger(system), _sum_provider(system)
    assert ledger == provider, f"{SEED}: {_list_differences(ledger, provider)}"
    _check_export(system, ledger)
    _check_receipts(system, ledger)


def _check_coverage(system: BillingSystem) -> None:
    """Check that the year contains every kind of purchase in each currency, and every kind of transaction."""
    orders = system.list_orders()
    kinds = {(order.currency, order.product.kind) for order in orders if order.status is OrderStatus.PAID}
    assert len(kinds) == len(CURRENCIES) * len(ProductKind)
    lines = system.list_transactions()
    assert {line.movement for line in lines} == {movement.value for movement in Movement}
    assert {line.status for line in lines} == {"paid", "failed", "refunded"}
    assert {line.label for line in lines} >= {"created", "updated"}
    assert any(order.trial_days for order in orders)
    assert any(order.discount.minor for order in orders)
    assert len(lines) > 150


def _sum_ledger(system: BillingSystem) -> Totals:
    uuids = {int(order.id): order.uuid for order in system.list_orders()}
    found: Totals = Counter()
    for line in system.list_transactions():
        if line.status == "failed":
            continue
        name, sign = {
            "charge": ("charged", 1),
            "refund": ("refunded", 1),
            "dispute": ("disputed", 1),
            "dispute_won": ("refunded" if line.ref.endswith(":back") else "disputed", -1),
        }[line.movement]
        for owner in (uuids[line.order_id], line.currency):
            found[owner, name] += sign * line.amount_minor
    return +found


def _sum_provider(system: BillingSystem) -> Totals:
    """Return the same totals, read from the provider with the official SDK."""
    sdk = stripe.StripeClient(
        SECRET_KEY, http_client=CheckpointHttpClient(system.simulator, Checkpoints())
    ).v1
    found: Totals = Counter()
    owners = _map_owners(sdk)
    charges = {charge.id: charge for charge in sdk.charges.list({"limit": 100}).auto_paging_iter()}

    def add_amount(charge: str, name: str, amount: int) -> None:
        stripe_charge = charges[charge]
        for key in (owners[str(stripe_charge.payment_intent)], stripe_charge.currency.upper()):
            found[key, name] += amount

    for charge in charges.values():
        if charge.paid:
            add_amount(charge.id, "charged", charge.amount_captured)
    for refund in sdk.refunds.list({"limit": 100}).auto_paging_iter():
        if refund.status == "succeeded":
            add_amount(str(refund.charge), "refunded", refund.amount)
    for dispute in sdk.disputes.list({"limit": 100}).auto_paging_iter():
        if dispute.status != "won":
            add_amount(str(dispute.charge), "disputed", dispute.amount)
    return +found


def _map_owners(sdk: stripe.V1Services) -> dict[str, str]:
    """Return the order of each payment, by the id of its PaymentIntent."""
    found = {}
    for intent in sdk.payment_intents.list({"limit": 100}).auto_paging_iter():
        if "order" in intent.metadata:
            found[intent.id] = str(intent.metadata["order"])
    for subscription in sdk.subscriptions.list({"limit": 100, "status": "all"}).auto_paging_iter():
        invoices = sdk.invoices.list(
            {"subscription": subscription.id, "limit": 100, "expand": ["data.payments"]}
        )
        for invoice in invoices.auto_paging_iter():
            for payment in invoice.payments.data if invoice.payments else ():
                found[str(payment.payment.payment_intent)] = str(subscription.metadata["order"])
    return found


def _check_export(system: BillingSystem, ledger: Totals) -> None:
    """Check the bookkeeping export, which has major units."""
    for channel, currency in CURRENCIES.items():
        with system.database.transaction(channel):
            rows = list(ExportLedger(SqlOrderReports(current_session))(DateRange(), "en"))
        assert {row[COLUMNS.index("currency")] for row in rows} == {currency}
        net_total = sum((Decimal(row[COLUMNS.index("net")]) for row in rows), Decimal(0))
        assert Money.parse(str(net_total), currency).minor == _compute_net(ledger, currency)


def _check_receipts(system: BillingSystem, ledger: Totals) -> None:
    """Check that receipts and credit notes equal the charges and refunds. Disputes have no documents."""
    documents: Totals = Counter()
    numbers, failed_refunds = set(), defaultdict(int)  # type: set[str], defaultdict[str, int]
    channels = {currency: channel for channel, currency in CURRENCIES.items()}
    for order in system.list_orders():
        with system.database.transaction(channels[order.currency]):
            for line in system.billing.ledger().list_for_orders([order.id]).get(order.id, ()):
                failed_refunds[order.uuid] += line.amount.minor if line.ref.endswith(":back") else 0
                if RECEIPT_STATUSES.get(line.movement) is not line.status:
                    continue
                document = system.billing.receipt_service().build_document(order, line.id, "en")
                signs = (-1 if receipt_line.name == "discount" else 1 for receipt_line in document.lines)
                parts = sum(
                    sign * receipt_line.amount.minor
                    for sign, receipt_line in zip(signs, document.lines, strict=True)
                )
                assert parts == document.total.minor == line.amount.minor
                assert sum(tax.amount.minor for tax in document.taxes or ()) <= document.total.minor
                assert document.number not in numbers
                numbers.add(document.number)
                name = "charged" if document.kind is ReceiptKind.RECEIPT else "refunded"
                documents[order.uuid, name] += document.total.minor
                documents[order.currency, name] += document.total.minor
        documents[order.uuid, "refunded"] -= failed_refunds[order.uuid]
        documents[order.currency, "refunded"] -= failed_refunds[order.uuid]
    expected = Counter({key: amount for key, amount in ledger.items() if key[1] != "disputed"})
    assert +documents == expected, f"{SEED}: {_list_differences(documents, expected)}"


def _compute_net(totals: Totals, owner: str) -> int:
    return totals[owner, "charged"] - totals[owner, "refunded"] - totals[owner, "disputed"]


def _list_differences(first: Totals, second: Totals) -> list[object]:
    return [(key, first[key], second[key]) for key in sorted({*first, *second}) if first[key] != second[key]]
