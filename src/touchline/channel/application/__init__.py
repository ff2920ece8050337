"""Use cases and read queries of the context `channel`."""
