"""Stripe Billing: subscriptions create invoices, and invoices collect payments."""
