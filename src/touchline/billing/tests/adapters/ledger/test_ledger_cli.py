"""Tests for `touchline orders export-ledger` in the real application, on both databases."""

from __future__ import annotations

import csv
import io
import os
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from touchline.billing.application.ledger import export_ledger
from touchline.billing.domain.checkout.orders import OrderStatus
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.tests.adapters.operator_terminal import Terminal
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import NOW, build_order, build_transaction
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import AccountId

REFUND: dict[str, Any] = {
    "movement": Movement.REFUND,
    "status": OrderStatus.REFUNDED,
    "amount": usd("3.00"),
}
TERMINAL = Terminal()


@pytest.fixture
def seed_ledger(
    application: Application, channel: ChannelDetails, other_channel: ChannelDetails, transaction: Any
) -> None:
    """Store five transactions over three days in `prairie`, and one in `atelier`."""
    billing: Any = application.container.billing
    for number, each_channel in enumerate((channel, other_channel)):
        with transaction(each_channel.id):
            order = build_order(
                account_id=AccountId(4), uuid=f"{number:032}", status=OrderStatus.PAID, starts_at=NOW
            )
            assert billing.orders().add(order)
            add = billing.ledger().add
            add(build_transaction(order.id, ref="ch_0", at=NOW))
            if each_channel is channel:
                add(build_transaction(order.id, ref="ch_1", at=NOW))
                add(build_transaction(order.id, ref="ch_2", at=NOW + timedelta(hours=11, minutes=59)))
                add(build_transaction(order.id, ref="re_1", at=NOW + timedelta(hours=12), **REFUND))
                add(
                    build_transaction(
                        order.id, ref="ch_3", at=NOW + timedelta(days=2), status=OrderStatus.FAILED
                    )
                )


def parse_csv(text: str) -> list[dict[str, str]]:
    """Return the rows of a CSV text, keyed by column name."""
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


def test_the_export_has_a_row_for_each_transaction_in_order(
    seed_ledger: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_ledger, "BATCH_SIZE", 2)
    done = TERMINAL.orders("export-ledger")
    assert done.exit_code == 0
    rows = parse_csv(done.stdout)
    assert [row["provider_ref"] for row in rows] == ["ch_0", "ch_1", "ch_2", "re_1", "ch_3"]
    assert sum(Decimal(row["net"]) for row in rows) == Decimal("37.50")
    assert tuple(rows[0]) == export_ledger.COLUMNS
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--to", "2026-11-21"), ["ch_0", "ch_1", "ch_2"]),
        (("--from", "2026-11-22"), ["re_1", "ch_3"]),
        (("--from", "2026-11-22", "--to", "2026-11-22"), ["re_1"]),
        (("--from", "2026-11-21 23:59"), ["ch_2", "re_1", "ch_3"]),
        (("--from", "2027-01-01"), []),
    ],
)
def test_a_date_range_is_in_the_channel_time_zone(
    seed_ledger: None, options: tuple[str, ...], expected: list[str]
) -> None:
    assert [
        row["provider_ref"] for row in parse_csv(TERMINAL.orders("export-ledger", *options).stdout)
    ] == expected


def test_the_export_replaces_an_existing_file(seed_ledger: None, tmp_path: Path) -> None:
    out = tmp_path / "ledger.csv"
    out.write_text("an earlier export")
    done = TERMINAL.orders("export-ledger", "--out", str(out))
    assert done.stdout == ""
    assert f"Wrote 5 rows to {out}." in done.stderr
    assert len(parse_csv(out.read_text(encoding="utf-8"))) == 5
    assert out.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [out]


def test_the_export_can_be_written_to_a_pipe(seed_ledger: None, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    descriptor = os.open(pipe, os.O_RDWR)
    done = TERMINAL.orders("export-ledger", "--out", str(pipe))
    assert (done.exit_code, pipe.is_fifo()) == (0, True)
    assert len(parse_csv(os.read(descriptor, 65_536).decode())) == 5
    os.close(descriptor)


def test_the_export_contains_one_channel_only(seed_ledger: None) -> None:
    assert [row["provider_ref"] for row in parse_csv(Terminal("atelier").orders("export-ledger").stdout)] == [
        "ch_0"
    ]
