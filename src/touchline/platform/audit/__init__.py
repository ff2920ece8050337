"""Writes the audit log in the transaction of each action."""
