"""The kernel: types that every context uses. Pure Python, independent of frameworks, tables and contexts."""
