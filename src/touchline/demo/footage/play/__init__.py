"""How a game goes: athletes who run, pass and score by their sport's rules, the same for the same seed."""
