"""Ports of the catalog: the interfaces that it needs from outside."""
