"""Subscription statuses, due times and endings."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.routes import Json
from adapters.payments.fake_stripe.billing import invoicing
from adapters.payments.fake_stripe.core.account import Account
from adapters.payments.fake_stripe.core.intervals import DAY

ACTIVE, TRIALING, INCOMPLETE = "active", "trialing", "incomplete"
LIVE_STATUSES = ("trialing", "active", "past_due", "unpaid", "paused", "incomplete")
ENDED_STATUSES = ("canceled", "incomplete_expired")
INCOMPLETE_TIMEOUT_SECONDS = 23 * 3600
TRIAL_NOTICE_SECONDS = 3 * DAY


def save_subscription(account: Account, subscription: Json, event: str | None, **changes: object) -> Json:
    """Update a subscription and recalculate when it is next due."""
    after = {**subscription, **changes}
    private_fields = {**after["_"], "due": _get_next_due(after)}
    return account.update(subscription, event, **{**changes, "_": private_fields})


def get_payment_method(account: Account, subscription: Json) -> Json | None:
    """Return the PaymentMethod of a subscription: its own, or else the customer's default."""
    customer = account.get("customer", subscription["customer"])
    default = (customer.get("invoice_settings") or {}).get("default_payment_method")
    id = subscription["default_payment_method"] or default
    return account.get("payment_method", id) if id else None


def end_subscription(account: Account, subscription: Json, reason: str | None) -> Json:
    """End a subscription. Nothing more is charged, including its open invoices."""
    now = account.now(subscription["test_clock"])
    if subscription["status"] == INCOMPLETE:
        return expire_subscription(account, subscription, "customer.subscription.deleted")
    details = {**subscription["cancellation_details"]}
    details["reason"] = details["reason"] or reason
    save_subscription(
        account,
        subscription,
        "customer.subscription.deleted",
        status="canceled",
        canceled_at=subscription["canceled_at"] or now,
        ended_at=now,
        cancellation_details=details,
    )
    for invoice in list(account.store.list_objects("invoice", "AND owner = ?", (subscription["id"],))):
        if invoice["status"] in ("draft", "open"):
            invoicing.stop_collection(account, invoice)
    return subscription


def expire_subscription(
    account: Account, subscription: Json, event: str = "customer.subscription.updated"
) -> Json:
    """Expire a subscription whose first payment was not made, and void its invoice."""
    now = account.now(subscription["test_clock"])
    save_subscription(
        account, subscription, event, status="incomplete_expired", ended_at=now, canceled_at=now
    )
    invoice = account.get("invoice", subscription["latest_invoice"])
    if invoice["status"] == "open":
        invoicing.void_invoice(account, invoice)
    return subscription


def _get_next_due(subscription: Json) -> int | None:
    if subscription["status"] == INCOMPLETE:
        return int(subscription["created"]) + INCOMPLETE_TIMEOUT_SECONDS
    if subscription["status"] in ENDED_STATUSES or subscription["status"] == "paused":
        return None
    times = [subscription["items"]["data"][0]["current_period_end"]]
    if subscription["status"] == TRIALING and not subscription["_"].get("warned"):
        times.append(max(subscription["created"], subscription["trial_end"] - TRIAL_NOTICE_SECONDS))
    if subscription["cancel_at"] is not None:
        times.append(subscription["cancel_at"])
    return int(min(times))
