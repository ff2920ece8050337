"""The video of rehearsals: the synthetic encoder, its picture, and what a player measures in it."""
