"""Invariants of revenue shares: the statements have exactly what the provider kept after its fees, each
ledger line is in one month, and each closed month was paid out at most once.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import text

from touchline.billing.adapters.sql.order_tables import TransactionRow
from touchline.billing.adapters.sql.share_records import SqlShareRecords
from touchline.billing.application.revenue_share.ledger_lines import format_month
from touchline.billing.domain.revenue_share.rules import get_next_month
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.platform.db.session import current_channel_id, current_session
from touchline.shared.money import Money

_SINCE, _UNTIL = datetime(2020, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
_CLOSED_MONTHS = text("SELECT channel_id, month, CAST(statements AS TEXT) FROM billing_share_month")
_ZONE = ZoneInfo("America/Toronto")
_AMOUNTS = ("charges", "refunds", "disputes", "taxes", "fees")


class ClosedMonths:
    """Remembers the statements of closed months, and checks that none ever changes or disappears."""

    def __init__(self, system: BillingSystem) -> None:
        self._system = system
        self._seen: dict[tuple[int, str], str] = {}

    def check(self) -> None:
        """Compare the closed months with those of the last check."""
        with self._system.database.engine.connect() as connection:
            rows = connection.execute(_CLOSED_MONTHS).all()
        stored = {(channel_id, month): statements for channel_id, month, statements in rows}
        for key, statements in self._seen.items():
            assert stored.get(key) == statements, f"The closed month {key} has changed."
        self._seen = stored


def check_shares(system: BillingSystem) -> None:
    """Check the statements of all months, and the payouts."""
    check_statements_match_provider(system)
    for channel_id in system.channels.currencies:
        check_months_match_ledger(system, channel_id)
    check_payouts(system)


def check_statements_match_provider(system: BillingSystem) -> None:
    """Check that charges, refunds, disputes and fees of all lines equal the provider's balance."""
    with system.simulator.lock:
        lines = [
            line
            for line in system.simulator.store.list_objects("balance_transaction")
            if line["type"] != "transfer"
        ]
    amount, fees = sum(line["amount"] for line in lines), sum(line["fee"] for line in lines)
    ledger = [line for line in system.list_transactions() if line.status != "failed"]
    stated = sum(_sign(line) * line.amount_minor for line in ledger)
    stated_fees = sum(line.fee_minor or 0 for line in ledger)
    assert (stated, stated_fees) == (amount, fees), (
        f"the ledger has {stated} and fees of {stated_fees}, the provider {amount} and {fees}"
    )
    records, listed = SqlShareRecords(current_session), 0
    for channel_id in system.channels.currencies:
        with system.database.transaction(channel_id):
            listed += len(list(records.list_open(_SINCE, _UNTIL)))
    assert listed == sum(line.share_month is None for line in ledger), "Lines are missing in statements."


def check_months_match_ledger(system: BillingSystem, channel_id: int) -> None:
    """Check the sums of each month: closed months have the lines that they were closed with, the next one
    has all others before its end, and later ones have their own.
    """
    with system.database.transaction(channel_id):
        statements = system.billing.share_statements()
        next_month, current = statements.get_next_month(), statements.get_current_month()
        if next_month is None:
            return
        first = get_first_month(system)
        assert first is not None
        months, month = {}, first
        while month <= max(next_month, current):
            months[month] = statements.get(month)
            month = get_next_month(month)
    expected: dict[str, Counter[str]] = defaultdict(Counter)
    for line in system.list_transactions():
        own_month = format_month(line.at, _ZONE)
        if line.channel_id == channel_id and line.status != "failed" and own_month >= first:
            _add_line(expected[line.share_month or max(own_month, next_month)], line)
    carried: dict[tuple[str, str], str] = {}
    for month, shown in months.items():
        assert shown["pending"] == 0, f"{month}: lines are pending"
        stated: Counter[str] = Counter()
        debts: dict[tuple[str, str], str] = {}
        for group in shown["currencies"]:
            currency = group["currency"]
            for name in (*_AMOUNTS, "net"):
                stated[f"{currency} {name}"] += _minor(group[name], currency)
            earned = sum(_minor(party["earned"], currency) for party in group["parties"])
            kept = _minor(group["channel_share"], currency)
            assert earned + kept == _minor(group["net"], currency), f"{month}: the shares do not add up"
            for party in group["parties"]:
                _check_party(party, currency)
                assert month > next_month or party["carried"] == carried.get((party["key"], currency), "0.00")
                debts[party["key"], currency] = party["carry_over"]
        assert {key: value for key, value in stated.items() if value} == {
            key: value for key, value in expected[month].items() if value
        }, f"{month}: {stated} stated, {expected[month]} in the ledger"
        carried = debts


def check_payouts(system: BillingSystem) -> None:
    """Check that each statement was transferred at most once, with its amount."""
    with system.simulator.lock:
        transfers = list(system.simulator.store.list_objects("transfer"))
    made = {transfer["metadata"]["payout"]: transfer for transfer in transfers}
    assert len(made) == len(transfers), f"A statement was paid out twice: {transfers}"
    for channel_id in system.channels.currencies:
        with system.database.transaction(channel_id):
            shares = system.billing.revenue_shares()
            last, month = shares.get_last_month(), get_first_month(system)
            while last and month and month <= last.month:
                closed = shares.get_month(month)
                assert closed is not None, f"{month} is missing between closed months"
                payable = {
                    (party["key"], group["currency"]): _minor(party["payable"], group["currency"])
                    for group in closed.statements["currencies"]
                    for party in group["parties"]
                }
                for payout in shares.list_payouts(month):
                    assert payout.amount.minor == payable[payout.party, payout.amount.currency]
                    transfer = made.pop(
                        f"shares-{channel_id}-{month}-{payout.party}-{payout.amount.currency}", None
                    )
                    assert payout.ref is None or (transfer and transfer["id"] == payout.ref)
                    assert transfer is None or transfer["amount"] == payout.amount.minor
                month = get_next_month(month)
    assert not made, f"Transfers without a payout: {made}"


def get_first_month(system: BillingSystem) -> str | None:
    """Return the month of the first rule or the first bundle of the current channel."""
    months = [rule.month for rule in system.billing.revenue_shares().list_rules()]
    for bundle in system.billing.bundles().list_all():
        if bundle.accepted_at is not None and bundle.seller_id == current_channel_id():
            months.append(format_month(bundle.accepted_at, _ZONE))
    return min(months, default=None)


def _check_party(party: dict[str, Any], currency: str) -> None:
    earned, carried = _minor(party["earned"], currency), _minor(party["carried"], currency)
    assert sum(_minor(line["share"], currency) for line in party["lines"]) == earned
    assert _minor(party["payable"], currency) + _minor(party["carry_over"], currency) == earned + carried
    json.dumps(party)


def _add_line(sums: Counter[str], line: TransactionRow) -> None:
    amount, tax = _sign(line) * line.amount_minor, _sign(line) * sum(minor for _, _, minor in line.tax)
    name = {"charge": "charges", "refund": "refunds"}.get(line.movement, "disputes")
    fee = line.fee_minor or 0
    for key, value in ((name, amount), ("taxes", -tax), ("fees", -fee), ("net", amount - tax - fee)):
        sums[f"{line.currency} {key}"] += value


def _sign(line: TransactionRow) -> int:
    return 1 if line.movement in ("charge", "dispute_won") else -1


def _minor(amount: str, currency: str) -> int:
    return Money.parse(amount.removeprefix("-"), currency).minor * (-1 if amount.startswith("-") else 1)
