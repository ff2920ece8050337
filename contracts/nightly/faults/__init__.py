"""Faults injected into a running deployment, and what its visitors then see: `make faults`."""
