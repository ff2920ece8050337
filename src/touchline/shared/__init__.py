"""The kernel: words that every context uses. Pure Python; it knows no framework, no table and no context."""
