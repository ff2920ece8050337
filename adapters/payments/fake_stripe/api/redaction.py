"""Redaction of responses to a browser that has a publishable key and a client secret."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

HIDDEN_FIELDS = {
    "payment_intent": {
        "application", "application_fee_amount", "customer", "customer_account", "latest_charge", "metadata",
        "on_behalf_of", "review", "statement_descriptor", "statement_descriptor_suffix", "transfer_data",
        "transfer_group",
    },
    "setup_intent": {
        "application", "customer", "customer_account", "latest_attempt", "mandate", "metadata",
        "on_behalf_of", "single_use_mandate",
    },
    "payment_method": {"metadata"},
}  # fmt: skip


def redact_for_browser(value: Any) -> Any:
    """Return a response or error without the fields that only the merchant may see."""
    if isinstance(value, list):
        return [redact_for_browser(item) for item in value]
    if not isinstance(value, dict):
        return value
    hidden = HIDDEN_FIELDS.get(str(value.get("object")), ())
    return {name: redact_for_browser(item) for name, item in value.items() if name not in hidden}
