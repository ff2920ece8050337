"""Rendered videos for the demo: games of four sports, and slow pans over still images.

Each frame shows its number, in digits and in machine-readable cells (`counter`), so that people and tests can
identify it. The same spec gives the same frames.
"""
