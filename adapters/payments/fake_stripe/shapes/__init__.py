"""Stripe's larger objects in their initial state, with all keys."""
