"""Subscription creation: parameters, first invoice and trial."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import StripeError, invalid_request
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json
from adapters.payments.fake_stripe.billing import invoicing
from adapters.payments.fake_stripe.billing.collection import collect_invoice
from adapters.payments.fake_stripe.billing.discounts import redeem_discounts
from adapters.payments.fake_stripe.billing.items import build_items
from adapters.payments.fake_stripe.billing.states import (
    ACTIVE,
    TRIALING,
    get_payment_method,
    save_subscription,
)
from adapters.payments.fake_stripe.core.account import Account, new_id
from adapters.payments.fake_stripe.core.intervals import DAY, get_period_end
from adapters.payments.fake_stripe.resources.core.attachments import get_test_card
from adapters.payments.fake_stripe.resources.core.payment_methods import require_owned
from adapters.payments.fake_stripe.resources.core.setup_intents import start_confirmation
from adapters.payments.fake_stripe.shapes.setup_intent import new_setup
from adapters.payments.fake_stripe.shapes.subscription import new_subscription

SETTINGS_PARAMS, TRIAL_PARAMS = ("payment_settings",), ("trial_settings",)
MISSING_PAYMENT_METHOD_BEHAVIORS = ("cancel", "create_invoice", "pause")
DEFAULT_INCOMPLETE, ERROR_IF_INCOMPLETE = "default_incomplete", "error_if_incomplete"
NO_PAYMENT_METHOD_MESSAGE = (
    "This customer has no attached payment source or default payment method. Please consider adding a "
    "default payment "
    "method. For more information, visit "
    "https://stripe.com/docs/billing/subscriptions/payment-methods-setting"
    "#payment-method-priority."
)
REQUIRES_ACTION_MESSAGE = (
    "Payment for this subscription requires additional user action before it can be completed "
    "successfully. Payment "
    "can be completed using the PaymentIntent associated with `subscription.latest_invoice`. For more "
    "details see: "
    "https://stripe.com/docs/billing/subscriptions/overview#requires-action"
)


def create_subscription(account: Account, params: Params, behavior: str) -> Json:
    """Create a subscription with its first invoice, and emit its events. Raises `StripeError`."""
    customer = account.get("customer", params.require_string("customer"), "customer")
    body = _build_subscription(account, params, customer)
    card = body["default_payment_method"]
    if card:
        require_owned(account, card, customer["id"], "default_payment_method")
    method = get_payment_method(account, body)
    amount = sum(item["price"]["unit_amount"] * item["quantity"] for item in body["items"]["data"])
    body["discounts"] = redeem_discounts(account, params, body, customer, amount)
    account.update(customer, None, currency=customer["currency"] or body["currency"])
    save_subscription(account, body, "customer.subscription.created")
    if body["status"] == TRIALING:
        invoicing.create_invoice(account, body, invoicing.CREATE, free=True)
        _prepare_trial(account, body, method, behavior)
        return body
    if method is None and amount and behavior != DEFAULT_INCOMPLETE:
        raise invalid_request(NO_PAYMENT_METHOD_MESSAGE, "resource_missing")
    _collect_first_payment(account, params, body, method, behavior)
    return account.get("subscription", body["id"])


def build_settings(params: Params, body: Json) -> Json:
    """Return the changes to the payment settings and trial settings."""
    changes: Json = {}
    if "payment_settings" in params:
        part = params.get_nested("payment_settings")
        part.allow_only("save_default_payment_method", "payment_method_types")
        before = body["payment_settings"]
        changes["payment_settings"] = {
            **before,
            "payment_method_types": part.get_list("payment_method_types") or before["payment_method_types"],
            "save_default_payment_method": part.get_choice(
                "save_default_payment_method",
                ("off", "on_subscription"),
                before["save_default_payment_method"],
            ),
        }
    if "trial_settings" in params:
        part = params.get_nested("trial_settings").get_nested("end_behavior")
        part.require_string("missing_payment_method")
        changes["trial_settings"] = {
            "end_behavior": {
                "missing_payment_method": part.get_choice(
                    "missing_payment_method", MISSING_PAYMENT_METHOD_BEHAVIORS
                )
            }
        }
    return changes


def _collect_first_payment(
    account: Account, params: Params, body: Json, method: Json | None, behavior: str
) -> None:
    invoice = invoicing.create_invoice(account, body, invoicing.CREATE)
    intent = invoicing.get_payment_intent(account, invoice)
    if intent is None:
        save_subscription(account, body, "customer.subscription.updated", status=ACTIVE)
        return
    if method is None:
        return
    if behavior == DEFAULT_INCOMPLETE:
        account.update(intent, None, payment_method=method["id"], status="requires_confirmation")
        return
    error = collect_invoice(account, invoice, body, method, off_session=params.get_boolean("off_session"))
    if behavior != ERROR_IF_INCOMPLETE:
        return
    if error:
        error.keeps_changes = False
        raise error
    if account.get("payment_intent", intent["id"])["status"] == "requires_action":
        raise StripeError(
            402, "card_error", REQUIRES_ACTION_MESSAGE, code="subscription_payment_intent_requires_action"
        )


def _prepare_trial(account: Account, body: Json, method: Json | None, behavior: str) -> None:
    """Create a SetupIntent if a trial has no card, or if its card requires authentication."""
    requires_authentication = bool(
        method and get_test_card(method).authentication and not method["_"].get("set_up")
    )
    if not requires_authentication and (method is not None or behavior != DEFAULT_INCOMPLETE):
        return
    setup_intent = new_setup(account, body["customer"], None)
    setup_intent["_"] |= {"subscription": body["id"]}
    account.add(setup_intent, "setup_intent.created")
    save_subscription(account, body, "customer.subscription.updated", pending_setup_intent=setup_intent["id"])
    if method:
        start_confirmation(account, setup_intent, method)


def _parse_trial_end(params: Params, now: int) -> int | None:
    if "trial_end" in params:
        if params.get_string("trial_end") == "now":
            return None
        end = params.get_integer("trial_end") or 0
        if end <= now:
            raise invalid_request("Timestamps must be in the future.", None, "trial_end")
        return end
    count = params.get_integer("trial_period_days") or 0
    if not 0 <= count <= 730:
        raise invalid_request("Trial periods can be up to 730 days long.", None, "trial_period_days")
    return now + count * DAY if count else None


def _build_subscription(account: Account, params: Params, customer: Json) -> Json:
    now = account.now(customer["test_clock"])
    trial_end = _parse_trial_end(params, now)
    items = build_items(account, params, new_id("sub"), now)
    recurring = items["data"][0]["price"]["recurring"]
    end = trial_end or get_period_end(now, recurring["interval"], recurring["interval_count"], now)
    for item in items["data"]:
        item |= {"current_period_start": now, "current_period_end": end}
    body = new_subscription(customer, items, now, trial_end)
    mode = params.get_nested("billing_mode")
    mode.allow_only("type")
    classic = mode.get_choice("type", ("classic", "flexible")) == "classic"
    return {
        **body,
        **build_settings(params, body),
        "billing_mode": {"flexible": None, "type": "classic"} if classic else body["billing_mode"],
        "default_payment_method": params.get_string("default_payment_method"),
        "description": params.get_string("description"),
        "metadata": params.get_metadata(),
    }
