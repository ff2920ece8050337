"""Responses that combine several contexts, built on their facades only, and the channel packs."""
