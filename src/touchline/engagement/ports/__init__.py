"""What engagement needs from outside, in its own words."""
