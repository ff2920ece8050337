"""Products (https://docs.stripe.com/api/products)."""

from __future__ import annotations

from adapters.payments.fake_stripe.account import Account, new_id
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.errors import invalid
from adapters.payments.fake_stripe.paging import PAGING, page
from adapters.payments.fake_stripe.routes import Json, routes

TEXTS = ("description", "statement_descriptor", "tax_code", "unit_label", "url")
FIELDS = ("active", "metadata", "name", "images", *TEXTS)


@routes.at("POST", "products")
def create(account: Account, asked: Asked) -> Json:
    """A new one; `id` may be chosen."""
    asked.only(*FIELDS, "id")
    return made(account, asked)


@routes.at("GET", "products")
def listed(account: Account, asked: Asked) -> Json:
    """All, or some by id or by whether they are sold."""
    asked.only(*PAGING, "created", "active", "ids")
    active = int(asked.flag("active")) if "active" in asked else None
    return page(account, "product", "/v1/products", asked, active=active, id=asked.each("ids") or None)


@routes.at("GET", "products/{id}")
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One."""
    asked.only()
    return account.get("product", id, "id")


@routes.at("POST", "products/{id}")
def update(account: Account, asked: Asked, id: str) -> Json:
    """Change one."""
    asked.only(*FIELDS, "default_price")
    body = account.get("product", id, "id")
    changes = _given(asked, body)
    if "default_price" in asked:
        changes["default_price"] = account.get("price", asked.need("default_price"), "default_price")["id"]
    return account.change(body, "product.updated", updated=account.now(), **changes)


@routes.at("DELETE", "products/{id}")
def delete(account: Account, asked: Asked, id: str) -> Json:
    """Delete one that has no price."""
    asked.only()
    body = account.get("product", id, "id")
    if next(account.store.each("price", "AND owner = ?", (id,)), None):
        raise invalid("This product cannot be deleted because it has one or more user-created prices.")
    account.announce("product.deleted", body)
    return account.add({"id": id, "object": "product", "deleted": True})


def made(account: Account, asked: Asked) -> Json:
    """A new product, written and announced."""
    id = asked.text("id") or new_id("prod")
    if account.store.find(id):
        raise invalid(f"Product already exists with id: {id}.", "resource_already_exists", "id")
    now = account.now()
    body: Json = {
        "id": id,
        "object": "product",
        "active": True,
        "created": now,
        "default_price": None,
        "description": None,
        "images": [],
        "livemode": False,
        "marketing_features": [],
        "metadata": {},
        "name": asked.need("name"),
        "package_dimensions": None,
        "shippable": None,
        "statement_descriptor": None,
        "tax_code": None,
        "type": "service",
        "unit_label": None,
        "updated": now,
        "url": None,
        "_": {},
    }
    return account.add({**body, **_given(asked, body)}, "product.created")


def _given(asked: Asked, body: Json) -> Json:
    changes: Json = {name: asked.text(name) for name in TEXTS if name in asked}
    if "name" in asked:
        changes["name"] = asked.need("name")
    if "active" in asked:
        changes["active"] = asked.flag("active")
    if "images" in asked:
        changes["images"] = asked.each("images")
    if "metadata" in asked:
        changes["metadata"] = asked.metadata(body["metadata"])
    return changes
