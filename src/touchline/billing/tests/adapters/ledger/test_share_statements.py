"""Tests of revenue shares in the real application, on both databases."""

from __future__ import annotations

import random
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from touchline.billing.domain.checkout.orders import OrderStatus
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.domain.revenue_share.statements import Game
from touchline.billing.tests.adapters.ledger.share_samples import IN_MONTH, MONTH, add_rules, add_sale
from touchline.billing.tests.order_samples import build_transaction
from touchline.billing.tests.share_fakes import FakeShareGames
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.shared.errors import EditConflictError, RefusedError
from touchline.shared.money import Money

GAMES = [Game(10, (1, 2), seconds=60), Game(11, (1,), seconds=30)]


@pytest.fixture
def billing(application: Application, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return billing's container, with two games."""
    container: Any = application.container.billing
    games, statements = FakeShareGames(*GAMES), container.share_statements()
    monkeypatch.setattr(statements, "_games", games)
    monkeypatch.setattr(statements, "_watched", games)
    return container


@pytest.fixture
def rules(billing: Any, channel: ChannelDetails, transaction: Any) -> None:
    """Give the Lions half of their games, and the league a tenth of the passes."""
    with transaction(channel.id):
        add_rules(billing)


def test_a_closed_month_keeps_its_bytes_and_a_late_line_goes_to_the_next_month(
    billing: Any, channel: ChannelDetails, transaction: Any, rules: None
) -> None:
    with transaction(channel.id):
        order = add_sale(billing, 1, 1050)
        add_sale(billing, 2, 2100)
    with transaction(channel.id):
        preview = billing.share_statements().get(MONTH)
        assert preview["closed_at"] is None
        billing.share_statements().close(MONTH)
        with pytest.raises(EditConflictError):
            billing.share_statements().close(MONTH)
    with transaction(channel.id):
        first = billing.share_statements().get(MONTH)
        assert first["currencies"] == preview["currencies"]
        documents = billing.share_documents()
        files = documents.build_csv(MONTH, "lions"), documents.build_pdf(MONTH, "lions")
        assert files[1].startswith(b"%PDF")
        refund = build_transaction(
            order.id, movement=Movement.REFUND, status=OrderStatus.REFUNDED, ref="re_1",
            at=IN_MONTH + timedelta(hours=1), amount=Money(1050, "USD"),
            tax=(TaxLine("GST", "5", Money(50, "USD")),), fee=0,
        )  # fmt: skip
        billing.ledger().add(refund)
    with transaction(channel.id):
        assert billing.share_statements().get(MONTH) == first
        assert (documents.build_csv(MONTH, "lions"), documents.build_pdf(MONTH, "lions")) == files
        (group,) = billing.share_statements().get("2026-07")["currencies"]
        (lions,) = group["parties"]
        assert (group["net"], lions["earned"], lions["payable"]) == ("-10.00", "-5.00", "0.00")
        billing.share_statements().close("2026-07")
        (group,) = billing.share_statements().get("2026-08")["currencies"]
        assert [party["carried"] for party in group["parties"]] == ["-5.00"]


def test_months_are_closed_in_order_and_once_all_is_known(
    billing: Any, channel: ChannelDetails, transaction: Any, rules: None
) -> None:
    with transaction(channel.id):
        add_sale(billing, 1, 1050, fee=None)
        statements = billing.share_statements()
        assert statements.get(MONTH)["pending"] == 1
        with pytest.raises(RefusedError, match=f"Close {MONTH} first"):
            statements.close("2026-07")
    with transaction(channel.id), pytest.raises(RefusedError, match="1 payments wait"):
        statements.close(MONTH)


def test_statements_of_random_ledgers_add_up_to_the_ledger(
    billing: Any, channel: ChannelDetails, other_channel: ChannelDetails, transaction: Any, rules: None
) -> None:
    chosen = random.Random(7)  # noqa: S311
    with transaction(other_channel.id):
        add_sale(billing, 999, 5_000)
    net = 0
    with transaction(channel.id):
        for number in range(60):
            minor = chosen.randrange(1, 5_000)
            order = add_sale(billing, number, minor, IN_MONTH + timedelta(hours=number))
            net += minor - minor // 21 - (minor * 29 // 1000 + 30)
            if chosen.random() < 0.3:
                back = chosen.randrange(1, minor + 1)
                movement = chosen.choice([Movement.REFUND, Movement.DISPUTE, Movement.DISPUTE_WON])
                fee = 1_500 if movement is Movement.DISPUTE else 0
                billing.ledger().add(
                    build_transaction(
                        order.id,
                        movement=movement,
                        ref=f"re_{number}",
                        at=IN_MONTH,
                        status=OrderStatus.REFUNDED,
                        amount=Money(back, "USD"),
                        tax=(),
                        fee=fee,
                    )
                )
                net += (back if movement is Movement.DISPUTE_WON else -back) - fee
        (group,) = billing.share_statements().get(MONTH)["currencies"]
    earned = sum(Decimal(party["earned"]) for party in group["parties"])
    assert Decimal(group["net"]) == Decimal(net) / 100 == earned + Decimal(group["channel_share"])


def test_a_statement_is_paid_out_once(
    billing: Any, channel: ChannelDetails, transaction: Any, rules: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with transaction(channel.id):
        add_sale(billing, 2, 2_000_00)
        billing.share_statements().close(MONTH)
    payouts = billing.share_payouts()
    with pytest.raises(RefusedError, match="turned off"):
        payouts.pay(channel.id, MONTH, "league", "USD")
    provider = FakePayouts()
    monkeypatch.setattr(payouts, "enabled", True)
    monkeypatch.setattr(payouts, "_payouts", provider)
    for _ in range(2):
        payouts.pay(channel.id, MONTH, "league", "USD")
    assert [(transfer[0], transfer[1].currency) for transfer in provider.transfers] == [
        ("acct_league", "USD")
    ]
    with transaction(channel.id):
        assert payouts.list_for_month(MONTH)["league", "USD"]["status"] == "sent"
    with pytest.raises(RefusedError, match="Close 2026-07"):
        payouts.pay(channel.id, "2026-07", "league", "USD")


class FakePayouts:
    """`Payouts` in memory."""

    def __init__(self) -> None:
        self.transfers: list[tuple[str, Money, str]] = []

    def transfer(self, destination: str, amount: Money, group: str, key: str) -> str:
        self.transfers.append((destination, amount, key))
        return f"tr_{len(self.transfers)}"

    def find_transfer(self, group: str, key: str) -> str | None:
        return next((f"tr_{index}" for index, sent in enumerate(self.transfers, 1) if sent[2] == key), None)
