"""Attaching PaymentMethods to customers, and checks that they can still be used."""

from __future__ import annotations

from adapters.payments.fake_stripe import cards
from adapters.payments.fake_stripe.api.errors import StripeError, invalid_request
from adapters.payments.fake_stripe.api.routes import Json
from adapters.payments.fake_stripe.cards import Card
from adapters.payments.fake_stripe.core.account import Account

SPENT_MESSAGE = (
    "This PaymentMethod was previously used without being attached to a Customer or was detached from a "
    "Customer, "
    "and may not be used again."
)


def get_test_card(method: Json) -> Card:
    """Return the test card of a PaymentMethod."""
    test_card = cards.find_by_name(method["_"]["card"])
    if test_card is None:
        raise RuntimeError(f"There is no test card {method['_']['card']}.")
    return test_card


def attach(account: Account, method: Json, customer: str, *, set_up: bool = False) -> Json:
    """Attach a PaymentMethod to a customer.

    Raises `StripeError` if it belongs to another customer, cannot be used again, or is declined.
    """
    if method["customer"] == customer:
        return mark_as_set_up(account, method) if set_up else method
    if method["customer"]:
        raise invalid_request("The payment method you provided has already been attached to a customer.")
    if method["_"].get("spent"):
        raise invalid_request(SPENT_MESSAGE)
    decline = get_test_card(method).get_decline(is_charge=False)
    if decline:
        raise cards.card_error(decline)
    private_fields = {**method["_"], "set_up": set_up or bool(method["_"].get("set_up"))}
    return account.update(method, "payment_method.attached", customer=customer, _=private_fields)


def detach(account: Account, method: Json) -> Json:
    """Detach a PaymentMethod from its customer, and remove it as a default."""
    customer_id = method["customer"]
    if not customer_id:
        raise invalid_request(
            "The payment method you provided is not attached to a customer so detachment is impossible."
        )
    customer = account.store.get(customer_id)
    settings = (customer or {}).get("invoice_settings")
    if customer and settings and settings["default_payment_method"] == method["id"]:
        account.update(
            customer, "customer.updated", invoice_settings={**settings, "default_payment_method": None}
        )
    for subscription in list(account.store.list_objects("subscription", "AND customer = ?", (customer_id,))):
        if subscription["default_payment_method"] == method["id"]:
            account.update(subscription, "customer.subscription.updated", default_payment_method=None)
    return account.update(method, "payment_method.detached", customer=None, _={**method["_"], "spent": True})


def mark_as_set_up(account: Account, method: Json) -> Json:
    """Mark a PaymentMethod as authorized for off-session charges."""
    return account.update(method, None, _={**method["_"], "set_up": True})


def ensure_usable(method: Json, customer: str | None, intent_name: str) -> None:
    """Raise `StripeError` if a payment of the customer cannot use a PaymentMethod.

    None means no customer.
    """
    if method["customer"] and method["customer"] != customer:
        if customer is None:
            raise invalid_request(
                f"The provided PaymentMethod ({method['id']}) is attached to a Customer. Please include "
                "the Customer "
                f"in the `customer` parameter on the {intent_name}.",
                None,
                "payment_method",
            )
        raise invalid_request(
            f"The provided PaymentMethod ({method['id']}) does not belong to the Customer you supplied "
            f"({customer}). Please use this PaymentMethod with the Customer that it belongs to instead.",
            None,
            "payment_method",
        )
    if method["_"].get("spent"):
        raise spent_error(intent_name)


def spent_error(intent_name: str) -> StripeError:
    """Return the error for a PaymentMethod that was used without a customer, or was detached."""
    return invalid_request(
        f"The provided PaymentMethod was previously used with a {intent_name} without Customer attachment, "
        "shared with a "
        "connected account without Customer attachment, or was detached from a Customer. It may not be "
        "used again. "
        "To use a PaymentMethod multiple times, you must attach it to a Customer first.",
        None,
        "payment_method",
    )
