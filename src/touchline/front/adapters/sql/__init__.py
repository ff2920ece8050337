"""Tables of `front`: what imports remember."""
