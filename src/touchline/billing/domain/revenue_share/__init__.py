"""Revenue shares: who gets which part of the net revenue of a month."""
