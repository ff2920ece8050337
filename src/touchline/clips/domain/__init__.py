"""Clip domain: pure values and rules, no I/O."""
