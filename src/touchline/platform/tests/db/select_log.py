"""The SELECTs that tests collect."""

from typing import Any

LISTENERS: list[list[str]] = []
"""The lists into which SELECTs are written."""


def record_select(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
    """Write a SELECT into every list. SQLAlchemy knows a listener by its id, which another one has once the
    first is gone: so this one stays."""
    if LISTENERS and statement.lstrip().upper().startswith("SELECT"):
        for sent in LISTENERS:
            sent.append(statement)
