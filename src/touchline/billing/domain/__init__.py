"""What is sold, in pure values."""
