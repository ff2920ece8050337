"""Invariants of revenue shares: the statements have exactly what the provider kept after its fees."""

from __future__ import annotations

from datetime import UTC, datetime

from touchline.billing.adapters.sql.share_records import SqlShareRecords
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.platform.db.session import current_session

_SINCE, _UNTIL = datetime(2020, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)


def check_statements_match_provider(system: BillingSystem) -> None:
    """Check that charges, refunds, disputes and fees of the statements equal the provider's balance."""
    with system.simulator.lock:
        lines = list(system.simulator.store.list_objects("balance_transaction"))
    amount, fees = sum(line["amount"] for line in lines), sum(line["fee"] for line in lines)
    stated = stated_fees = 0
    records = SqlShareRecords(current_session)
    for channel_id in system.channels.currencies:
        with system.database.transaction(channel_id):
            for record in records.list_open(_SINCE, _UNTIL):
                sign = 1 if record.movement.value in ("charge", "dispute_won") else -1
                stated += sign * record.amount
                stated_fees += record.fee
    assert (stated, stated_fees) == (amount, fees), (
        f"the ledger has {stated} and fees of {stated_fees}, the provider {amount} and {fees}"
    )
