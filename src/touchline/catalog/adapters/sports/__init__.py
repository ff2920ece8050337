"""The sports that Touchline ships, one file each. A channel's pack can add more."""
