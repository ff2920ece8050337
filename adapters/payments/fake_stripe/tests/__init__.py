"""Tests of the fake Stripe."""
