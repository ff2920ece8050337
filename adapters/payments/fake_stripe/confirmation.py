"""PaymentIntent confirmation, which ends in success, a required action or a decline.

Every confirmation uses this module: API calls, the authentication page and invoices. Follow-up actions
(paying an invoice, opening a dispute) are registered with `@on_outcome`.
"""

from __future__ import annotations

from collections.abc import Callable

from adapters.payments.fake_stripe.api.errors import Json, StripeError
from adapters.payments.fake_stripe.cards import AUTHENTICATION_REQUIRED, Decline
from adapters.payments.fake_stripe.core.account import Account, public_view
from adapters.payments.fake_stripe.resources.core.attachments import attach, get_test_card
from adapters.payments.fake_stripe.resources.core.charges import create_charge
from adapters.payments.fake_stripe.resources.core.next_actions import build_next_action

OutcomeListener = Callable[[Account, Json], None]

_listeners: list[OutcomeListener] = []
FAILED_AUTHENTICATION = Decline(
    "payment_intent_authentication_failure",
    None,
    "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new "
    "PaymentMethod to attempt to fulfill this PaymentIntent again.",
)


def on_outcome(listener: OutcomeListener) -> OutcomeListener:
    """Register a listener for a PaymentIntent that succeeded, requires an action, or failed."""
    _listeners.append(listener)
    return listener


def confirm(
    account: Account,
    intent: Json,
    method: Json,
    *,
    off_session: bool,
    decline_on_action: bool = False,
    wait_for_customer: bool = False,
) -> StripeError | None:
    """Try to charge a PaymentIntent, and change it in place. Return the error if it was declined.

    `off_session` means that the customer is absent, so required authentication is a decline. With
    `wait_for_customer`, the intent waits for the customer instead, as invoices do. With `decline_on_action`,
    required authentication is always a decline.
    """
    set_up = bool(method["_"].get("set_up"))
    if not get_test_card(method).requires_authentication(off_session=off_session, set_up=set_up):
        return _charge_intent(account, intent, method, authenticated=False)
    if decline_on_action or (off_session and not wait_for_customer):
        return decline_intent(account, intent, method, AUTHENTICATION_REQUIRED)
    _set_status(account, intent, "requires_action", payment_method=method["id"])
    account.update(intent, "payment_intent.requires_action", next_action=build_next_action(account, intent))
    _notify_listeners(account, intent)
    return None


def complete_authentication(
    account: Account, intent: Json, method: Json, succeeded: bool
) -> StripeError | None:
    """Continue a PaymentIntent after 3-D Secure. Return the error if it was declined."""
    if not succeeded:
        return decline_intent(account, intent, method, FAILED_AUTHENTICATION, charged=False)
    return _charge_intent(account, intent, method, authenticated=True)


def decline_intent(
    account: Account, intent: Json, method: Json, decline_reason: Decline, *, charged: bool = True
) -> StripeError:
    """Mark a PaymentIntent as failed, and return the error. It then requires another PaymentMethod."""
    more: Json = {}
    if charged:
        charge = create_charge(account, intent, method, decline_reason, False)
        more["latest_charge"] = charge["id"]
    kind = "card_error" if charged else "invalid_request_error"
    error = StripeError(
        402 if charged else 400,
        kind,
        decline_reason.message,
        keeps_changes=True,
        code=decline_reason.code,
        decline_code=decline_reason.decline_code,
        charge=more.get("latest_charge"),
        payment_method=public_view(method),
        doc_url=f"https://stripe.com/docs/error-codes/{decline_reason.code.replace('_', '-')}",
    )
    last_error = dict(error.error)
    _set_status(
        account, intent, "requires_payment_method", payment_method=None, last_payment_error=last_error, **more
    )
    account.emit_event("payment_intent.payment_failed", intent)
    _notify_listeners(account, intent)
    error.error["payment_intent"] = public_view(intent)
    return error


def _charge_intent(
    account: Account, intent: Json, method: Json, *, authenticated: bool
) -> StripeError | None:
    decline_reason = get_test_card(method).get_decline(is_charge=True)
    if decline_reason:
        return decline_intent(account, intent, method, decline_reason)
    charge = create_charge(account, intent, method, None, authenticated)
    _set_status(
        account,
        intent,
        "succeeded",
        payment_method=method["id"],
        latest_charge=charge["id"],
        amount_received=intent["amount"],
        last_payment_error=None,
    )
    account.emit_event("payment_intent.succeeded", intent)
    _save_or_spend_method(account, intent, method)
    _notify_listeners(account, intent)
    return None


def _save_or_spend_method(account: Account, intent: Json, method: Json) -> None:
    """Attach the card if the intent has `setup_future_usage`.

    Otherwise an unattached card cannot be used again.
    """
    if intent["setup_future_usage"] and intent["customer"]:
        attach(account, method, intent["customer"], set_up=True)
    elif not method["customer"]:
        account.update(method, None, _={**method["_"], "spent": True})


def _set_status(account: Account, intent: Json, status: str, **changes: object) -> None:
    account.update(intent, None, status=status, next_action=None, **changes)


def _notify_listeners(account: Account, intent: Json) -> None:
    for listener in _listeners:
        listener(account, intent)
