"""Products (https://docs.stripe.com/api/products)."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import invalid_request
from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.core.account import Account, new_id

TEXT_FIELDS = ("description", "statement_descriptor", "tax_code", "unit_label", "url")
FIELDS = ("active", "metadata", "name", "images", *TEXT_FIELDS)


@routes.register("POST", "products")
def create(account: Account, params: Params) -> Json:
    """Create a product. The `id` is optional."""
    params.allow_only(*FIELDS, "id")
    return create_product(account, params)


@routes.register("GET", "products")
def list_objects(account: Account, params: Params) -> Json:
    """List products, optionally by ID or `active`."""
    params.allow_only(*PAGING_PARAMS, "created", "active", "ids")
    active = int(params.get_boolean("active")) if "active" in params else None
    return list_page(
        account, "product", "/v1/products", params, active=active, id=params.get_list("ids") or None
    )


@routes.register("GET", "products/{id}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a product."""
    params.allow_only()
    return account.get("product", id, "id")


@routes.register("POST", "products/{id}")
def update(account: Account, params: Params, id: str) -> Json:
    """Update a product."""
    params.allow_only(*FIELDS, "default_price")
    body = account.get("product", id, "id")
    changes = _parse_changes(params, body)
    if "default_price" in params:
        changes["default_price"] = account.get(
            "price", params.require_string("default_price"), "default_price"
        )["id"]
    return account.update(body, "product.updated", updated=account.now(), **changes)


@routes.register("DELETE", "products/{id}")
def delete(account: Account, params: Params, id: str) -> Json:
    """Delete a product that has no prices."""
    params.allow_only()
    body = account.get("product", id, "id")
    if next(account.store.list_objects("price", "AND owner = ?", (id,)), None):
        raise invalid_request(
            "This product cannot be deleted because it has one or more user-created prices."
        )
    account.emit_event("product.deleted", body)
    return account.add({"id": id, "object": "product", "deleted": True})


def create_product(account: Account, params: Params) -> Json:
    """Create a product, and emit its event."""
    id = params.get_string("id") or new_id("prod")
    if account.store.get(id):
        raise invalid_request(f"Product already exists with id: {id}.", "resource_already_exists", "id")
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
        "name": params.require_string("name"),
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
    return account.add({**body, **_parse_changes(params, body)}, "product.created")


def _parse_changes(params: Params, body: Json) -> Json:
    changes: Json = {name: params.get_string(name) for name in TEXT_FIELDS if name in params}
    if "name" in params:
        changes["name"] = params.require_string("name")
    if "active" in params:
        changes["active"] = params.get_boolean("active")
    if "images" in params:
        changes["images"] = params.get_list("images")
    if "metadata" in params:
        changes["metadata"] = params.get_metadata(body["metadata"])
    return changes
