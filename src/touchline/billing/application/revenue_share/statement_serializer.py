"""Serialize the statements of a month. A closed month stores the result, so that it never changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.revenue_share.rules import format_percent
from touchline.billing.domain.revenue_share.statements import (
    CurrencyStatements,
    PartyStatement,
    ShareLine,
    StatementLine,
)
from touchline.billing.ports.current_channel import BillingSettings
from touchline.billing.ports.sale_records import ProductKey
from touchline.shared.money import Money


def serialize_statements(
    month: str,
    statements: Sequence[CurrencyStatements],
    names: Mapping[ProductKey, str],
    settings: BillingSettings,
) -> dict[str, Any]:
    """Return the statements with amounts in major units, and names as they are now."""
    return {
        "month": month,
        "channel": settings.name,
        "site": settings.site,
        "language": settings.language,
        "time_zone": settings.time_zone,
        "currencies": [_serialize_currency(currency, names) for currency in statements],
    }


def list_products(statements: Sequence[CurrencyStatements]) -> list[ProductKey]:
    """Return the products that the statements name."""
    return sorted(
        {
            (ProductKind(line.product), line.product_id)
            for currency in statements
            for statement in currency.parties
            for line in statement.lines
            if line.product
        }
    )


def get_carry_overs(serialized: Mapping[str, Any]) -> dict[tuple[str, str], int]:
    """Return what each party owes after a month, by party and currency, in minor units."""
    return {
        (party["key"], currency["currency"]): debt
        for currency in serialized["currencies"]
        for party in currency["parties"]
        if (debt := Money.parse(party["carry_over"], currency["currency"]).minor)
    }


def _serialize_currency(statements: CurrencyStatements, names: Mapping[ProductKey, str]) -> dict[str, Any]:
    currency = statements.currency
    return {
        "currency": currency,
        **_serialize_total(statements.total),
        "channel_share": Money(statements.channel_share, currency).decimal,
        "parties": [_serialize_party(party, currency, names) for party in statements.parties],
    }


def _serialize_total(total: ShareLine) -> dict[str, str]:
    amounts = {
        "charges": total.charges,
        "refunds": total.refunds,
        "disputes": total.disputes,
        "taxes": total.taxes,
        "fees": total.fees,
        "net": total.net,
    }
    return {name: Money(amount, total.currency).decimal for name, amount in amounts.items()}


def _serialize_party(
    statement: PartyStatement, currency: str, names: Mapping[ProductKey, str]
) -> dict[str, Any]:
    party = statement.party
    return {
        "key": party.key,
        "name": party.name,
        "kind": party.kind.value,
        "earned": Money(statement.earned, currency).decimal,
        "carried": Money(statement.carried, currency).decimal,
        "payable": Money(statement.payable, currency).decimal,
        "carry_over": Money(statement.carry_over, currency).decimal,
        "lines": [_serialize_line(line, currency, names) for line in statement.lines],
    }


def _serialize_line(line: StatementLine, currency: str, names: Mapping[ProductKey, str]) -> dict[str, Any]:
    return {
        "basis": line.basis.value,
        "product_type": line.product,
        "product_id": line.product_id,
        "product": names.get((ProductKind(line.product), line.product_id), "") if line.product else "",
        "rule_month": line.rule_month,
        "percent": format_percent(line.basis_points),
        "net": Money(line.net, currency).decimal,
        "share": Money(line.share, currency).decimal,
    }
