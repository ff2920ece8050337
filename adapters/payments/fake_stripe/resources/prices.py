"""Prices (https://docs.stripe.com/api/prices): per unit, once or again and again."""

from __future__ import annotations

from adapters.payments.fake_stripe.account import Account, new_id
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.currencies import amount_of, currency_of
from adapters.payments.fake_stripe.errors import invalid
from adapters.payments.fake_stripe.paging import PAGING, page
from adapters.payments.fake_stripe.resources.products import made as made_product
from adapters.payments.fake_stripe.routes import Json, routes

BEHAVIOURS = ("exclusive", "inclusive", "unspecified")
MOST = {"day": 1095, "week": 156, "month": 36, "year": 3}


@routes.at("POST", "prices")
def create(account: Account, asked: Asked) -> Json:
    """A new one, of a product that is there or of one that is made along with it."""
    asked.only(
        "active", "currency", "lookup_key", "metadata", "nickname", "product", "product_data", "recurring",
        "tax_behavior", "transfer_lookup_key", "unit_amount",
    )  # fmt: skip
    body = made(account, asked, _product(account, asked))
    body |= {
        "active": asked.flag("active", True),
        "metadata": asked.metadata(),
        "nickname": asked.text("nickname"),
    }
    return account.add({**body, **_key(account, asked, body)}, "price.created")


@routes.at("GET", "prices")
def listed(account: Account, asked: Asked) -> Json:
    """All, or some by key, product, kind or whether they are sold."""
    asked.only(*PAGING, "created", "active", "currency", "lookup_keys", "product", "type", "recurring")
    active = int(asked.flag("active")) if "active" in asked else None
    recurring = asked.part("recurring")
    recurring.only("interval")
    return page(
        account,
        "price",
        "/v1/prices",
        asked,
        active=active,
        currency=asked.text("currency"),
        lookup_key=asked.each("lookup_keys") or None,
        owner=asked.text("product"),
        type=asked.choice("type", ("one_time", "recurring")),
        **{"recurring.interval": recurring.text("interval")},
    )


@routes.at("GET", "prices/{id}")
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One."""
    asked.only()
    return account.get("price", id)


@routes.at("POST", "prices/{id}")
def update(account: Account, asked: Asked, id: str) -> Json:
    """Change what is not its amount."""
    asked.only("active", "lookup_key", "metadata", "nickname", "tax_behavior", "transfer_lookup_key")
    body = account.get("price", id)
    changes: Json = {"metadata": asked.metadata(body["metadata"]), **_key(account, asked, body)}
    if "active" in asked:
        changes["active"] = asked.flag("active")
    if "nickname" in asked:
        changes["nickname"] = asked.text("nickname")
    if "tax_behavior" in asked:
        changes["tax_behavior"] = asked.choice("tax_behavior", BEHAVIOURS)
    return account.change(body, "price.updated", **changes)


def made(account: Account, asked: Asked, product: str) -> Json:
    """A price from parameters, not yet written."""
    amount = amount_of(asked, "unit_amount")
    recurring = asked.part("recurring")
    return {
        "id": new_id("price"),
        "object": "price",
        "active": True,
        "billing_scheme": "per_unit",
        "created": account.now(),
        "currency": currency_of(asked),
        "custom_unit_amount": None,
        "livemode": False,
        "lookup_key": None,
        "metadata": {},
        "nickname": None,
        "product": product,
        "recurring": _recurring(recurring) if recurring.values else None,
        "tax_behavior": asked.choice("tax_behavior", BEHAVIOURS, "unspecified"),
        "tiers_mode": None,
        "transform_quantity": None,
        "type": "recurring" if recurring.values else "one_time",
        "unit_amount": amount,
        "unit_amount_decimal": str(amount),
        "_": {"owner": product},
    }


def _recurring(part: Asked) -> Json:
    part.only("interval", "interval_count", "usage_type")
    part.need("interval")
    interval = str(part.choice("interval", tuple(MOST)))
    count = part.number("interval_count", 1) or 0
    if not 1 <= count <= MOST[interval]:
        words = f"Invalid interval_count: a {interval} can be taken 1 to {MOST[interval]} times."
        raise invalid(words, None, part.name("interval_count"))
    return {
        "interval": interval,
        "interval_count": count,
        "meter": None,
        "trial_period_days": None,
        "usage_type": part.choice("usage_type", ("licensed",), "licensed"),
    }


def _product(account: Account, asked: Asked) -> str:
    data = asked.part("product_data")
    if data.values:
        data.only("id", "name", "metadata", "active", "statement_descriptor", "tax_code", "unit_label")
        return str(made_product(account, data)["id"])
    return str(account.get("product", asked.need("product"), "product")["id"])


def _key(account: Account, asked: Asked, body: Json) -> Json:
    """A lookup key belongs to one price; `transfer_lookup_key` takes it from another."""
    if "lookup_key" not in asked:
        return {}
    key = asked.text("lookup_key")
    found = account.store.each("price", "AND json_extract(body, '$.lookup_key') = ?", (key,))
    other = next((price for price in found if price["id"] != body["id"]), None) if key else None
    if other:
        if not asked.flag("transfer_lookup_key"):
            words = f"A price (`{other['id']}`) already uses that lookup key."
            raise invalid(words, "resource_already_exists", "lookup_key")
        account.change(other, "price.updated", lookup_key=None)
    return {"lookup_key": key}
