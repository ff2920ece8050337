"""What an operator swaps by a setting; one folder a port."""
