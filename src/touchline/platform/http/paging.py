"""Lists: query parameters, and the two envelopes of the API."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeVar

from marshmallow import Schema, fields, validate

from touchline.shared.paging import MAX_LIMIT, MAX_UNLIMITED, Page, PageRequest

T = TypeVar("T")
MONEY_FIELDS = frozenset({"price", "base_price", "service_fee"})
"""Fields with a decimal string."""


def list_args_schema(
    name: str,
    sort_fields: Sequence[str] = (),
    *,
    default: str | None = None,
    direction: str | None = None,
    limit: int = 20,
    no_limit: bool = False,
    base: type[Schema] = Schema,
) -> type[Schema]:
    """Return a marshmallow schema named `name` for a list's query: limit, offset, sort_field, sort_direction
    and no_limit.

    `sort_fields` are the allowed fields; without any, the list cannot be sorted. `base` can add filters.
    Without a `direction`, the view gets None by default.
    """
    members: dict[str, Any] = {
        "limit": fields.Integer(load_default=limit, validate=validate.Range(1, MAX_LIMIT)),
        "offset": fields.Integer(load_default=0, validate=validate.Range(0, 2**31 - 1)),
    }
    if sort_fields:
        members["sort_field"] = fields.String(
            load_default=default, validate=validate.OneOf(list(sort_fields))
        )
        members["sort_direction"] = fields.String(
            load_default=direction, validate=validate.OneOf(["asc", "desc"])
        )
    if no_limit:
        members["no_limit"] = fields.Boolean(load_default=False)
    return type(name, (base,), members)


def build_page_request(args: Mapping[str, Any]) -> PageRequest:
    """Return the page request for parsed list arguments."""
    limit = MAX_UNLIMITED if args.get("no_limit") else args["limit"]
    return PageRequest(limit, args["offset"], args.get("sort_field"), args.get("sort_direction") or "asc")


def data_envelope(item: T) -> dict[str, T]:
    """Return `{"data": item}`."""
    return {"data": item}


def page_envelope(page: Page[Any]) -> dict[str, Any]:
    """Return `{"data": […], "meta": {"total", "limit", "offset"}}`."""
    return {
        "data": list(page.items),
        "meta": {"total": page.total, "limit": page.limit, "offset": page.offset},
    }


def paginate(items: Sequence[Any], args: Mapping[str, Any]) -> dict[str, Any]:
    """Return a page of a short list that was loaded whole, in the list envelope.

    Without a `sort_field` the list keeps its order, which `desc` reverses.
    """
    page_request = build_page_request(args)
    items = _sort(items, page_request.sort_field, descending=page_request.sort_direction == "desc")
    page_items = items[page_request.offset : page_request.offset + page_request.limit]
    return page_envelope(Page(page_items, len(items), page_request.limit, page_request.offset))


def _sort(items: Sequence[Any], sort_field: str | None, *, descending: bool) -> Sequence[Any]:
    if sort_field is None:
        return items[::-1] if descending else items

    def sort_key(item: Mapping[str, Any]) -> Any:
        value = item[sort_field]
        if sort_field in MONEY_FIELDS:
            return Decimal(value)
        return value.casefold() if isinstance(value, str) else value

    return sorted(items, key=sort_key, reverse=descending)
