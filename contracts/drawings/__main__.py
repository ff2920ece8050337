"""Writes the drawings into docs/concepts."""

from __future__ import annotations

from pathlib import Path

from contracts.drawings.pictures import DRAWINGS

FOLDER = Path(__file__).resolve().parents[2] / "docs/concepts"


def main() -> None:
    """Every one."""
    for name, drawing in DRAWINGS.items():
        (FOLDER / f"{name}.svg").write_text(drawing.svg(), "utf-8")


if __name__ == "__main__":
    main()
