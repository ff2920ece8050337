"""What a change takes from buyers: named first, applied after `--yes`, refunded with `--refund`."""
