"""Domain rules for events, the library and viewer access.

The rules are pure: they use no database, no request and no clock of their own.
"""
