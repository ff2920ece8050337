"""Ports of billing: what the context needs from outside, in its own terms."""
