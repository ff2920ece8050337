"""Ports of the channel context: the interfaces that it needs from outside."""
