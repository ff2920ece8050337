"""Generated images: event posters, the channel card and the channel icons (docs/decisions/0016)."""
