"""A Subscription (https://docs.stripe.com/api/subscriptions/object)."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import Json


def new_subscription(customer: Json, items: Json, now: int, trial_end: int | None) -> Json:
    """Build a subscription, without saving it. Its period is the current period of its items."""
    return {
        "id": items["data"][0]["subscription"],
        "object": "subscription",
        "application": None,
        "application_fee_percent": None,
        "automatic_tax": {"disabled_reason": None, "enabled": False, "liability": None},
        "billing_cycle_anchor": trial_end or now,
        "billing_cycle_anchor_config": None,
        "billing_mode": {"flexible": {}, "type": "flexible"},
        "billing_schedules": [],
        "billing_thresholds": None,
        "cancel_at": None,
        "cancel_at_period_end": False,
        "canceled_at": None,
        "cancellation_details": {"comment": None, "feedback": None, "reason": None},
        "collection_method": "charge_automatically",
        "created": now,
        "currency": items["data"][0]["price"]["currency"],
        "customer": customer["id"],
        "customer_account": None,
        "days_until_due": None,
        "default_payment_method": None,
        "default_source": None,
        "default_tax_rates": [],
        "description": None,
        "discounts": [],
        "ended_at": None,
        "invoice_settings": {
            "account_tax_ids": None,
            "custom_fields": None,
            "description": None,
            "footer": None,
            "issuer": {"type": "self"},
        },
        "items": items,
        "latest_invoice": None,
        "livemode": False,
        "metadata": {},
        "next_pending_invoice_item_invoice": None,
        "on_behalf_of": None,
        "pause_collection": None,
        "payment_settings": {
            "payment_method_options": None,
            "payment_method_types": None,
            "save_default_payment_method": "off",
        },
        "pending_invoice_item_interval": None,
        "pending_setup_intent": None,
        "pending_update": None,
        "schedule": None,
        "start_date": now,
        "status": "trialing" if trial_end else "incomplete",
        "test_clock": customer["test_clock"],
        "transfer_data": None,
        "trial_end": trial_end,
        "trial_settings": {"end_behavior": {"missing_payment_method": "create_invoice"}},
        "trial_start": now if trial_end else None,
        "_": {"clock": customer["test_clock"]},
    }
