"""SQL tables of billing and their repositories."""
