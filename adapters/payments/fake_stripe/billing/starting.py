"""A new subscription: what is asked for, its first invoice or its trial."""

from __future__ import annotations

from adapters.payments.fake_stripe.account import Account, new_id
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.billing import invoicing
from adapters.payments.fake_stripe.billing.collecting import collect
from adapters.payments.fake_stripe.billing.discounts import redeem
from adapters.payments.fake_stripe.billing.items import items_of
from adapters.payments.fake_stripe.billing.states import ACTIVE, TRIALING, method_of, saved
from adapters.payments.fake_stripe.errors import StripeError, invalid
from adapters.payments.fake_stripe.intervals import DAY, period_end
from adapters.payments.fake_stripe.resources.payment_methods import owned
from adapters.payments.fake_stripe.resources.setup_intents import begin
from adapters.payments.fake_stripe.resources.wallets import card_of
from adapters.payments.fake_stripe.routes import Json
from adapters.payments.fake_stripe.shapes.setup_intent import new_setup
from adapters.payments.fake_stripe.shapes.subscription import new_subscription

SETTINGS, TRIALS = ("payment_settings",), ("trial_settings",)
MISSING = ("cancel", "create_invoice", "pause")
DEFAULT_INCOMPLETE, ERROR_IF_INCOMPLETE = "default_incomplete", "error_if_incomplete"
NO_CARD = (
    "This customer has no attached payment source or default payment method. Please consider adding a "
    "default payment "
    "method. For more information, visit "
    "https://stripe.com/docs/billing/subscriptions/payment-methods-setting"
    "#payment-method-priority."
)
ACTION = (
    "Payment for this subscription requires additional user action before it can be completed "
    "successfully. Payment "
    "can be completed using the PaymentIntent associated with `subscription.latest_invoice`. For more "
    "details see: "
    "https://stripe.com/docs/billing/subscriptions/overview#requires-action"
)


def started(account: Account, asked: Asked, behaviour: str) -> Json:
    """The subscription, written and announced, with its first invoice; StripeError."""
    customer = account.get("customer", asked.need("customer"), "customer")
    body = _body(account, asked, customer)
    card = body["default_payment_method"]
    if card:
        owned(account, card, customer["id"], "default_payment_method")
    method = method_of(account, body)
    amount = sum(item["price"]["unit_amount"] * item["quantity"] for item in body["items"]["data"])
    body["discounts"] = redeem(account, asked, body, customer, amount)
    account.change(customer, None, currency=customer["currency"] or body["currency"])
    saved(account, body, "customer.subscription.created")
    if body["status"] == TRIALING:
        invoicing.bill(account, body, invoicing.CREATE, free=True)
        _prepare(account, body, method, behaviour)
        return body
    if method is None and amount and behaviour != DEFAULT_INCOMPLETE:
        raise invalid(NO_CARD, "resource_missing")
    _first_payment(account, asked, body, method, behaviour)
    return account.get("subscription", body["id"])


def settings_of(asked: Asked, body: Json) -> Json:
    """How it is paid, and what happens when a trial ends without a card."""
    changes: Json = {}
    if "payment_settings" in asked:
        part = asked.part("payment_settings")
        part.only("save_default_payment_method", "payment_method_types")
        before = body["payment_settings"]
        changes["payment_settings"] = {
            **before,
            "payment_method_types": part.each("payment_method_types") or before["payment_method_types"],
            "save_default_payment_method": part.choice(
                "save_default_payment_method",
                ("off", "on_subscription"),
                before["save_default_payment_method"],
            ),
        }
    if "trial_settings" in asked:
        part = asked.part("trial_settings").part("end_behavior")
        part.need("missing_payment_method")
        changes["trial_settings"] = {
            "end_behavior": {"missing_payment_method": part.choice("missing_payment_method", MISSING)}
        }
    return changes


def _first_payment(account: Account, asked: Asked, body: Json, method: Json | None, behaviour: str) -> None:
    invoice = invoicing.bill(account, body, invoicing.CREATE)
    intent = invoicing.intent_of(account, invoice)
    if intent is None:
        saved(account, body, "customer.subscription.updated", status=ACTIVE)
        return
    if method is None:
        return
    if behaviour == DEFAULT_INCOMPLETE:
        account.change(intent, None, payment_method=method["id"], status="requires_confirmation")
        return
    error = collect(account, invoice, body, method, off_session=asked.flag("off_session"))
    if behaviour != ERROR_IF_INCOMPLETE:
        return
    if error:
        error.keeps = False
        raise error
    if account.get("payment_intent", intent["id"])["status"] == "requires_action":
        raise StripeError(402, "card_error", ACTION, code="subscription_payment_intent_requires_action")


def _prepare(account: Account, body: Json, method: Json | None, behaviour: str) -> None:
    """A SetupIntent where a trial has no card yet, or one whose bank wants to see the customer."""
    asks = bool(method and card_of(method).asks and not method["_"].get("set_up"))
    if not asks and (method is not None or behaviour != DEFAULT_INCOMPLETE):
        return
    setup = new_setup(account, body["customer"], None)
    setup["_"] |= {"subscription": body["id"]}
    account.add(setup, "setup_intent.created")
    saved(account, body, "customer.subscription.updated", pending_setup_intent=setup["id"])
    if method:
        begin(account, setup, method)


def _trial_end(asked: Asked, now: int) -> int | None:
    if "trial_end" in asked:
        if asked.text("trial_end") == "now":
            return None
        end = asked.number("trial_end") or 0
        if end <= now:
            raise invalid("Timestamps must be in the future.", None, "trial_end")
        return end
    count = asked.number("trial_period_days") or 0
    if not 0 <= count <= 730:
        raise invalid("Trial periods can be up to 730 days long.", None, "trial_period_days")
    return now + count * DAY if count else None


def _body(account: Account, asked: Asked, customer: Json) -> Json:
    now = account.now(customer["test_clock"])
    trial_end = _trial_end(asked, now)
    items = items_of(account, asked, new_id("sub"), now)
    rhythm = items["data"][0]["price"]["recurring"]
    end = trial_end or period_end(now, rhythm["interval"], rhythm["interval_count"], now)
    for item in items["data"]:
        item |= {"current_period_start": now, "current_period_end": end}
    body = new_subscription(customer, items, now, trial_end)
    mode = asked.part("billing_mode")
    mode.only("type")
    classic = mode.choice("type", ("classic", "flexible")) == "classic"
    return {
        **body,
        **settings_of(asked, body),
        "billing_mode": {"flexible": None, "type": "classic"} if classic else body["billing_mode"],
        "default_payment_method": asked.text("default_payment_method"),
        "description": asked.text("description"),
        "metadata": asked.metadata(),
    }
