"""What the catalogue needs from outside, in its own words."""
