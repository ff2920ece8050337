"""Domain model of channels: their content, accounts, and keys. Pure Python."""
