"""What a clip is, in pure values."""
