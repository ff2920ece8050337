"""Inputs of every kind, what must come out of them, and a validator for HLS.

`inputs` lists the files, `products` packages, cuts and downloads them, `expectations` compares, and `hls_*`
validates playlists and segments. `python -m contracts.nightly.media` measures all of it.
"""
