"""Revenue share statements of a month with many orders: the seconds of a core for the page, the PDF and the
CSV, and to close the month. The sums must equal the ledger to the cent.

It runs over SQLite and over PostgreSQL, whose CPU time also counts. The month is one of `months` with as many
orders each, so that the query must find its lines among others. An index must serve it.
"""

from __future__ import annotations

import json
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlalchemy import insert, text

from contracts.nightly.budgets import servers
from contracts.nightly.budgets.postgres import run_postgres
from contracts.nightly.budgets.requests import ServerGroup
from contracts.nightly.budgets.results import BudgetResult, at_most
from contracts.nightly.budgets.season import FIRST_ID
from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.billing.application.revenue_share.share_settings import NewRule
from touchline.billing.domain.revenue_share.rules import Party, PartyKind
from touchline.entrypoints.bootstrap import Application
from touchline.platform.config.settings import Settings

_FIRST_MONTH = datetime(2026, 2, 1, 12, tzinfo=UTC)
_MONTH = "2026-02"
_PARTIES = ("league", "school", "sponsor")
_TIMEOUT_SECONDS = 120
_INDEXES = ("ix_billing_transaction_of_share", "ix_billing_transaction_at")
_MONTH_QUERY = """SELECT id FROM billing_transaction WHERE channel_id = 1 AND share_month IS NULL
    AND at >= '2026-02-01' AND at < '2026-03-01' AND status != 'failed'"""


def measure(budget: dict[str, Any]) -> Iterator[BudgetResult]:
    """Yield results for each database."""
    for database in ("SQLite", "PostgreSQL"):
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            postgres = stack.enter_context(run_postgres(folder)) if database == "PostgreSQL" else None
            url = postgres.url if postgres else ""
            product, keys = stack.enter_context(
                servers.run_product_with_keys(
                    folder, budget["games"], workers=1, schools=budget["schools"], database=url
                )
            )
            application = Application(Settings(var=folder, queue="inline", database_url=url))
            stack.callback(application.close)
            net = add_orders(application, budget["orders"], budget["months"], budget["games"])
            yield _check_plan(application, database)
            counters = [product.cpu_seconds, *([postgres.cpu_seconds] if postgres else [])]
            server = ServerGroup(product.port, counters)
            yield from _measure_responses(server, keys.owners[0], budget["max_seconds"], net, database)


def add_orders(application: Application, number: int, months: int, games: int) -> int:
    """Add rules, and orders with their charges, taxes, fees and some refunds. Return the net of a month."""
    database: Any = application.container.database()
    with database.transaction(None):
        (channel,) = application.container.channel.facade().list_channels()
    billing: Any = application.container.billing
    with database.transaction(channel.id) as session:
        _add_rules(billing)
        orders = [
            _build_order(channel.id, month * number + index, _FIRST_MONTH + month * timedelta(days=31), games)
            for month in range(months)
            for index in range(number)
        ]
        session.execute(insert(OrderRow), orders)
        lines = [line for order in orders for line in _build_lines(order)]
        session.execute(insert(TransactionRow), lines)
    with database.engine.begin() as connection:
        connection.exec_driver_sql("ANALYZE")
    ids = {order["id"] for order in orders[:number]}
    return sum(_get_net(line) for line in lines if line["order_id"] in ids)


def _add_rules(billing: Any) -> None:
    settings = billing.share_settings()
    for key in _PARTIES:
        settings.save_party(Party(key=key, name=key.title(), kind=PartyKind(key)))
        for basis in ("events", "passes"):
            settings.add_rule(NewRule(party=key, basis=basis, month=_MONTH, percent="12.5"))


def _build_order(channel_id: int, number: int, month: datetime, games: int) -> dict[str, Any]:
    """Return the columns of a paid order: two of three are single games, the others passes."""
    is_pass = number % 3 == 0
    at = month + timedelta(minutes=number % (27 * 1440))
    event_id = FIRST_ID + number % games
    return {
        "id": FIRST_ID + number,
        "channel_id": channel_id,
        "uuid": f"{number:032}",
        "kind": "package" if is_pass else "event",
        "product_id": 1 + number % 7 if is_pass else event_id,
        "product": {"name": {"en": "Season pass" if is_pass else f"Game {number}"}},
        "grant": {
            "capabilities": ["watch"],
            "event_id": None if is_pass else event_id,
            "category_ids": [],
            "participant_id": None,
            "limits": {},
            "term": {},
        },
        "status": "paid",
        "currency": "USD",
        "base_minor": 999 + number % 500,
        "fee_minor": 0,
        "discount_minor": 0,
        "trial_days": 0,
        "created_at": at,
        "starts_at": at,
        "version": 1,
    }


def _build_lines(order: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the charge of an order, and a refund of every eleventh."""
    amount, number = order["base_minor"], order["id"]
    line = {
        "channel_id": order["channel_id"],
        "order_id": number,
        "movement": "charge",
        "status": "paid",
        "amount_minor": amount,
        "currency": order["currency"],
        "ref": f"ch_{number}",
        "at": order["created_at"],
        "tax": [["GST", "5", amount // 21], ["QST", "9.975", amount // 11]],
        "taxed": True,
        "fee_minor": amount * 29 // 1000 + 30,
    }
    yield line
    if number % 11 == 0:
        refund = {"movement": "refund", "status": "refunded", "ref": f"re_{number}", "fee_minor": 0}
        yield line | refund | {"at": line["at"] + timedelta(hours=2)}


def _get_net(line: dict[str, Any]) -> int:
    taxes = sum(minor for _, _, minor in line["tax"])
    kept: int = line["amount_minor"] - taxes
    return (kept if line["movement"] == "charge" else -kept) - int(line["fee_minor"])


def _check_plan(application: Application, database: str) -> BudgetResult:
    """Check that the query for a month's lines uses its index."""
    explain = "EXPLAIN QUERY PLAN " if database == "SQLite" else "EXPLAIN "
    with application.container.database().engine.connect() as connection:
        plan = " ".join(str(row[-1]) for row in connection.execute(text(explain + _MONTH_QUERY)))
    is_scan = not any(index in plan for index in _INDEXES)
    return at_most(f"month's lines are read without an index, {database}", is_scan, 0, plan[:160])


def _measure_responses(
    server: ServerGroup, owner: str, maximum: float, net: int, database: str
) -> Iterator[BudgetResult]:
    statement = f"/api/studio/shares/{_MONTH}/parties/league/statement"
    paths = {
        "page": f"/api/studio/shares?month={_MONTH}",
        "CSV": f"{statement}.csv",
        "PDF": f"{statement}.pdf",
    }
    for name, path in paths.items():
        seconds, content, detail = _call("GET", server, path, owner)
        yield at_most(f"statement of a month, {name}, s, {database}", seconds, maximum, detail)
        if name == "page":
            yield _compare_sums(content, net, database)
    seconds, content, detail = _call("POST", server, f"/api/studio/shares/{_MONTH}/close", owner)
    yield at_most(f"closing a month, s, {database}", seconds, maximum, detail)
    yield _compare_sums(content, net, f"{database}, closed")


def _compare_sums(content: bytes, net: int, label: str) -> BudgetResult:
    (group,) = json.loads(content)["data"]["currencies"]
    shares = sum(Decimal(party["earned"]) for party in group["parties"]) + Decimal(group["channel_share"])
    difference = abs(Decimal(group["net"]) - Decimal(net) / 100) + abs(shares - Decimal(group["net"]))
    detail = f"net {group['net']} USD"
    return at_most(f"difference from the ledger, USD, {label}", float(difference), 0, detail)


def _call(method: str, server: ServerGroup, path: str, key: str) -> tuple[float, bytes, str]:
    """Return the CPU seconds of a response, its content, and the details."""
    url = f"http://127.0.0.1:{server.port}{servers.add_api_key(path, key)}"
    request = urllib.request.Request(url, method=method)
    started, before = time.perf_counter(), server.cpu_seconds()
    with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as response:  # noqa: S310
        content = response.read()
    seconds = server.cpu_seconds() - before
    detail = f"{time.perf_counter() - started:.1f} s of this machine; {len(content):,} bytes"
    return seconds, content, detail
