"""Simulated games by the rules of each sport. The same seed gives the same game."""
