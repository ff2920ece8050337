"""What billing needs from outside, in its own words."""
