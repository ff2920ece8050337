"""Adapters of context catalog: HTTP, tables, jobs, gateways to other contexts."""
