"""PaymentIntents (https://docs.stripe.com/api/payment_intents)."""

from __future__ import annotations

from adapters.payments.fake_stripe import confirmation
from adapters.payments.fake_stripe.api.errors import StripeError, invalid_request
from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.core.account import Account, public_view
from adapters.payments.fake_stripe.core.currencies import parse_amount, parse_currency, validate_amount
from adapters.payments.fake_stripe.resources.core.attachments import ensure_usable
from adapters.payments.fake_stripe.resources.core.automatic_payment_methods import (
    parse_automatic_payment_methods,
    require_return_url,
)
from adapters.payments.fake_stripe.resources.core.confirmation_params import (
    build_return_fields,
    resolve_payment_method,
)
from adapters.payments.fake_stripe.resources.core.next_actions import require_client_secret
from adapters.payments.fake_stripe.shapes.payment_intent import new_intent

TEXT_FIELDS = ("description", "receipt_email", "statement_descriptor", "statement_descriptor_suffix")
FIELDS = ("amount", "currency", "metadata", "payment_method", "setup_future_usage", *TEXT_FIELDS)
CONFIRM_PARAMS = ("off_session", "return_url", "use_stripe_sdk", "error_on_requires_action")
PAYMENT_METHOD_PARAMS = ("payment_method_data",)
CANCELLATION_REASONS = ("duplicate", "fraudulent", "requested_by_customer", "abandoned")
CONFIRMABLE_STATUSES = ("requires_payment_method", "requires_confirmation", "requires_action")
CANCELABLE_STATUSES = (
    "requires_payment_method",
    "requires_capture",
    "requires_confirmation",
    "requires_action",
    "processing",
)


@routes.register("POST", "payment_intents")
def create(account: Account, params: Params) -> Json:
    """Create a PaymentIntent. With `confirm`, it is confirmed at once."""
    params.allow_only(
        *FIELDS, *CONFIRM_PARAMS, *PAYMENT_METHOD_PARAMS, "confirm", "customer", "automatic_payment_methods",
        "allowed_payment_method_types",
    )  # fmt: skip
    amount, currency = parse_amount(params), parse_currency(params)
    validate_amount(amount, currency)
    _reject_confirm_params(params)
    body = new_intent(
        account, amount, currency, params.get_string("customer"), parse_automatic_payment_methods(params)
    )
    method = resolve_payment_method(account, params, body)
    body |= {**_parse_changes(params, body), "payment_method": method["id"] if method else None}
    body["status"] = "requires_confirmation" if method else "requires_payment_method"
    account.add(body, "payment_intent.created")
    return _confirm_intent(account, params, body, method) if params.get_boolean("confirm") else body


@routes.register("GET", "payment_intents")
def list_objects(account: Account, params: Params) -> Json:
    """List PaymentIntents, optionally by customer."""
    params.allow_only(*PAGING_PARAMS, "created", "customer")
    customer = params.get_string("customer")
    return list_page(account, "payment_intent", "/v1/payment_intents", params, customer=customer)


@routes.register("GET", "payment_intents/{id}", public=True)
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a PaymentIntent. A browser needs its client secret."""
    params.allow_only("client_secret")
    body = account.get("payment_intent", id, "intent" if params.public else None)
    require_client_secret(params, body)
    return body


@routes.register("POST", "payment_intents/{id}")
def update(account: Account, params: Params, id: str) -> Json:
    """Update a PaymentIntent.

    Once it is paid or canceled, only its metadata and description can change.
    """
    params.allow_only(*FIELDS, *PAYMENT_METHOD_PARAMS)
    body = account.get("payment_intent", id)
    if body["status"] not in CONFIRMABLE_STATUSES and set(params.values) - {
        "metadata",
        "description",
        "expand",
    }:
        raise _unexpected_state_error(
            body,
            "This PaymentIntent's parameters could not be updated because it has a status of "
            f"{body['status']}.",
        )
    changes: Json = _parse_changes(params, body)
    if "amount" in params or "currency" in params:
        changes["amount"] = parse_amount(params) if "amount" in params else body["amount"]
        changes["currency"] = parse_currency(params) if "currency" in params else body["currency"]
        validate_amount(changes["amount"], changes["currency"])
    method = resolve_payment_method(account, params, body)
    if method:
        changes |= {"payment_method": method["id"], "status": "requires_confirmation", "next_action": None}
    return account.update(body, None, **changes)


@routes.register("POST", "payment_intents/{id}/confirm", public=True)
def confirm(account: Account, params: Params, id: str) -> Json:
    """Confirm a PaymentIntent. A browser needs its client secret."""
    params.allow_only(
        *CONFIRM_PARAMS,
        *PAYMENT_METHOD_PARAMS,
        "payment_method",
        "setup_future_usage",
        "receipt_email",
        "client_secret",
    )
    body = account.get("payment_intent", id, "intent" if params.public else None)
    require_client_secret(params, body)
    if body["status"] == "succeeded":
        raise _unexpected_state_error(
            body,
            "You cannot confirm this PaymentIntent because it has already succeeded after being "
            "previously confirmed.",
        )
    if body["status"] not in CONFIRMABLE_STATUSES:
        raise _unexpected_state_error(
            body,
            f"You cannot confirm this PaymentIntent because it has a status of {body['status']}. Only a "
            "PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, "
            "requires_action.",
        )
    method = resolve_payment_method(account, params, body)
    account.update(body, None, **_parse_changes(params, body))
    return _confirm_intent(account, params, body, method)


@routes.register("POST", "payment_intents/{id}/cancel")
def cancel(account: Account, params: Params, id: str) -> Json:
    """Cancel a PaymentIntent. Raises `StripeError` if it is already paid, or belongs to an invoice."""
    params.allow_only("cancellation_reason")
    body = account.get("payment_intent", id)
    if body["status"] not in CANCELABLE_STATUSES:
        raise _unexpected_state_error(
            body,
            f"You cannot cancel this PaymentIntent because it has a status of {body['status']}. Only a "
            "PaymentIntent with one of the following statuses may be canceled: "
            f"{', '.join(CANCELABLE_STATUSES)}.",
        )
    if body["_"].get("invoice"):
        raise invalid_request(
            "PaymentIntents created by invoices cannot be canceled. Try voiding the invoice instead."
        )
    return cancel_intent(account, body, params.get_choice("cancellation_reason", CANCELLATION_REASONS))


def cancel_intent(account: Account, body: Json, reason: str | None) -> Json:
    """Cancel a PaymentIntent, and emit its event."""
    return account.update(
        body,
        "payment_intent.canceled",
        status="canceled",
        canceled_at=account.now(body["_"].get("clock")),
        cancellation_reason=reason,
        next_action=None,
    )


def _confirm_intent(account: Account, params: Params, body: Json, method: Json | None) -> Json:
    """Confirm a PaymentIntent with the given PaymentMethod, or with its own."""
    off_session = params.get_boolean("off_session")
    require_return_url(params, body)
    if method is None and body["payment_method"]:
        method = account.get("payment_method", body["payment_method"], "payment_method")
        ensure_usable(method, body["customer"], "PaymentIntent")
    if method is None:
        text = (
            "You cannot confirm this PaymentIntent because it's missing a payment method. You can "
            "either update the PaymentIntent with a payment method and then confirm it again, or "
            "confirm it again directly with a payment method or ConfirmationToken."
        )
        raise _unexpected_state_error(body, text)
    account.update(body, None, payment_method=method["id"], **build_return_fields(params, body))
    error_on_action = params.get_boolean("error_on_requires_action")
    error = confirmation.confirm(
        account, body, method, off_session=off_session, decline_on_action=error_on_action
    )
    if error:
        raise error
    return body


def _reject_confirm_params(params: Params) -> None:
    names = ("off_session", "return_url", "error_on_requires_action")
    invalid_param = next((name for name in names if name in params), "")
    if invalid_param and not params.get_boolean("confirm"):
        text = (
            f"The parameter `{invalid_param}` cannot be passed when creating a PaymentIntent without "
            "`confirm`."
        )
        raise invalid_request(text, "parameter_invalid", invalid_param)


def _parse_changes(params: Params, body: Json) -> Json:
    changes: Json = {name: params.get_string(name) for name in TEXT_FIELDS if name in params}
    if "metadata" in params:
        changes["metadata"] = params.get_metadata(body["metadata"])
    if "setup_future_usage" in params:
        changes["setup_future_usage"] = params.get_choice("setup_future_usage", ("off_session", "on_session"))
    return changes


def _unexpected_state_error(body: Json, message: str) -> StripeError:
    return invalid_request(message, "payment_intent_unexpected_state", payment_intent=public_view(body))
