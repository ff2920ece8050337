"""`touchline orders ledger` on the real house, on both databases."""

from __future__ import annotations

import csv
import io
import os
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from touchline.billing.application import ledger_export
from touchline.billing.domain.ledger import Movement
from touchline.billing.domain.orders import OrderStatus
from touchline.billing.tests.adapters.operators import Terminal
from touchline.billing.tests.orders import NOW, line, order
from touchline.billing.tests.samples import dollars
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House
from touchline.shared.ids import AccountId

BACK: dict[str, Any] = {
    "movement": Movement.REFUND,
    "status": OrderStatus.REFUNDED,
    "amount": dollars("3.00"),
}
RUN = Terminal()


@pytest.fixture
def books(house: House, channel: ChannelFacts, other_channel: ChannelFacts, transaction: Any) -> None:
    """Five lines over three days in `prairie`, and one in `atelier`."""
    billing: Any = house.container.billing
    for number, where in enumerate((channel, other_channel)):
        with transaction(where.id):
            placed = order(
                account_id=AccountId(4), uuid=f"{number:032}", status=OrderStatus.PAID, starts_at=NOW
            )
            assert billing.kept_orders().place(placed)
            write = billing.ledger().write
            write(line(placed.id, ref="ch_0", at=NOW))
            if where is channel:
                write(line(placed.id, ref="ch_1", at=NOW))
                write(line(placed.id, ref="ch_2", at=NOW + timedelta(hours=11, minutes=59)))
                write(line(placed.id, ref="re_1", at=NOW + timedelta(hours=12), **BACK))
                write(line(placed.id, ref="ch_3", at=NOW + timedelta(days=2), status=OrderStatus.FAILED))


def read(text: str) -> list[dict[str, str]]:
    """The rows by the names of their columns."""
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


def test_the_ledger_is_a_row_for_each_line_in_their_order(
    books: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger_export, "AT_ONCE", 2)
    done = RUN.orders("ledger")
    assert done.exit_code == 0
    rows = read(done.stdout)
    assert [row["provider_ref"] for row in rows] == ["ch_0", "ch_1", "ch_2", "re_1", "ch_3"]
    assert sum(Decimal(row["net"]) for row in rows) == Decimal("37.50")
    assert tuple(rows[0]) == ledger_export.COLUMNS
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
    books: None, span: tuple[str, ...], expected: list[str]
) -> None:
    assert [row["provider_ref"] for row in read(RUN.orders("ledger", *span).stdout)] == expected


def test_it_is_written_to_a_file_whole(books: None, tmp_path: Path) -> None:
    out = tmp_path / "ledger.csv"
    out.write_text("what was there")
    done = RUN.orders("ledger", "--out", str(out))
    assert done.stdout == ""
    assert f"Wrote 5 lines to {out}." in done.stderr
    assert len(read(out.read_text(encoding="utf-8"))) == 5
    assert out.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [out]


def test_a_pipe_is_written_to_and_stays_one(books: None, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDWR)
    done = RUN.orders("ledger", "--out", str(pipe))
    assert (done.exit_code, pipe.is_fifo()) == (0, True)
    assert len(read(os.read(end, 65_536).decode())) == 5
    os.close(end)


def test_another_channels_ledger_is_another(books: None) -> None:
    assert [row["provider_ref"] for row in read(Terminal("atelier").orders("ledger").stdout)] == ["ch_0"]
