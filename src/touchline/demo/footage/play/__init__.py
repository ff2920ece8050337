"""How a game goes: athletes who run, pass and score by the rules of their sport, the same for the same seed."""
