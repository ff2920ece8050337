"""Parties, rules and sales of revenue shares, for tests of the whole application."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from touchline.billing.application.revenue_share.share_settings import NewRule
from touchline.billing.domain.checkout.orders import Grant, Order, OrderStatus, Product, ProductKind
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.revenue_share.rules import Party, PartyKind
from touchline.billing.tests.order_samples import build_order, build_transaction
from touchline.shared.money import Money

MONTH = "2026-06"
IN_MONTH = datetime(2026, 6, 10, 12, tzinfo=UTC)


def add_rules(billing: Any) -> None:
    """Give the Lions half of their games, and the league a tenth of the passes."""
    settings = billing.share_settings()
    settings.save_party(Party(key="lions", name="Lions", kind=PartyKind.TEAM, participant_id=1))
    settings.save_party(
        Party(key="league", name="League", kind=PartyKind.LEAGUE, payout_account="acct_league")
    )
    settings.add_rule(NewRule(party="lions", basis="events", month=MONTH, percent="50"))
    settings.add_rule(NewRule(party="league", basis="passes", month=MONTH, percent="10"))


def add_sale(billing: Any, number: int, minor: int, at: datetime = IN_MONTH, **more: Any) -> Order:
    """Store an order with its charge: a game if the number is odd, otherwise a pass."""
    kind = ProductKind.EVENT if number % 2 else ProductKind.PACKAGE
    product = Product(kind=kind, id=10 if number % 2 else 3, name={"en": "Cup"})
    grant = Grant(capabilities=(), event_id=10 if number % 2 else None)
    order = build_order(
        uuid=f"{number:032}", status=OrderStatus.PAID, product=product, grant=grant, created_at=at, slot=None,
        key=None, account_id=None,
    )  # fmt: skip
    assert billing.orders().add(order)
    tax = (TaxLine("GST", "5", Money(minor // 21, "USD")),)
    line = build_transaction(
        order.id, ref=f"ch_{number}", at=at, amount=Money(minor, "USD"), tax=tax, fee=minor * 29 // 1000 + 30
    )
    billing.ledger().add(replace(line, **more))
    return order
