"""Changes that affect buyers: listed first, applied with `--yes`, refunded with `--refund`."""
