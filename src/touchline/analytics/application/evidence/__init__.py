"""What viewers of an event could see: recording and queries."""
