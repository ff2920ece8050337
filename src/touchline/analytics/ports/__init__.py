"""Ports: what analytics needs from other contexts and adapters."""
