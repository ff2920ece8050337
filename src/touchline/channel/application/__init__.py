"""Use cases and read queries of context `channel`."""
