"""PaymentMethods, cards only (https://docs.stripe.com/api/payment_methods)."""

from __future__ import annotations

from datetime import UTC, datetime

from adapters.payments.fake_stripe import cards
from adapters.payments.fake_stripe.api.errors import invalid_request, resource_missing
from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.core.account import Account
from adapters.payments.fake_stripe.resources.core.attachments import attach, detach
from adapters.payments.fake_stripe.shapes.payment_method import ADDRESS, new_method

ALLOW_REDISPLAY_OPTIONS = ("always", "limited", "unspecified")


@routes.register("POST", "payment_methods", public=True)
def create(account: Account, params: Params) -> Json:
    """Create a card from a number or a test card token. It has no customer yet."""
    params.allow_only("type", "card", "billing_details", "metadata", "allow_redisplay")
    return account.add(build_payment_method(account, params))


@routes.register("GET", "payment_methods")
def list_objects(account: Account, params: Params) -> Json:
    """List a customer's PaymentMethods."""
    params.allow_only(*PAGING_PARAMS, "customer", "type")
    customer = params.get_string("customer")
    if not customer:
        return list_page(account, "payment_method", "/v1/payment_methods", params, customer="")
    account.get("customer", customer, "customer")
    return list_page(
        account,
        "payment_method",
        "/v1/payment_methods",
        params,
        customer=customer,
        type=params.get_string("type"),
    )


@routes.register("GET", "customers/{id}/payment_methods")
def list_for_customer(account: Account, params: Params, id: str) -> Json:
    """List a customer's PaymentMethods, by the URL below the customer."""
    params.allow_only(*PAGING_PARAMS, "type")
    account.get("customer", id, "id")
    url = f"/v1/customers/{id}/payment_methods"
    return list_page(account, "payment_method", url, params, customer=id, type=params.get_string("type"))


@routes.register("GET", "customers/{id}/payment_methods/{name}")
def retrieve_for_customer(account: Account, params: Params, id: str, name: str) -> Json:
    """Retrieve one of a customer's PaymentMethods."""
    params.allow_only()
    return require_owned(account, name, id, None)


@routes.register("GET", "payment_methods/{id}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a PaymentMethod. The name of a test card creates a new one."""
    params.allow_only()
    return get_or_create(account, id, None)


@routes.register("POST", "payment_methods/{id}")
def update(account: Account, params: Params, id: str) -> Json:
    """Update a PaymentMethod that is attached to a customer."""
    params.allow_only("billing_details", "metadata", "card", "allow_redisplay")
    body = account.get("payment_method", id)
    if not body["customer"]:
        raise invalid_request("You must save this PaymentMethod to a customer before you can update it.")
    changes: Json = {"metadata": params.get_metadata(body["metadata"])}
    if "billing_details" in params:
        changes["billing_details"] = _parse_billing_details(
            params.get_nested("billing_details"), body["billing_details"]
        )
    if "card" in params:
        part = params.get_nested("card")
        part.allow_only("exp_month", "exp_year")
        month, year = part.get_integer("exp_month", body["card"]["exp_month"]), part.get_integer("exp_year")
        month, year = cards.check_expiry(month, year or body["card"]["exp_year"], _get_today(account))
        changes["card"] = {**body["card"], "exp_month": month, "exp_year": year}
    if "allow_redisplay" in params:
        changes["allow_redisplay"] = params.get_choice("allow_redisplay", ALLOW_REDISPLAY_OPTIONS)
    return account.update(body, "payment_method.updated", **changes)


@routes.register("POST", "payment_methods/{id}/attach")
def attach_to_customer(account: Account, params: Params, id: str) -> Json:
    """Attach a card to a customer. Cards that are always declined are declined here."""
    params.allow_only("customer")
    customer = account.get("customer", params.require_string("customer"), "customer")
    return attach(account, get_or_create(account, id, None), customer["id"])


@routes.register("POST", "payment_methods/{id}/detach")
def detach_from_customer(account: Account, params: Params, id: str) -> Json:
    """Detach a card from its customer. It can never be used again."""
    params.allow_only()
    return detach(account, account.get("payment_method", id))


def get_or_create(account: Account, id: str, param: str | None) -> Json:
    """Return a PaymentMethod by its ID, or create one from a test card's name (`pm_card_visa`)."""
    card = cards.find_by_name(id.removeprefix("pm_card_")) if id.startswith("pm_card_") else None
    if card is None:
        return account.get("payment_method", id, param)
    return account.add(new_method(card, 12, _get_today(account)[0] + 8, None, account.now()))


def require_owned(account: Account, id: str, customer: str, param: str | None) -> Json:
    """Return a PaymentMethod of a customer. Raises `StripeError` if it is not the customer's."""
    body = account.get("payment_method", id, param)
    if body["customer"] != customer:
        if param is None:
            raise resource_missing("payment_method", id)
        raise invalid_request(
            f"The customer does not have a payment method with the ID {id}. The payment method must be "
            "attached to "
            "the customer.",
            "resource_missing",
            param,
        )
    return body


def build_payment_method(account: Account, params: Params) -> Json:
    """Build a PaymentMethod from parameters, without saving it."""
    if params.require_string("type") != "card":
        raise invalid_request(
            "The fake Stripe server supports only cards.", None, params.get_full_name("type")
        )
    part = params.get_nested("card")
    part.allow_only("number", "exp_month", "exp_year", "cvc", "token")
    token = part.get_string("token")
    card = (
        cards.find_by_name(token.removeprefix("tok_"))
        if token
        else cards.find_by_number(part.require_string("number"))
    )
    if card is None:
        raise resource_missing("token", str(token), part.get_full_name("token"))
    today = _get_today(account)
    month, year = (
        (12, today[0] + 8) if token else (part.get_integer("exp_month"), part.get_integer("exp_year"))
    )
    month, year = cards.check_expiry(month, year, today)
    cvc = part.get_string("cvc")
    if cvc is not None and not (cvc.isdigit() and len(cvc) == (4 if card.brand == "amex" else 3)):
        message = cards.Decline("invalid_cvc", None, "Your card's security code is invalid.")
        raise cards.card_error(message, "cvc")
    body = new_method(card, month, year, cvc, account.now())
    body["billing_details"] = _parse_billing_details(
        params.get_nested("billing_details"), body["billing_details"]
    )
    return {**body, "metadata": params.get_metadata()}


def _parse_billing_details(part: Params, before: Json) -> Json:
    part.allow_only("address", "email", "name", "phone", "tax_id")
    address = part.get_nested("address")
    address.allow_only(*ADDRESS)
    changes = {name: part.get_string(name) for name in ("email", "name", "phone", "tax_id") if name in part}
    return {
        **before,
        **changes,
        "address": {**before["address"], **{name: address.get_string(name) for name in address.values}},
    }


def _get_today(account: Account) -> tuple[int, int]:
    now = datetime.fromtimestamp(account.now(), UTC)
    return now.year, now.month
