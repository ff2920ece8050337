"""The rules of analytics; pure Python."""
