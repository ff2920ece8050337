"""Timelines over HTTP."""
