"""Requests from this server to addresses that people enter."""
