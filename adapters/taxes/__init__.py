"""Adapters for taxes included in a price (port `Taxes` of context billing)."""
