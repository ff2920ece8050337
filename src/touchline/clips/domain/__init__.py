"""Domain rules of clips, in pure Python without I/O."""
