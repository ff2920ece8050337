"""Channel packs: a folder of YAML, Markdown and pictures that holds everything a channel is made of.

An operator writes it by hand and reads it in a diff. `reading` turns a folder into a `Pack` or into the list
of all that is wrong with it; `applying` gives each context its part in one transaction; `exporting` writes
the folder that applies back to the same state.
A *part* is the plain dictionary that one context takes (`pack`).
"""
