"""List pagination, newest first: `limit`, `starting_after`, `ending_before` and `created`.

https://docs.stripe.com/api/pagination
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from adapters.payments.fake_stripe.api.errors import invalid_request, resource_missing
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.core.account import Account, public_view

Json = dict[str, Any]

DELETABLE = ("coupon", "customer", "product", "test_helpers.test_clock")
PAGING_PARAMS = ("limit", "starting_after", "ending_before")
_OPERATORS = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


def build_list(items: list[Json], url: str, more: bool = False) -> Json:
    """Return a list object."""
    return {"object": "list", "data": [public_view(item) for item in items], "has_more": more, "url": url}


def list_page(account: Account, kind: str, url: str, params: Params, **fields: Any) -> Json:
    """Return one page of objects of a kind.

    `fields` are equality filters. `customer` and `owner` are columns; other names are JSON paths (`type`,
    `promotion.coupon`). None means no filter; a list matches any of its values.
    """
    where, values = _build_equality_filter(kind, fields)
    where, values = _build_created_filter(params, where, values)
    limit = params.get_integer("limit", 10) or 0
    if not 1 <= limit <= 100:
        raise invalid_request("This value must be between 1 and 100.", "parameter_invalid_integer", "limit")
    after, before = params.get_string("starting_after"), params.get_string("ending_before")
    if after:
        where, values = (
            f"{where} AND seq < ?",
            [*values, _get_sequence(account, kind, after, "starting_after")],
        )
    if before:
        where, values = (
            f"{where} AND seq > ?",
            [*values, _get_sequence(account, kind, before, "ending_before")],
        )
    rows = account.store.list_objects(kind, where, tuple(values), "ASC" if before else "DESC")
    items = list(islice(rows, limit + 1))
    more, items = len(items) > limit, items[:limit]
    return build_list(items[::-1] if before else items, url, more)


def _build_equality_filter(kind: str, fields: dict[str, Any]) -> tuple[str, list[Any]]:
    where, values = "AND json_extract(body, '$.deleted') IS NULL" if kind in DELETABLE else "", []
    for name, value in fields.items():
        if value is None:
            continue
        options = value if isinstance(value, list) else [value]
        column = name if name in ("customer", "owner") else f"json_extract(body, '$.{name}')"
        where += f" AND {column} IN ({', '.join('?' * len(options))})"
        values += options
    return where, values


def _build_created_filter(params: Params, where: str, values: list[Any]) -> tuple[str, list[Any]]:
    created = params.values.get("created")
    if isinstance(created, str):
        return f"{where} AND created = ?", [*values, params.get_integer("created")]
    limits = params.get_nested("created")
    limits.allow_only(*_OPERATORS)
    for name in limits.values:
        where, values = f"{where} AND created {_OPERATORS[name]} ?", [*values, limits.get_integer(name)]
    return where, values


def _get_sequence(account: Account, kind: str, id: str, param: str) -> int:
    sequence = account.store.get_sequence(id)
    if sequence is None:
        raise resource_missing(kind, id, param)
    return sequence
