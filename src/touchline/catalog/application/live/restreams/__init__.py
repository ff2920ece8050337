"""Restreams: targets of a channel, the choice for an event, and sending while the event is live."""
