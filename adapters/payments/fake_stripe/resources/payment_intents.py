"""PaymentIntents (https://docs.stripe.com/api/payment_intents)."""

from __future__ import annotations

from adapters.payments.fake_stripe import confirming
from adapters.payments.fake_stripe.account import Account, shown
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.currencies import amount_of, check, currency_of
from adapters.payments.fake_stripe.errors import StripeError, invalid
from adapters.payments.fake_stripe.paging import PAGING, page
from adapters.payments.fake_stripe.resources.automatic import automatic, check_return
from adapters.payments.fake_stripe.resources.confirmations import method_given, way_back
from adapters.payments.fake_stripe.resources.next_actions import check_secret
from adapters.payments.fake_stripe.resources.wallets import may_pay
from adapters.payments.fake_stripe.routes import Json, routes
from adapters.payments.fake_stripe.shapes.payment_intent import new_intent

NOTED = ("description", "receipt_email", "statement_descriptor", "statement_descriptor_suffix")
FIELDS = ("amount", "currency", "metadata", "payment_method", "setup_future_usage", *NOTED)
CONFIRMING = ("off_session", "return_url", "use_stripe_sdk", "error_on_requires_action")
DATA = ("payment_method_data",)
REASONS = ("duplicate", "fraudulent", "requested_by_customer", "abandoned")
WAITING = ("requires_payment_method", "requires_confirmation", "requires_action")
CANCELABLE = (
    "requires_payment_method",
    "requires_capture",
    "requires_confirmation",
    "requires_action",
    "processing",
)


@routes.at("POST", "payment_intents")
def create(account: Account, asked: Asked) -> Json:
    """A new one, confirmed at once where `confirm` says so."""
    asked.only(
        *FIELDS, *CONFIRMING, *DATA, "confirm", "customer", "automatic_payment_methods",
        "allowed_payment_method_types",
    )  # fmt: skip
    amount, currency = amount_of(asked), currency_of(asked)
    check(amount, currency)
    _only_with_confirm(asked)
    body = new_intent(account, amount, currency, asked.text("customer"), automatic(asked))
    method = method_given(account, asked, body)
    body |= {**_given(asked, body), "payment_method": method["id"] if method else None}
    body["status"] = "requires_confirmation" if method else "requires_payment_method"
    account.add(body, "payment_intent.created")
    return _confirmed(account, asked, body, method) if asked.flag("confirm") else body


@routes.at("GET", "payment_intents")
def listed(account: Account, asked: Asked) -> Json:
    """All, or those of a customer."""
    asked.only(*PAGING, "created", "customer")
    customer = asked.text("customer")
    return page(account, "payment_intent", "/v1/payment_intents", asked, customer=customer)


@routes.at("GET", "payment_intents/{id}", public=True)
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One; a browser names its client secret."""
    asked.only("client_secret")
    body = account.get("payment_intent", id, "intent" if asked.public else None)
    check_secret(asked, body)
    return body


@routes.at("POST", "payment_intents/{id}")
def update(account: Account, asked: Asked, id: str) -> Json:
    """Change one that is not paid yet."""
    asked.only(*FIELDS, *DATA)
    body = account.get("payment_intent", id)
    if body["status"] not in WAITING and set(asked.values) - {"metadata", "description", "expand"}:
        raise _unexpected(
            body,
            "This PaymentIntent's parameters could not be updated because it has a status of "
            f"{body['status']}.",
        )
    changes: Json = _given(asked, body)
    if "amount" in asked or "currency" in asked:
        changes["amount"] = amount_of(asked) if "amount" in asked else body["amount"]
        changes["currency"] = currency_of(asked) if "currency" in asked else body["currency"]
        check(changes["amount"], changes["currency"])
    method = method_given(account, asked, body)
    if method:
        changes |= {"payment_method": method["id"], "status": "requires_confirmation", "next_action": None}
    return account.change(body, None, **changes)


@routes.at("POST", "payment_intents/{id}/confirm", public=True)
def confirm(account: Account, asked: Asked, id: str) -> Json:
    """Try to take the money; a browser names its client secret."""
    asked.only(*CONFIRMING, *DATA, "payment_method", "setup_future_usage", "receipt_email", "client_secret")
    body = account.get("payment_intent", id, "intent" if asked.public else None)
    check_secret(asked, body)
    if body["status"] == "succeeded":
        raise _unexpected(
            body,
            "You cannot confirm this PaymentIntent because it has already succeeded after being "
            "previously confirmed.",
        )
    if body["status"] not in WAITING:
        raise _unexpected(
            body,
            f"You cannot confirm this PaymentIntent because it has a status of {body['status']}. Only a "
            "PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, "
            "requires_action.",
        )
    method = method_given(account, asked, body)
    account.change(body, None, **_given(asked, body))
    return _confirmed(account, asked, body, method)


@routes.at("POST", "payment_intents/{id}/cancel")
def cancel(account: Account, asked: Asked, id: str) -> Json:
    """Nothing is charged any more; StripeError where it is paid already, or an invoice's."""
    asked.only("cancellation_reason")
    body = account.get("payment_intent", id)
    if body["status"] not in CANCELABLE:
        raise _unexpected(
            body,
            f"You cannot cancel this PaymentIntent because it has a status of {body['status']}. Only a "
            f"PaymentIntent with one of the following statuses may be canceled: {', '.join(CANCELABLE)}.",
        )
    if body["_"].get("invoice"):
        raise invalid(
            "PaymentIntents created by invoices cannot be canceled. Try voiding the invoice instead."
        )
    return canceled(account, body, asked.choice("cancellation_reason", REASONS))


def canceled(account: Account, body: Json, reason: str | None) -> Json:
    """Cancel one and announce it."""
    return account.change(
        body,
        "payment_intent.canceled",
        status="canceled",
        canceled_at=account.now(body["_"].get("clock")),
        cancellation_reason=reason,
        next_action=None,
    )


def _confirmed(account: Account, asked: Asked, body: Json, method: Json | None) -> Json:
    """Confirm with the PaymentMethod that is named, or the one that it has."""
    off_session = asked.flag("off_session")
    check_return(asked, body)
    if method is None and body["payment_method"]:
        method = account.get("payment_method", body["payment_method"], "payment_method")
        may_pay(method, body["customer"], "PaymentIntent")
    if method is None:
        words = (
            "You cannot confirm this PaymentIntent because it's missing a payment method. You can "
            "either update the PaymentIntent with a payment method and then confirm it again, or "
            "confirm it again directly with a payment method or ConfirmationToken."
        )
        raise _unexpected(body, words)
    account.change(body, None, payment_method=method["id"], **way_back(asked, body))
    refuse = asked.flag("error_on_requires_action")
    error = confirming.confirm(account, body, method, off_session=off_session, refuse_action=refuse)
    if error:
        raise error
    return body


def _only_with_confirm(asked: Asked) -> None:
    names = ("off_session", "return_url", "error_on_requires_action")
    wrong = next((name for name in names if name in asked), "")
    if wrong and not asked.flag("confirm"):
        words = f"The parameter `{wrong}` cannot be passed when creating a PaymentIntent without `confirm`."
        raise invalid(words, "parameter_invalid", wrong)


def _given(asked: Asked, body: Json) -> Json:
    changes: Json = {name: asked.text(name) for name in NOTED if name in asked}
    if "metadata" in asked:
        changes["metadata"] = asked.metadata(body["metadata"])
    if "setup_future_usage" in asked:
        changes["setup_future_usage"] = asked.choice("setup_future_usage", ("off_session", "on_session"))
    return changes


def _unexpected(body: Json, message: str) -> StripeError:
    return invalid(message, "payment_intent_unexpected_state", payment_intent=shown(body))
