"""Domain rules of engagement, in pure Python."""
