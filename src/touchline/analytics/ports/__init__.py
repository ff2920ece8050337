"""What analytics needs from outside, in its own words."""
