"""Use cases and read queries of the catalog."""
