"""SetupIntents: saving a card for off-session charges (https://docs.stripe.com/api/setup_intents)."""

from __future__ import annotations

from collections.abc import Callable

from adapters.payments.fake_stripe.api.errors import StripeError, invalid_request
from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.cards import Decline
from adapters.payments.fake_stripe.core.account import Account, public_view
from adapters.payments.fake_stripe.resources.core.attachments import attach, get_test_card, mark_as_set_up
from adapters.payments.fake_stripe.resources.core.automatic_payment_methods import (
    parse_automatic_payment_methods,
    require_return_url,
)
from adapters.payments.fake_stripe.resources.core.confirmation_params import (
    build_return_fields,
    resolve_payment_method,
)
from adapters.payments.fake_stripe.resources.core.next_actions import build_next_action, require_client_secret
from adapters.payments.fake_stripe.shapes.setup_intent import new_setup

CONFIRM_PARAMS = ("payment_method", "payment_method_data", "return_url", "use_stripe_sdk")
CONFIRMABLE_STATUSES = ("requires_payment_method", "requires_confirmation", "requires_action")
CANCELLATION_REASONS = ("abandoned", "requested_by_customer", "duplicate")
FAILED_AUTHENTICATION = Decline(
    "setup_intent_authentication_failure",
    None,
    "The latest attempt to set up the payment method has failed because authentication failed.",
)
_listeners: list[Callable[[Account, Json], None]] = []


def on_success(listener: Callable[[Account, Json], None]) -> Callable[[Account, Json], None]:
    """Register a listener for SetupIntents that succeed."""
    _listeners.append(listener)
    return listener


@routes.register("POST", "setup_intents")
def create(account: Account, params: Params) -> Json:
    """Create a SetupIntent. With `confirm`, it is confirmed at once."""
    params.allow_only(
        *CONFIRM_PARAMS, "confirm", "customer", "usage", "metadata", "description",
        "automatic_payment_methods", "allowed_payment_method_types",
    )  # fmt: skip
    body = new_setup(account, params.get_string("customer"), parse_automatic_payment_methods(params))
    body |= {
        "description": params.get_string("description"),
        "metadata": params.get_metadata(),
        "usage": params.get_choice("usage", ("off_session", "on_session"), "off_session"),
    }
    method = resolve_payment_method(account, params, body)
    if method:
        body |= {"payment_method": method["id"], "status": "requires_confirmation"}
    account.add(body, "setup_intent.created")
    return _confirm_intent(account, params, body, method) if params.get_boolean("confirm") else body


@routes.register("GET", "setup_intents")
def list_objects(account: Account, params: Params) -> Json:
    """List SetupIntents, optionally by customer."""
    params.allow_only(*PAGING_PARAMS, "created", "customer", "payment_method")
    customer, method = params.get_string("customer"), params.get_string("payment_method")
    return list_page(
        account, "setup_intent", "/v1/setup_intents", params, customer=customer, payment_method=method
    )


@routes.register("GET", "setup_intents/{id}", public=True)
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a SetupIntent. A browser needs its client secret."""
    params.allow_only("client_secret")
    body = account.get("setup_intent", id, "intent" if params.public else None)
    require_client_secret(params, body)
    return body


@routes.register("POST", "setup_intents/{id}/confirm", public=True)
def confirm(account: Account, params: Params, id: str) -> Json:
    """Confirm a SetupIntent, which saves the card. Its bank may require authentication first."""
    params.allow_only(*CONFIRM_PARAMS, "client_secret")
    body = account.get("setup_intent", id, "intent" if params.public else None)
    require_client_secret(params, body)
    if body["status"] not in CONFIRMABLE_STATUSES:
        raise _unexpected_state_error(
            body, f"You cannot confirm this SetupIntent because it has a status of {body['status']}."
        )
    return _confirm_intent(account, params, body, resolve_payment_method(account, params, body))


@routes.register("POST", "setup_intents/{id}/cancel")
def cancel(account: Account, params: Params, id: str) -> Json:
    """Cancel a SetupIntent."""
    params.allow_only("cancellation_reason")
    body = account.get("setup_intent", id)
    if body["status"] not in CONFIRMABLE_STATUSES:
        raise _unexpected_state_error(
            body, f"You cannot cancel this SetupIntent because it has a status of {body['status']}."
        )
    reason = params.get_choice("cancellation_reason", CANCELLATION_REASONS)
    return account.update(
        body, "setup_intent.canceled", status="canceled", cancellation_reason=reason, next_action=None
    )


def start_confirmation(account: Account, body: Json, method: Json) -> StripeError | None:
    """Confirm a SetupIntent with a PaymentMethod. Return the error if it was declined."""
    account.update(body, None, payment_method=method["id"])
    card = get_test_card(method)
    if card.requires_authentication(off_session=False, set_up=False):
        account.update(body, None, status="requires_action", next_action=build_next_action(account, body))
        account.emit_event("setup_intent.requires_action", body)
        return None
    return finish_confirmation(account, body, method, True)


def finish_confirmation(account: Account, body: Json, method: Json, succeeded: bool) -> StripeError | None:
    """Complete a SetupIntent: attach the card, or record the error and return it."""
    decline_reason = (
        get_test_card(method).get_decline(is_charge=False) if succeeded else FAILED_AUTHENTICATION
    )
    if decline_reason:
        return _fail_intent(account, body, method, decline_reason)
    if body["customer"]:
        attach(account, method, body["customer"], set_up=True)
    else:
        mark_as_set_up(account, method)
    account.update(body, None, status="succeeded", next_action=None, last_setup_error=None)
    account.emit_event("setup_intent.succeeded", body)
    for listener in _listeners:
        listener(account, body)
    return None


def _confirm_intent(account: Account, params: Params, body: Json, method: Json | None) -> Json:
    if method is None and body["payment_method"]:
        method = account.get("payment_method", body["payment_method"], "payment_method")
    if method is None:
        raise _unexpected_state_error(
            body,
            "You cannot confirm this SetupIntent because it's missing a payment method. Update the "
            "SetupIntent with a payment method and then confirm it again.",
        )
    require_return_url(params, body)
    account.update(body, None, **build_return_fields(params, body))
    error = start_confirmation(account, body, method)
    if error:
        raise error
    return body


def _fail_intent(account: Account, body: Json, method: Json, decline_reason: Decline) -> StripeError:
    card = decline_reason is not FAILED_AUTHENTICATION
    error = StripeError(
        402 if card else 400,
        "card_error" if card else "invalid_request_error",
        decline_reason.message,
        keeps_changes=True,
        code=decline_reason.code,
        decline_code=decline_reason.decline_code,
        payment_method=public_view(method),
    )
    last_error = dict(error.error)
    account.update(
        body,
        None,
        status="requires_payment_method",
        payment_method=None,
        next_action=None,
        last_setup_error=last_error,
    )
    account.emit_event("setup_intent.setup_failed", body)
    error.error["setup_intent"] = public_view(body)
    return error


def _unexpected_state_error(body: Json, message: str) -> StripeError:
    return invalid_request(message, "setup_intent_unexpected_state", setup_intent=public_view(body))
