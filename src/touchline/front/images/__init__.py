"""Pictures that nobody had to make: a game's poster, the channel's card, its icons (docs/decisions/0016)."""
