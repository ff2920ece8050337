"""The ports of the catalog: the interfaces that it needs from outside."""
