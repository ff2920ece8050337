"""The catalogue's own edges: HTTP, tables, jobs, gateways to other contexts."""
