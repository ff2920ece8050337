"""The diagrams of docs/concepts. `python -m contracts.diagrams` writes them, and a test fails when one is
stale. Each is an SVG that follows the reader's light or dark setting."""
