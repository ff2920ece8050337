"""Stripe Billing: how subscriptions make invoices, and invoices money."""
