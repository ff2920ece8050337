"""PaymentMethods: cards alone (https://docs.stripe.com/api/payment_methods)."""

from __future__ import annotations

from datetime import UTC, datetime

from adapters.payments.fake_stripe import cards
from adapters.payments.fake_stripe.account import Account
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.errors import invalid, missing
from adapters.payments.fake_stripe.paging import PAGING, page
from adapters.payments.fake_stripe.resources.wallets import attach, detach
from adapters.payments.fake_stripe.routes import Json, routes
from adapters.payments.fake_stripe.shapes.payment_method import ADDRESS, new_method

DISPLAY = ("always", "limited", "unspecified")


@routes.at("POST", "payment_methods", public=True)
def create(account: Account, asked: Asked) -> Json:
    """A card by number, or by the token of a test card; it is nobody's yet."""
    asked.only("type", "card", "billing_details", "metadata", "allow_redisplay")
    return account.add(made(account, asked))


@routes.at("GET", "payment_methods")
def listed(account: Account, asked: Asked) -> Json:
    """Those of a customer."""
    asked.only(*PAGING, "customer", "type")
    customer = asked.text("customer")
    if not customer:
        return page(account, "payment_method", "/v1/payment_methods", asked, customer="")
    account.get("customer", customer, "customer")
    return page(
        account, "payment_method", "/v1/payment_methods", asked, customer=customer, type=asked.text("type")
    )


@routes.at("GET", "customers/{id}/payment_methods")
def listed_of_customer(account: Account, asked: Asked, id: str) -> Json:
    """The same, below the customer."""
    asked.only(*PAGING, "type")
    account.get("customer", id, "id")
    url = f"/v1/customers/{id}/payment_methods"
    return page(account, "payment_method", url, asked, customer=id, type=asked.text("type"))


@routes.at("GET", "customers/{id}/payment_methods/{name}")
def retrieve_of_customer(account: Account, asked: Asked, id: str, name: str) -> Json:
    """One of a customer's."""
    asked.only()
    return owned(account, name, id, None)


@routes.at("GET", "payment_methods/{id}")
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One; the name of a test card makes a new one."""
    asked.only()
    return chosen(account, id, None)


@routes.at("POST", "payment_methods/{id}")
def update(account: Account, asked: Asked, id: str) -> Json:
    """Change what may be changed of a card that is a customer's."""
    asked.only("billing_details", "metadata", "card", "allow_redisplay")
    body = account.get("payment_method", id)
    if not body["customer"]:
        raise invalid("You must save this PaymentMethod to a customer before you can update it.")
    changes: Json = {"metadata": asked.metadata(body["metadata"])}
    if "billing_details" in asked:
        changes["billing_details"] = _billing(asked.part("billing_details"), body["billing_details"])
    if "card" in asked:
        part = asked.part("card")
        part.only("exp_month", "exp_year")
        month, year = part.number("exp_month", body["card"]["exp_month"]), part.number("exp_year")
        month, year = cards.check_expiry(month, year or body["card"]["exp_year"], _today(account))
        changes["card"] = {**body["card"], "exp_month": month, "exp_year": year}
    if "allow_redisplay" in asked:
        changes["allow_redisplay"] = asked.choice("allow_redisplay", DISPLAY)
    return account.change(body, "payment_method.updated", **changes)


@routes.at("POST", "payment_methods/{id}/attach")
def attach_one(account: Account, asked: Asked, id: str) -> Json:
    """Save a card with a customer; cards that are always declined are refused here."""
    asked.only("customer")
    customer = account.get("customer", asked.need("customer"), "customer")
    return attach(account, chosen(account, id, None), customer["id"])


@routes.at("POST", "payment_methods/{id}/detach")
def detach_one(account: Account, asked: Asked, id: str) -> Json:
    """Take a card from its customer; it can never be used again."""
    asked.only()
    return detach(account, account.get("payment_method", id))


def chosen(account: Account, id: str, param: str | None) -> Json:
    """A PaymentMethod by its id, or a new one by the name of a test card (`pm_card_visa`)."""
    card = cards.named(id.removeprefix("pm_card_")) if id.startswith("pm_card_") else None
    if card is None:
        return account.get("payment_method", id, param)
    return account.add(new_method(card, 12, _today(account)[0] + 8, None, account.now()))


def owned(account: Account, id: str, customer: str, param: str | None) -> Json:
    """A PaymentMethod that is a customer's."""
    body = account.get("payment_method", id, param)
    if body["customer"] != customer:
        if param is None:
            raise missing("payment_method", id)
        raise invalid(
            f"The customer does not have a payment method with the ID {id}. The payment method must be "
            "attached to "
            "the customer.",
            "resource_missing",
            param,
        )
    return body


def made(account: Account, asked: Asked) -> Json:
    """A new PaymentMethod from parameters, not yet written."""
    if asked.need("type") != "card":
        raise invalid("The stand-in knows cards alone.", None, asked.name("type"))
    part = asked.part("card")
    part.only("number", "exp_month", "exp_year", "cvc", "token")
    token = part.text("token")
    card = cards.named(token.removeprefix("tok_")) if token else cards.numbered(part.need("number"))
    if card is None:
        raise missing("token", str(token), part.name("token"))
    today = _today(account)
    month, year = (12, today[0] + 8) if token else (part.number("exp_month"), part.number("exp_year"))
    month, year = cards.check_expiry(month, year, today)
    cvc = part.text("cvc")
    if cvc is not None and not (cvc.isdigit() and len(cvc) == (4 if card.brand == "amex" else 3)):
        words = cards.Decline("invalid_cvc", None, "Your card's security code is invalid.")
        raise cards.refused(words, "cvc")
    body = new_method(card, month, year, cvc, account.now())
    body["billing_details"] = _billing(asked.part("billing_details"), body["billing_details"])
    return {**body, "metadata": asked.metadata()}


def _billing(part: Asked, before: Json) -> Json:
    part.only("address", "email", "name", "phone", "tax_id")
    address = part.part("address")
    address.only(*ADDRESS)
    changes = {name: part.text(name) for name in ("email", "name", "phone", "tax_id") if name in part}
    return {
        **before,
        **changes,
        "address": {**before["address"], **{name: address.text(name) for name in address.values}},
    }


def _today(account: Account) -> tuple[int, int]:
    now = datetime.fromtimestamp(account.now(), UTC)
    return now.year, now.month
