"""Use cases of live captions: accept, publish and record them."""
