"""Each release's expectations of the database: `NNNN.json` is named after the revision of the release.

The newest file belongs to the release that may still run during the next upgrade, and tests check every later
migration against it. A release writes its own file with `python -m contracts.schema`
(docs/how-to/upgrade.md).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def load_latest() -> tuple[str, dict[str, Any]]:
    """Return the revision of the previous release, and the database that its code expects."""
    path = max(FOLDER.glob("*.json"))
    tables: dict[str, Any] = json.loads(path.read_text("utf-8"))["tables"]
    return path.stem, tables
