"""Changes that take something from buyers: listed first, applied with `--yes`, refunded with `--refund`."""
