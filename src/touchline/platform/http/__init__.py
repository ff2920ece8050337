"""HTTP infrastructure: transactions, guards, errors, caching, paging and headers."""
