"""A subscription's life by its clock: trials end, periods follow each other, payments fail and are tried
again.

https://docs.stripe.com/billing/subscriptions/overview
"""

from __future__ import annotations

from adapters.payments.fake_stripe.account import Account
from adapters.payments.fake_stripe.billing import invoicing
from adapters.payments.fake_stripe.billing.collecting import collect
from adapters.payments.fake_stripe.billing.states import ACTIVE, ended, expired, method_of, saved
from adapters.payments.fake_stripe.engine import on_time
from adapters.payments.fake_stripe.intervals import DAY, period_end
from adapters.payments.fake_stripe.routes import Json

RETRY_DAYS = (1, 3, 5, 7)


@on_time("subscription")
def step(account: Account, subscription: Json) -> None:
    """What is due now."""
    now = account.now(subscription["test_clock"])
    if subscription["status"] == "incomplete":
        expired(account, subscription)
    elif subscription["cancel_at"] is not None and subscription["cancel_at"] <= now:
        ended(account, subscription, "cancellation_requested")
    elif subscription["status"] == "trialing" and subscription["trial_end"] > now:
        account.announce("customer.subscription.trial_will_end", subscription)
        saved(account, subscription, None, _={**subscription["_"], "warned": True})
    elif subscription["status"] == "trialing":
        trial_over(account, subscription)
    else:
        roll(account, subscription)


def trial_over(account: Account, subscription: Json) -> None:
    """The first period that is paid for begins, if there is a card."""
    behaviour = subscription["trial_settings"]["end_behavior"]["missing_payment_method"]
    if method_of(account, subscription) is None and behaviour == "cancel":
        ended(account, subscription, None)
    elif method_of(account, subscription) is None and behaviour == "pause":
        saved(account, subscription, "customer.subscription.paused", status="paused")
    else:
        roll(account, subscription)


def roll(account: Account, subscription: Json) -> None:
    """The next period begins, and its invoice is made and collected."""
    status = ACTIVE if subscription["status"] == "trialing" else subscription["status"]
    item = subscription["items"]["data"][0]
    start, rhythm = item["current_period_end"], item["price"]["recurring"]
    anchor = subscription["billing_cycle_anchor"]
    end = period_end(anchor, rhythm["interval"], rhythm["interval_count"], start)
    items = {
        **subscription["items"],
        "data": [
            {**item, "current_period_start": start, "current_period_end": end}
            for item in subscription["items"]["data"]
        ],
    }
    own = {**subscription["_"], "before": item["current_period_start"]}
    saved(account, subscription, "customer.subscription.updated", status=status, items=items, _=own)
    invoice = invoicing.bill(account, subscription, invoicing.CYCLE, finalized=status != "unpaid")
    if invoice["status"] == "open":
        try_by_itself(account, invoice, subscription)


def try_by_itself(account: Account, invoice: Json, subscription: Json) -> None:
    """An attempt of the schedule: at once, and after 1, 3, 5 and 7 days."""
    first = invoice["_"].get("first", account.now(invoice["_"]["clock"]))
    count = invoice["attempt_count"]
    again = first + RETRY_DAYS[count] * DAY if count < len(RETRY_DAYS) else None
    account.change(
        invoice,
        None,
        attempt_count=count + 1,
        attempted=True,
        next_payment_attempt=again,
        _={**invoice["_"], "first": first, "due": again},
    )
    collect(account, invoice, subscription, method_of(account, subscription), off_session=True)
    invoice = account.get("invoice", invoice["id"])
    if invoice["status"] == "open" and again is None:
        given_up(account, account.get("subscription", subscription["id"]))


def given_up(account: Account, subscription: Json) -> None:
    """The last attempt has failed: what the account's settings say (`cancel`, `unpaid` or `past_due`)."""
    then = account.store.setting("after_retries", "cancel")
    if then == "cancel":
        ended(account, subscription, "payment_failed")
    elif then == "unpaid":
        saved(account, subscription, "customer.subscription.updated", status="unpaid")


@on_time("invoice")
def retry(account: Account, invoice: Json) -> None:
    """The next attempt of the schedule."""
    subscription = account.get("subscription", invoice["_"]["owner"])
    try_by_itself(account, invoice, subscription)
