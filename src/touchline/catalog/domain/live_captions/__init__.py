"""Captions that are sent while an event is live."""
