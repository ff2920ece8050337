"""Tables and repositories of context channel."""
