"""Subscription lifecycle over time: trial ends, renewals, and retries of failed payments.

https://docs.stripe.com/billing/subscriptions/overview
"""

from __future__ import annotations

from adapters.payments.fake_stripe.api.routes import Json
from adapters.payments.fake_stripe.billing import invoicing
from adapters.payments.fake_stripe.billing.collection import collect_invoice
from adapters.payments.fake_stripe.billing.states import (
    ACTIVE,
    end_subscription,
    expire_subscription,
    get_payment_method,
    save_subscription,
)
from adapters.payments.fake_stripe.core.account import Account
from adapters.payments.fake_stripe.core.intervals import DAY, get_period_end
from adapters.payments.fake_stripe.core.scheduler import due_handler

RETRY_DAYS = (1, 3, 5, 7)


@due_handler("subscription")
def run_due(account: Account, subscription: Json) -> None:
    """Run what is due for a subscription now."""
    now = account.now(subscription["test_clock"])
    if subscription["status"] == "incomplete":
        expire_subscription(account, subscription)
    elif subscription["cancel_at"] is not None and subscription["cancel_at"] <= now:
        end_subscription(account, subscription, "cancellation_requested")
    elif subscription["status"] == "trialing" and subscription["trial_end"] > now:
        account.emit_event("customer.subscription.trial_will_end", subscription)
        save_subscription(account, subscription, None, _={**subscription["_"], "warned": True})
    elif subscription["status"] == "trialing":
        end_trial(account, subscription)
    else:
        start_next_period(account, subscription)


def end_trial(account: Account, subscription: Json) -> None:
    """End a trial and start the first paid period.

    Without a card, the trial settings may cancel or pause the subscription instead.
    """
    behavior = subscription["trial_settings"]["end_behavior"]["missing_payment_method"]
    if get_payment_method(account, subscription) is None and behavior == "cancel":
        end_subscription(account, subscription, None)
    elif get_payment_method(account, subscription) is None and behavior == "pause":
        save_subscription(account, subscription, "customer.subscription.paused", status="paused")
    else:
        start_next_period(account, subscription)


def start_next_period(account: Account, subscription: Json) -> None:
    """Start the next period, and create and collect its invoice."""
    status = ACTIVE if subscription["status"] == "trialing" else subscription["status"]
    item = subscription["items"]["data"][0]
    start, recurring = item["current_period_end"], item["price"]["recurring"]
    anchor = subscription["billing_cycle_anchor"]
    end = get_period_end(anchor, recurring["interval"], recurring["interval_count"], start)
    items = {
        **subscription["items"],
        "data": [
            {**item, "current_period_start": start, "current_period_end": end}
            for item in subscription["items"]["data"]
        ],
    }
    private_fields = {**subscription["_"], "before": item["current_period_start"]}
    save_subscription(
        account, subscription, "customer.subscription.updated", status=status, items=items, _=private_fields
    )
    invoice = invoicing.create_invoice(account, subscription, invoicing.CYCLE, finalized=status != "unpaid")
    if invoice["status"] == "open":
        attempt_payment(account, invoice, subscription)


def attempt_payment(account: Account, invoice: Json, subscription: Json) -> None:
    """Run one payment attempt of the retry schedule: at once, then after 1, 3, 5 and 7 days."""
    first = invoice["_"].get("first", account.now(invoice["_"]["clock"]))
    count = invoice["attempt_count"]
    next_attempt = first + RETRY_DAYS[count] * DAY if count < len(RETRY_DAYS) else None
    account.update(
        invoice,
        None,
        attempt_count=count + 1,
        attempted=True,
        next_payment_attempt=next_attempt,
        _={**invoice["_"], "first": first, "due": next_attempt},
    )
    collect_invoice(
        account, invoice, subscription, get_payment_method(account, subscription), off_session=True
    )
    invoice = account.get("invoice", invoice["id"])
    if invoice["status"] == "open" and next_attempt is None:
        apply_retry_policy(account, account.get("subscription", subscription["id"]))


def apply_retry_policy(account: Account, subscription: Json) -> None:
    """Apply the account's setting for a failed last attempt (`cancel`, `unpaid` or `past_due`)."""
    policy = account.store.get_setting("after_retries", "cancel")
    if policy == "cancel":
        end_subscription(account, subscription, "payment_failed")
    elif policy == "unpaid":
        save_subscription(account, subscription, "customer.subscription.updated", status="unpaid")


@due_handler("invoice")
def retry_invoice(account: Account, invoice: Json) -> None:
    """Run the next attempt of the retry schedule."""
    subscription = account.get("subscription", invoice["_"]["owner"])
    attempt_payment(account, invoice, subscription)
