"""What viewers of an event could see, measured from what the server saw."""
