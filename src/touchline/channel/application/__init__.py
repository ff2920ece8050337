"""Use cases and read queries of the channel context."""
