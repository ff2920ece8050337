"""Invariants of receipts: each has its own number, and its lines add up to its ledger line."""

from __future__ import annotations

from touchline.billing.application.receipts.receipt_service import has_receipt
from touchline.billing.tests.proof.billing_system import BillingSystem


def check_receipts(system: BillingSystem) -> None:
    """Check the receipts and credit notes of all channels."""
    numbers: set[str] = set()
    for channel_id in system.channels.currencies:
        with system.database.transaction(channel_id):
            orders = {order.id: order for order in system.list_orders()}
            ledger = system.billing.ledger().list_for_orders(list(orders))
            for order_id, lines in ledger.items():
                for line in lines:
                    if not has_receipt(line):
                        continue
                    document = system.billing.receipt_service().build_document(
                        orders[order_id], line.id, "fr"
                    )
                    parts = [
                        -part.amount.minor if part.name == "discount" else part.amount.minor
                        for part in document.lines
                    ]
                    assert sum(parts) == document.total.minor == line.amount.minor
                    assert sum(tax.amount.minor for tax in document.taxes or ()) <= document.total.minor
                    assert document.number not in numbers, f"Two receipts have the number {document.number}."
                    numbers.add(document.number)
