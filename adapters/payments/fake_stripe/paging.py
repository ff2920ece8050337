"""Lists, newest first, by `limit`, `starting_after`, `ending_before` and `created`
(https://docs.stripe.com/api/pagination)."""

from __future__ import annotations

from itertools import islice
from typing import Any

from adapters.payments.fake_stripe.account import Account, shown
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.errors import invalid, missing

Json = dict[str, Any]

DELETABLE = ("coupon", "customer", "product", "test_helpers.test_clock")
PAGING = ("limit", "starting_after", "ending_before")
_SIGNS = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


def list_of(items: list[Json], url: str, more: bool = False) -> Json:
    """A list object."""
    return {"object": "list", "data": [shown(item) for item in items], "has_more": more, "url": url}


def page(account: Account, kind: str, url: str, asked: Asked, **fields: Any) -> Json:
    """One page of a kind. `fields` have to be equal: `customer` and `owner` are columns, others paths of the
    JSON (`type`, `promotion.coupon`); None asks for nothing, a list for any of its words."""
    where, values = _equal(kind, fields)
    where, values = _created(asked, where, values)
    limit = asked.number("limit", 10) or 0
    if not 1 <= limit <= 100:
        raise invalid("This value must be between 1 and 100.", "parameter_invalid_integer", "limit")
    after, before = asked.text("starting_after"), asked.text("ending_before")
    if after:
        where, values = f"{where} AND seq < ?", [*values, _place(account, kind, after, "starting_after")]
    if before:
        where, values = f"{where} AND seq > ?", [*values, _place(account, kind, before, "ending_before")]
    found = account.store.each(kind, where, tuple(values), "ASC" if before else "DESC")
    items = list(islice(found, limit + 1))
    more, items = len(items) > limit, items[:limit]
    return list_of(items[::-1] if before else items, url, more)


def _equal(kind: str, fields: dict[str, Any]) -> tuple[str, list[Any]]:
    where, values = "AND json_extract(body, '$.deleted') IS NULL" if kind in DELETABLE else "", []
    for name, value in fields.items():
        if value is None:
            continue
        options = value if isinstance(value, list) else [value]
        column = name if name in ("customer", "owner") else f"json_extract(body, '$.{name}')"
        where += f" AND {column} IN ({', '.join('?' * len(options))})"
        values += options
    return where, values


def _created(asked: Asked, where: str, values: list[Any]) -> tuple[str, list[Any]]:
    given = asked.values.get("created")
    if isinstance(given, str):
        return f"{where} AND created = ?", [*values, asked.number("created")]
    limits = asked.part("created")
    limits.only(*_SIGNS)
    for name in limits.values:
        where, values = f"{where} AND created {_SIGNS[name]} ?", [*values, limits.number(name)]
    return where, values


def _place(account: Account, kind: str, id: str, param: str) -> int:
    place = account.store.seq(id)
    if place is None:
        raise missing(kind, id, param)
    return place
