"""API keys of the demo.

The fake Stripe accepts any key with a test prefix, because it protects nothing of value.
"""

SECRET_KEY = "sk_test_touchline"  # noqa: S105
PUBLISHABLE_KEY = "pk_test_touchline"
WEBHOOK_SECRET = "whsec_touchline"  # noqa: S105
LOOPBACK = "127.0.0.1"
