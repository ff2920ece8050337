"""The rules of engagement; pure Python."""
