"""Stripe's resources; each module enters its calls into `routes`."""

from adapters.payments.fake_stripe.resources import customers

__all__ = ["customers"]
