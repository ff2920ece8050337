"""Channel packs: a folder of YAML, Markdown and images that contains everything a channel is made of.

An operator writes a pack by hand and reviews it in a diff. `parser` turns a folder into a `Pack`, or into the
list of all its problems. `apply_pack` gives each context its part in one transaction. `export_pack` writes a
folder that restores the same state when applied. A *part* is the plain dictionary that one context takes
(`pack`).
"""
