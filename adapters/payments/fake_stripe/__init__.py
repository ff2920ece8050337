"""A fake Stripe for local use: HTTP API, test cards, clock and webhooks.

It implements Stripe's protocol (API version 2026-10-28.endive). The demo and every test therefore run the
same adapter and SDK as production. Like Stripe, it rejects what it does not support: an unknown parameter is
an error and is never ignored. Run it with `python -m adapters.payments.fake_stripe PORT FOLDER`.
"""
