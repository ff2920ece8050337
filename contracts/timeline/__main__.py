"""Writes the examples: `python -m contracts.timeline`."""

from contracts.timeline.examples import PATH, render_examples

PATH.write_text(render_examples(), "utf-8")
