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
RUN = Terminal()


@pytest.fixture
def seed_ledger(
    application: Application, channel: ChannelDetails, other_channel: ChannelDetails, transaction: Any
) -> None:
    """Store five transactions over three days in `prairie`, and one in `atelier`."""
    billing: Any = application.container.billing
    for number, where in enumerate((channel, other_channel)):
        with transaction(where.id):
            stored_orders = build_order(
                account_id=AccountId(4), uuid=f"{number:032}", status=OrderStatus.PAID, starts_at=NOW
            )
            assert billing.orders().add(stored_orders)
            write = billing.ledger().add
            write(build_transaction(stored_orders.id, ref="ch_0", at=NOW))
            if where is channel:
                write(build_transaction(stored_orders.id, ref="ch_1", at=NOW))
                write(
                    build_transaction(stored_orders.id, ref="ch_2", at=NOW + timedelta(hours=11, minutes=59))
                )
                write(build_transaction(stored_orders.id, ref="re_1", at=NOW + timedelta(hours=12), **REFUND))
                write(
                    build_transaction(
                        stored_orders.id, ref="ch_3", at=NOW + timedelta(days=2), status=OrderStatus.FAILED
                    )
                )


def parse_csv(text: str) -> list[dict[str, str]]:
    """Return the rows of a CSV text, keyed by column name."""
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


def test_the_ledger_is_a_row_for_each_line_in_their_order(
    seed_ledger: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_ledger, "BATCH_SIZE", 2)
    done = RUN.orders("export-ledger")
    assert done.exit_code == 0
    rows = parse_csv(done.stdout)
    assert [row["provider_ref"] for row in rows] == ["ch_0", "ch_1", "ch_2", "re_1", "ch_3"]
    assert sum(Decimal(row["net"]) for row in rows) == Decimal("37.50")
    assert tuple(rows[0]) == export_ledger.COLUMNS
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (("--to", "2026-11-21"), ["ch_0", "ch_1", "ch_2"]),
        (("--from", "2026-11-22"), ["re_1", "ch_3"]),
        (("--from", "2026-11-22", "--to", "2026-11-22"), ["re_1"]),
        (("--from", "2026-11-21 23:59"), ["ch_2", "re_1", "ch_3"]),
        (("--from", "2027-01-01"), []),
    ],
)
def test_a_part_of_it_goes_by_days_of_the_channel(
    seed_ledger: None, span: tuple[str, ...], expected: list[str]
) -> None:
    assert [row["provider_ref"] for row in parse_csv(RUN.orders("export-ledger", *span).stdout)] == expected


def test_it_is_written_to_a_file_whole(seed_ledger: None, tmp_path: Path) -> None:
    out = tmp_path / "ledger.csv"
    out.write_text("what was there")
    done = RUN.orders("export-ledger", "--out", str(out))
    assert done.stdout == ""
    assert f"Wrote 5 rows to {out}." in done.stderr
    assert len(parse_csv(out.read_text(encoding="utf-8"))) == 5
    assert out.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [out]


def test_a_pipe_is_written_to_and_stays_one(seed_ledger: None, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDWR)
    done = RUN.orders("export-ledger", "--out", str(pipe))
    assert (done.exit_code, pipe.is_fifo()) == (0, True)
    assert len(parse_csv(os.read(end, 65_536).decode())) == 5
    os.close(end)


def test_another_channels_ledger_is_another(seed_ledger: None) -> None:
    assert [row["provider_ref"] for row in parse_csv(Terminal("atelier").orders("export-ledger").stdout)] == [
        "ch_0"
    ]
