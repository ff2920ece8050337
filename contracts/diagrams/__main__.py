"""Write the diagrams into docs/concepts."""

from __future__ import annotations

from pathlib import Path

from contracts.diagrams.definitions import DIAGRAMS

FOLDER = Path(__file__).resolve().parents[2] / "docs/concepts"


def main() -> None:
    """Write all diagrams."""
    for name, diagram in DIAGRAMS.items():
        (FOLDER / f"{name}.svg").write_text(diagram.render(), "utf-8")


if __name__ == "__main__":
    main()
