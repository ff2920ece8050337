"""Tables and repositories of the catalog."""
