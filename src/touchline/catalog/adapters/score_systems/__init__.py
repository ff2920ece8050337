"""Score systems: their JSON, read as the state of a scoreboard."""
