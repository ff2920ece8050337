"""Films for the demo, drawn by programs: games of four sports, and slow pans over still pictures.

Each frame carries its number, in digits and in cells that programs read (`counter`), so that people and tests
see which instant they are looking at. The same spec gives the same frames.
"""
