"""Jobs: how a context registers them, and how a worker runs them."""
