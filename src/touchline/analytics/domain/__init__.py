"""Domain rules of analytics, in pure Python."""
