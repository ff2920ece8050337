"""Subscriptions (https://docs.stripe.com/api/subscriptions)."""

from __future__ import annotations

from adapters.payments.fake_stripe.account import Account
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.billing.lifecycle import roll
from adapters.payments.fake_stripe.billing.starting import SETTINGS, TRIALS, settings_of, started
from adapters.payments.fake_stripe.billing.states import LIVING, OVER, ended, saved
from adapters.payments.fake_stripe.errors import invalid, missing
from adapters.payments.fake_stripe.expand import on_request
from adapters.payments.fake_stripe.paging import PAGING, list_of, page
from adapters.payments.fake_stripe.resources.payment_methods import owned
from adapters.payments.fake_stripe.routes import Json, routes

FEEDBACK = (
    "customer_service", "low_quality", "missing_features", "other", "switched_service", "too_complex",
    "too_expensive", "unused",
)  # fmt: skip
BEHAVIOURS = ("allow_incomplete", "default_incomplete", "error_if_incomplete")
WHEN_OVER = {"metadata", "cancellation_details", "expand"}


@routes.at("POST", "subscriptions")
def create(account: Account, asked: Asked) -> Json:
    """A new one: with its first payment, or with a trial."""
    asked.only(
        "customer", "items", "metadata", "description", "default_payment_method", "discounts",
        "payment_behavior", "off_session", "trial_period_days", "trial_end", "cancel_at_period_end",
        "cancel_at", "currency", "billing_mode", "collection_method", *SETTINGS, *TRIALS,
    )  # fmt: skip
    asked.choice("collection_method", ("charge_automatically",))
    behaviour = asked.choice("payment_behavior", BEHAVIOURS, BEHAVIOURS[0])
    body = started(account, asked, str(behaviour))
    stops = _cancel(account, asked, body)
    return saved(account, body, None, **stops) if stops else body


@routes.at("GET", "subscriptions")
def listed(account: Account, asked: Asked) -> Json:
    """Those that are not over, or all, or some by status, customer or price."""
    asked.only(*PAGING, "created", "customer", "status", "price")
    return page(
        account,
        "subscription",
        "/v1/subscriptions",
        asked,
        customer=asked.text("customer"),
        status=_statuses(asked),
        **{"items.data[0].price.id": asked.text("price")},
    )


@routes.at("GET", "subscriptions/{id}")
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One."""
    asked.only()
    return account.get("subscription", id)


@routes.at("POST", "subscriptions/{id}")
def update(account: Account, asked: Asked, id: str) -> Json:
    """Change one: its card, its trial, whether it stops."""
    asked.only(
        "metadata", "description", "default_payment_method", "cancel_at_period_end", "cancel_at",
        "cancellation_details", "trial_end", "proration_behavior", *SETTINGS, *TRIALS,
    )  # fmt: skip
    body = account.get("subscription", id)
    if body["status"] in OVER and set(asked.values) - WHEN_OVER:
        raise invalid("A canceled subscription can only update its cancellation_details and metadata.")
    changes: Json = {"metadata": asked.metadata(body["metadata"]), **settings_of(asked, body)}
    if "description" in asked:
        changes["description"] = asked.text("description")
    if "default_payment_method" in asked:
        card = asked.text("default_payment_method")
        changes["default_payment_method"] = card
        if card:
            owned(account, card, body["customer"], "default_payment_method")
    changes |= _cancel(account, asked, body)
    if "cancellation_details" in asked:
        before = changes if "cancellation_details" in changes else body
        changes["cancellation_details"] = _details(asked, before["cancellation_details"])
    now_over = _trial(account, asked, body, changes)
    saved(account, body, "customer.subscription.updated", **changes)
    if now_over:
        roll(account, body)
    return account.get("subscription", id)


@routes.at("DELETE", "subscriptions/{id}")
def cancel(account: Account, asked: Asked, id: str) -> Json:
    """End one at once; StripeError (404) where it is over already."""
    asked.only("cancellation_details", "invoice_now", "prorate")
    if asked.flag("invoice_now") or asked.flag("prorate"):
        raise invalid("The stand-in does not prorate.", None, "prorate")
    body = account.get("subscription", id)
    if body["status"] in OVER:
        raise missing("subscription", id)
    if "cancellation_details" in asked:
        body["cancellation_details"] = _details(asked, body["cancellation_details"])
    return ended(account, body, "cancellation_requested")


@on_request("customer", "subscriptions")
def of_customer(account: Account, customer: Json) -> Json:
    """Those of a customer that are not over."""
    found = account.store.each("subscription", "AND customer = ?", (customer["id"],))
    living = [body for body in found if body["status"] not in OVER]
    return list_of(living, f"/v1/customers/{customer['id']}/subscriptions")


def _statuses(asked: Asked) -> list[str] | None:
    status = asked.choice("status", ("all", "ended", *LIVING, *OVER))
    if status == "all":
        return None
    if status == "ended":
        return list(OVER)
    return [status] if status else [*LIVING, "incomplete_expired"]


def _cancel(account: Account, asked: Asked, body: Json) -> Json:
    """When it stops, or that it goes on after all."""
    if "cancel_at" not in asked and "cancel_at_period_end" not in asked:
        return {}
    end = body["items"]["data"][0]["current_period_end"]
    at: int | None = None
    if "cancel_at" in asked:
        named = asked.text("cancel_at") in ("min_period_end", "max_period_end")
        at = end if named else asked.number("cancel_at")
    by_period = asked.flag("cancel_at_period_end")
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
        raise invalid("cancel_at must be in the future.", None, "cancel_at")
    details = {**body["cancellation_details"], "reason": "cancellation_requested"}
    return {
        "cancel_at": at,
        "cancel_at_period_end": by_period,
        "canceled_at": body["canceled_at"] or now,
        "cancellation_details": details,
    }


def _details(asked: Asked, before: Json) -> Json:
    part = asked.part("cancellation_details")
    part.only("comment", "feedback")
    comment = part.text("comment", before["comment"])
    return {**before, "comment": comment, "feedback": part.choice("feedback", FEEDBACK, before["feedback"])}


def _trial(account: Account, asked: Asked, body: Json, changes: Json) -> bool:
    """A trial that ends at another time; whether it ends now."""
    asked.choice("proration_behavior", ("none", "create_prorations"))
    if "trial_end" not in asked:
        return False
    if body["status"] != "trialing":
        raise invalid("The stand-in changes the end of trials alone.", None, "trial_end")
    now = account.now(body["test_clock"])
    ends_now = asked.text("trial_end") == "now"
    end = now if ends_now else asked.number("trial_end") or 0
    if end < now:
        raise invalid("Timestamps must be in the future.", None, "trial_end")
    items = [{**item, "current_period_end": end} for item in body["items"]["data"]]
    changes |= {"trial_end": end, "billing_cycle_anchor": end, "items": {**body["items"], "data": items}}
    return ends_now
