"""Keys of the demo. The stand-in takes any that begin like a test key, as nothing of value is behind them."""

SECRET_KEY = "sk_test_touchline"  # noqa: S105
PUBLISHABLE_KEY = "pk_test_touchline"
WEBHOOK_SECRET = "whsec_touchline"  # noqa: S105
LOOPBACK = "127.0.0.1"
