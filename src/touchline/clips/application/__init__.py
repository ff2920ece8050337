"""What is done with clips: cutting, showing, sharing, taking them away."""
