"""What context `channel` needs from outside, in its own words."""
