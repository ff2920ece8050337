"""Inputs of every kind, the expected output, and a validator for HLS.

`inputs` lists the files. `outputs` packages, cuts and downloads them. `checks` compares. `hls` validates
playlists and segments. `python -m contracts.nightly.media` measures all of it.
"""
