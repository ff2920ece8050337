"""SQL tables and repositories of the clips context."""
