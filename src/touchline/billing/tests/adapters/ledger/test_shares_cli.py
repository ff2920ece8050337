"""Tests of `touchline ledger shares` in the real application, on both databases."""

from __future__ import annotations

import csv
import io
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from touchline.billing.adapters.cli.share_commands import ledger
from touchline.billing.domain.revenue_share.statements import Game
from touchline.billing.tests.adapters.ledger.share_samples import MONTH, add_rules, add_sale
from touchline.billing.tests.adapters.operator_terminal import WIDE_TERMINAL, parse_json_output
from touchline.billing.tests.share_fakes import FakeShareGames
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application


@pytest.fixture(autouse=True)
def sales(
    application: Application, channel: ChannelDetails, transaction: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sell two passes that cover one game, with a share for the league."""
    billing: Any = application.container.billing
    games, statements = FakeShareGames(Game(11, (1,), seconds=30)), billing.share_statements()
    monkeypatch.setattr(statements, "_games", games)
    monkeypatch.setattr(statements, "_watched", games)
    with transaction(channel.id):
        add_rules(billing)
        add_sale(billing, 2, 10_500)
        add_sale(billing, 4, 2_100)


def run(*arguments: str) -> Result:
    """Run `touchline ledger shares ARGUMENTS`."""
    return CliRunner(env=WIDE_TERMINAL).invoke(ledger, ["shares", *arguments, "--channel", "prairie"])


def test_the_command_shows_what_each_party_gets_and_what_stays() -> None:
    shown = run(MONTH)
    assert shown.exit_code == 0, shown.output
    assert "League" in shown.stdout
    assert "Net revenue: 115.76 USD. Channel: 104.18." in shown.stdout


def test_json_and_csv_have_the_same_amounts(tmp_path: Path) -> None:
    statements = parse_json_output(run(MONTH, "--json"))
    (group,) = statements["currencies"]
    earned = sum(Decimal(party["earned"]) for party in group["parties"])
    assert earned + Decimal(group["channel_share"]) == Decimal(group["net"])
    file = tmp_path / "shares.csv"
    assert run(MONTH, "--csv", "--out", str(file)).exit_code == 0
    rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8"))))
    assert sum(Decimal(row["share"]) for row in rows) == earned
    assert {row["party"] for row in rows} == {party["key"] for party in group["parties"]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((MONTH, "--party", "lions"), "lions has no statement for 2026-06."),
        (("2026-13",), "Enter a month such as 2026-11."),
        ((MONTH, "--csv", "--party", "nobody"), "nobody has no statement for 2026-06."),
    ],
)
def test_a_wrong_month_or_party_is_refused(arguments: tuple[str, ...], message: str) -> None:
    refused = run(*arguments)
    assert refused.exit_code == 1
    assert message in refused.output
    assert isinstance(refused.exception, SystemExit)
