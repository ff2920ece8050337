"""SQL tables and repositories of the engagement context."""
