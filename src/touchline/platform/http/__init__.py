"""The HTTP edge: one transaction a request, guards, errors, caching, paging, headers."""
