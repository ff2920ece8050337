"""Adapters of the catalog context: HTTP, tables, jobs, and gateways to other contexts."""
