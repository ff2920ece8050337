"""The drawings of docs/concepts, made by code: `python -m contracts.diagrams` writes them, a test says when
one is stale. Each is an SVG that follows the reader's light or dark setting."""
