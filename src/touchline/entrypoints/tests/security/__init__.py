"""What somebody with bad intentions would try, over the whole app (docs/reference/security.md)."""
