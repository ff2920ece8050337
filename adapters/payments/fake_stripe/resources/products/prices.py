"""Prices (https://docs.stripe.com/api/prices): per unit, one-time or recurring."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import invalid_request
from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.core.account import Account, new_id
from adapters.payments.fake_stripe.core.currencies import parse_amount, parse_currency
from adapters.payments.fake_stripe.resources.products.products import create_product as made_product

TAX_BEHAVIORS = ("exclusive", "inclusive", "unspecified")
MAX_INTERVAL_COUNTS = {"day": 1095, "week": 156, "month": 36, "year": 3}


@routes.register("POST", "prices")
def create(account: Account, params: Params) -> Json:
    """Create a price for an existing product, or together with a new one."""
    params.allow_only(
        "active", "currency", "lookup_key", "metadata", "nickname", "product", "product_data", "recurring",
        "tax_behavior", "transfer_lookup_key", "unit_amount",
    )  # fmt: skip
    body = build_price(account, params, _resolve_product(account, params))
    body |= {
        "active": params.get_boolean("active", True),
        "metadata": params.get_metadata(),
        "nickname": params.get_string("nickname"),
    }
    return account.add({**body, **_parse_lookup_key(account, params, body)}, "price.created")


@routes.register("GET", "prices")
def list_objects(account: Account, params: Params) -> Json:
    """List prices, optionally by lookup key, product, type, currency or `active`."""
    params.allow_only(
        *PAGING_PARAMS, "created", "active", "currency", "lookup_keys", "product", "type", "recurring"
    )
    active = int(params.get_boolean("active")) if "active" in params else None
    recurring = params.get_nested("recurring")
    recurring.allow_only("interval")
    return list_page(
        account,
        "price",
        "/v1/prices",
        params,
        active=active,
        currency=params.get_string("currency"),
        lookup_key=params.get_list("lookup_keys") or None,
        owner=params.get_string("product"),
        type=params.get_choice("type", ("one_time", "recurring")),
        **{"recurring.interval": recurring.get_string("interval")},
    )


@routes.register("GET", "prices/{id}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a price."""
    params.allow_only()
    return account.get("price", id)


@routes.register("POST", "prices/{id}")
def update(account: Account, params: Params, id: str) -> Json:
    """Update a price. Its amount cannot change."""
    params.allow_only("active", "lookup_key", "metadata", "nickname", "tax_behavior", "transfer_lookup_key")
    body = account.get("price", id)
    changes: Json = {
        "metadata": params.get_metadata(body["metadata"]),
        **_parse_lookup_key(account, params, body),
    }
    if "active" in params:
        changes["active"] = params.get_boolean("active")
    if "nickname" in params:
        changes["nickname"] = params.get_string("nickname")
    if "tax_behavior" in params:
        changes["tax_behavior"] = params.get_choice("tax_behavior", TAX_BEHAVIORS)
    return account.update(body, "price.updated", **changes)


def build_price(account: Account, params: Params, product: str) -> Json:
    """Build a price from parameters, without saving it."""
    amount = parse_amount(params, "unit_amount")
    recurring = params.get_nested("recurring")
    return {
        "id": new_id("price"),
        "object": "price",
        "active": True,
        "billing_scheme": "per_unit",
        "created": account.now(),
        "currency": parse_currency(params),
        "custom_unit_amount": None,
        "livemode": False,
        "lookup_key": None,
        "metadata": {},
        "nickname": None,
        "product": product,
        "recurring": _parse_recurring(recurring) if recurring.values else None,
        "tax_behavior": params.get_choice("tax_behavior", TAX_BEHAVIORS, "unspecified"),
        "tiers_mode": None,
        "transform_quantity": None,
        "type": "recurring" if recurring.values else "one_time",
        "unit_amount": amount,
        "unit_amount_decimal": str(amount),
        "_": {"owner": product},
    }


def _parse_recurring(part: Params) -> Json:
    part.allow_only("interval", "interval_count", "usage_type")
    part.require_string("interval")
    interval = str(part.get_choice("interval", tuple(MAX_INTERVAL_COUNTS)))
    count = part.get_integer("interval_count", 1) or 0
    if not 1 <= count <= MAX_INTERVAL_COUNTS[interval]:
        message = (
            f"Invalid interval_count: a {interval} can be taken 1 to {MAX_INTERVAL_COUNTS[interval]} times."
        )
        raise invalid_request(message, None, part.get_full_name("interval_count"))
    return {
        "interval": interval,
        "interval_count": count,
        "meter": None,
        "trial_period_days": None,
        "usage_type": part.get_choice("usage_type", ("licensed",), "licensed"),
    }


def _resolve_product(account: Account, params: Params) -> str:
    data = params.get_nested("product_data")
    if data.values:
        data.allow_only("id", "name", "metadata", "active", "statement_descriptor", "tax_code", "unit_label")
        return str(made_product(account, data)["id"])
    return str(account.get("product", params.require_string("product"), "product")["id"])


def _parse_lookup_key(account: Account, params: Params, body: Json) -> Json:
    """Return the change of the lookup key, which is unique.

    `transfer_lookup_key` removes it from another price.
    """
    if "lookup_key" not in params:
        return {}
    key = params.get_string("lookup_key")
    prices = account.store.list_objects("price", "AND json_extract(body, '$.lookup_key') = ?", (key,))
    other = next((price for price in prices if price["id"] != body["id"]), None) if key else None
    if other:
        if not params.get_boolean("transfer_lookup_key"):
            message = f"A price (`{other['id']}`) already uses that lookup key."
            raise invalid_request(message, "resource_already_exists", "lookup_key")
        account.update(other, "price.updated", lookup_key=None)
    return {"lookup_key": key}
