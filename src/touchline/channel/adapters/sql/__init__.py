"""Tables and repositories of the channel context."""
