"""What clips need from outside, in their own words."""
