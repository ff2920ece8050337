"""Use cases of clips: create, play, share and download."""
