"""A stand-in for Stripe on this machine: its HTTP API, its test cards, its clock and its webhooks.

It speaks the protocol (API version 2026-10-28.endive), so that the demo and every test run the adapter and
the SDK that production runs. Whatever it is asked and does not know, it refuses, as Stripe would: an unknown
parameter is an error and never a silent nothing. `python -m adapters.payments.fake_stripe PORT FOLDER` runs
it.
"""
