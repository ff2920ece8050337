"""Adapters that an operator selects with settings. Each port has one folder."""
