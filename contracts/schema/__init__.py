"""What each release expects of the database: `NNNN.json` is named by the revision that it came out with.

The newest is the release that may still run during the next upgrade; tests hold every later migration
against it. A release writes its own with `python -m contracts.schema` (docs/how-to/upgrade.md).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def load_latest() -> tuple[str, dict[str, Any]]:
    """The revision of the release before, and what its code expects."""
    path = max(FOLDER.glob("*.json"))
    tables: dict[str, Any] = json.loads(path.read_text("utf-8"))["tables"]
    return path.stem, tables
