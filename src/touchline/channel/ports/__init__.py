"""Ports of the context `channel`: the interfaces that it requires."""
