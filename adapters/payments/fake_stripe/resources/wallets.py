"""Which customer a PaymentMethod is saved with, and whether it may still be used."""

from __future__ import annotations

from adapters.payments.fake_stripe import cards
from adapters.payments.fake_stripe.account import Account
from adapters.payments.fake_stripe.cards import Card
from adapters.payments.fake_stripe.errors import StripeError, invalid
from adapters.payments.fake_stripe.routes import Json

SPENT = (
    "This PaymentMethod was previously used without being attached to a Customer or was detached from a "
    "Customer, "
    "and may not be used again."
)


def card_of(method: Json) -> Card:
    """The test card behind a PaymentMethod."""
    found = cards.named(method["_"]["card"])
    if found is None:
        raise RuntimeError(f"There is no test card {method['_']['card']}.")
    return found


def attach(account: Account, method: Json, customer: str, *, set_up: bool = False) -> Json:
    """Save it with a customer; StripeError where it is another's, spent, or declined."""
    if method["customer"] == customer:
        return mark_set_up(account, method) if set_up else method
    if method["customer"]:
        raise invalid("The payment method you provided has already been attached to a customer.")
    if method["_"].get("spent"):
        raise invalid(SPENT)
    decline = card_of(method).refuses(charging=False)
    if decline:
        raise cards.refused(decline)
    own = {**method["_"], "set_up": set_up or bool(method["_"].get("set_up"))}
    return account.change(method, "payment_method.attached", customer=customer, _=own)


def detach(account: Account, method: Json) -> Json:
    """Take it from its customer, whose default it is no longer."""
    customer_id = method["customer"]
    if not customer_id:
        raise invalid(
            "The payment method you provided is not attached to a customer so detachment is impossible."
        )
    customer = account.store.find(customer_id)
    settings = (customer or {}).get("invoice_settings")
    if customer and settings and settings["default_payment_method"] == method["id"]:
        account.change(
            customer, "customer.updated", invoice_settings={**settings, "default_payment_method": None}
        )
    for subscription in list(account.store.each("subscription", "AND customer = ?", (customer_id,))):
        if subscription["default_payment_method"] == method["id"]:
            account.change(subscription, "customer.subscription.updated", default_payment_method=None)
    return account.change(method, "payment_method.detached", customer=None, _={**method["_"], "spent": True})


def mark_set_up(account: Account, method: Json) -> Json:
    """The bank agreed to charges while the customer is away."""
    return account.change(method, None, _={**method["_"], "set_up": True})


def may_pay(method: Json, customer: str | None, name: str) -> None:
    """Whether a payment of a customer (or of nobody) may use it; StripeError."""
    if method["customer"] and method["customer"] != customer:
        if customer is None:
            raise invalid(
                f"The provided PaymentMethod ({method['id']}) is attached to a Customer. Please include "
                "the Customer "
                f"in the `customer` parameter on the {name}.",
                None,
                "payment_method",
            )
        raise invalid(
            f"The provided PaymentMethod ({method['id']}) does not belong to the Customer you supplied "
            f"({customer}). Please use this PaymentMethod with the Customer that it belongs to instead.",
            None,
            "payment_method",
        )
    if method["_"].get("spent"):
        raise spent(name)


def spent(name: str) -> StripeError:
    """It was used once without a customer, or taken from one."""
    return invalid(
        f"The provided PaymentMethod was previously used with a {name} without Customer attachment, "
        "shared with a "
        "connected account without Customer attachment, or was detached from a Customer. It may not be "
        "used again. "
        "To use a PaymentMethod multiple times, you must attach it to a Customer first.",
        None,
        "payment_method",
    )
