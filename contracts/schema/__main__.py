"""Writes the database expectations for a release: `python -m contracts.schema`."""

from __future__ import annotations

import json

from contracts.schema import FOLDER
from touchline.entrypoints import contexts
from touchline.platform.db import migrations
from touchline.platform.db.base import Base
from touchline.platform.db.schema_compatibility import describe_schema


def main() -> None:
    """Write `NNNN.json` for the newest revision, from the tables in the code."""
    contexts.load_tables()
    (head,) = migrations.list_heads()
    path = FOLDER / f"{head}.json"
    path.write_text(json.dumps({"tables": describe_schema(Base.metadata)}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
