"""Subscriptions (https://docs.stripe.com/api/subscriptions)."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import invalid_request, resource_missing
from adapters.payments.fake_stripe.api.expansion import expandable_property
from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, build_list, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.billing import invoicing
from adapters.payments.fake_stripe.billing.creation import (
    SETTINGS_PARAMS,
    TRIAL_PARAMS,
    build_settings,
    create_subscription,
)
from adapters.payments.fake_stripe.billing.lifecycle import start_next_period
from adapters.payments.fake_stripe.billing.states import (
    ENDED_STATUSES,
    LIVE_STATUSES,
    end_subscription,
    save_subscription,
)
from adapters.payments.fake_stripe.core.account import Account
from adapters.payments.fake_stripe.core.intervals import DAY
from adapters.payments.fake_stripe.resources.core.payment_methods import require_owned

FEEDBACK = (
    "customer_service", "low_quality", "missing_features", "other", "switched_service", "too_complex",
    "too_expensive", "unused",
)  # fmt: skip
PAYMENT_BEHAVIORS = ("allow_incomplete", "default_incomplete", "error_if_incomplete")
MAX_TRIAL_DAYS = 730
EDITABLE_WHEN_ENDED = {"metadata", "cancellation_details", "expand"}


@routes.register("POST", "subscriptions")
def create(account: Account, params: Params) -> Json:
    """Create a subscription with a first payment or a trial."""
    params.allow_only(
        "customer", "items", "metadata", "description", "default_payment_method", "discounts",
        "payment_behavior", "off_session", "trial_period_days", "trial_end", "cancel_at_period_end",
        "cancel_at", "currency", "billing_mode", "collection_method", *SETTINGS_PARAMS, *TRIAL_PARAMS,
    )  # fmt: skip
    params.get_choice("collection_method", ("charge_automatically",))
    behavior = params.get_choice("payment_behavior", PAYMENT_BEHAVIORS, PAYMENT_BEHAVIORS[0])
    body = create_subscription(account, params, str(behavior))
    stops = _schedule_cancellation(account, params, body)
    return save_subscription(account, body, None, **stops) if stops else body


@routes.register("GET", "subscriptions")
def list_objects(account: Account, params: Params) -> Json:
    """List subscriptions, optionally by status, customer or price.

    Without a status, canceled subscriptions are left out.
    """
    params.allow_only(*PAGING_PARAMS, "created", "customer", "status", "price")
    return list_page(
        account,
        "subscription",
        "/v1/subscriptions",
        params,
        customer=params.get_string("customer"),
        status=_parse_statuses(params),
        **{"items.data[0].price.id": params.get_string("price")},
    )


@routes.register("GET", "subscriptions/{id}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a subscription."""
    params.allow_only()
    return account.get("subscription", id)


@routes.register("POST", "subscriptions/{id}")
def update(account: Account, params: Params, id: str) -> Json:
    """Update a subscription: its card, trial, cancellation or settings."""
    params.allow_only(
        "metadata", "description", "default_payment_method", "cancel_at_period_end", "cancel_at",
        "cancellation_details", "trial_end", "proration_behavior", *SETTINGS_PARAMS, *TRIAL_PARAMS,
    )  # fmt: skip
    body = account.get("subscription", id)
    if body["status"] in ENDED_STATUSES and set(params.values) - EDITABLE_WHEN_ENDED:
        raise invalid_request(
            "A canceled subscription can only update its cancellation_details and metadata."
        )
    changes: Json = {"metadata": params.get_metadata(body["metadata"]), **build_settings(params, body)}
    if "description" in params:
        changes["description"] = params.get_string("description")
    if "default_payment_method" in params:
        card = params.get_string("default_payment_method")
        changes["default_payment_method"] = card
        if card:
            require_owned(account, card, body["customer"], "default_payment_method")
    changes |= _schedule_cancellation(account, params, body)
    if "cancellation_details" in params:
        before = changes if "cancellation_details" in changes else body
        changes["cancellation_details"] = _parse_cancellation_details(params, before["cancellation_details"])
    ends_trial_now = _parse_trial(account, params, body, changes)
    starts_trial = body["status"] != "trialing" and changes.get("status") == "trialing"
    save_subscription(account, body, "customer.subscription.updated", **changes)
    if ends_trial_now:
        start_next_period(account, body)
    elif starts_trial:
        invoicing.create_invoice(account, body, invoicing.UPDATE, free=True)
    return account.get("subscription", id)


@routes.register("DELETE", "subscriptions/{id}")
def cancel(account: Account, params: Params, id: str) -> Json:
    """Cancel a subscription immediately. Raises `StripeError` (404) if it has already ended."""
    params.allow_only("cancellation_details", "invoice_now", "prorate")
    if params.get_boolean("invoice_now") or params.get_boolean("prorate"):
        raise invalid_request("The fake Stripe server does not support proration.", None, "prorate")
    body = account.get("subscription", id)
    if body["status"] in ENDED_STATUSES:
        raise resource_missing("subscription", id)
    if "cancellation_details" in params:
        body["cancellation_details"] = _parse_cancellation_details(params, body["cancellation_details"])
    return end_subscription(account, body, "cancellation_requested")


@expandable_property("customer", "subscriptions")
def list_for_customer(account: Account, customer: Json) -> Json:
    """List a customer's subscriptions that have not ended."""
    subscriptions = account.store.list_objects("subscription", "AND customer = ?", (customer["id"],))
    open_subscriptions = [body for body in subscriptions if body["status"] not in ENDED_STATUSES]
    return build_list(open_subscriptions, f"/v1/customers/{customer['id']}/subscriptions")


def _parse_statuses(params: Params) -> list[str] | None:
    status = params.get_choice("status", ("all", "ended", *LIVE_STATUSES, *ENDED_STATUSES))
    if status == "all":
        return None
    if status == "ended":
        return list(ENDED_STATUSES)
    return [status] if status else [*LIVE_STATUSES, "incomplete_expired"]


def _schedule_cancellation(account: Account, params: Params, body: Json) -> Json:
    """Return the changes that schedule a cancellation or remove it."""
    if "cancel_at" not in params and "cancel_at_period_end" not in params:
        return {}
    end = body["items"]["data"][0]["current_period_end"]
    at: int | None = None
    if "cancel_at" in params:
        named = params.get_string("cancel_at") in ("min_period_end", "max_period_end")
        at = end if named else params.get_integer("cancel_at")
    by_period = params.get_boolean("cancel_at_period_end")
    at = end if by_period else at
    if at is None:
        details = {**body["cancellation_details"], "reason": None}
        return {
            "cancel_at": None,
            "cancel_at_period_end": False,
            "canceled_at": None,
            "cancellation_details": details,
        }
    now = account.now(body["test_clock"])
    if at <= now:
        raise invalid_request("cancel_at must be in the future.", None, "cancel_at")
    details = {**body["cancellation_details"], "reason": "cancellation_requested"}
    return {
        "cancel_at": at,
        "cancel_at_period_end": by_period,
        "canceled_at": body["canceled_at"] or now,
        "cancellation_details": details,
    }


def _parse_cancellation_details(params: Params, before: Json) -> Json:
    part = params.get_nested("cancellation_details")
    part.allow_only("comment", "feedback")
    comment = part.get_string("comment", before["comment"])
    return {
        **before,
        "comment": comment,
        "feedback": part.get_choice("feedback", FEEDBACK, before["feedback"]),
    }


def _parse_trial(account: Account, params: Params, body: Json, changes: Json) -> bool:
    """Add a new trial end to `changes`. Return whether the trial ends now.

    A trial may be added to an active subscription, which moves its next charge
    (https://docs.stripe.com/billing/subscriptions/billing-cycle).
    """
    params.get_choice("proration_behavior", ("none", "create_prorations"))
    if "trial_end" not in params:
        return False
    if body["status"] not in ("trialing", "active"):
        raise invalid_request(
            "The fake Stripe server can change the trial of an active subscription only.", None, "trial_end"
        )
    is_new = body["status"] == "active"
    if is_new and params.get_string("proration_behavior") != "none":
        raise invalid_request("The fake Stripe server does not support proration.", None, "trial_end")
    now = account.now(body["test_clock"])
    ends_now = params.get_string("trial_end") == "now"
    end = now if ends_now else params.get_integer("trial_end") or 0
    if end < now:
        raise invalid_request("Timestamps must be in the future.", None, "trial_end")
    if end > now + MAX_TRIAL_DAYS * DAY:
        raise invalid_request("Trial periods can be up to 730 days long.", None, "trial_end")
    period = (
        {"current_period_start": now, "current_period_end": end} if is_new else {"current_period_end": end}
    )
    items = [{**item, **period} for item in body["items"]["data"]]
    changes |= {
        "trial_end": end,
        "billing_cycle_anchor": end,
        "items": {**body["items"], "data": items},
        "_": {**body["_"], "warned": False},
    }
    if is_new:
        changes |= {"status": "trialing", "trial_start": now}
    return ends_now
