"""A page that simulates a TV app, for the demo and for development.

The page links itself as a real TV app does: with the public API only, and a code on its screen (RFC 8628).
"""
