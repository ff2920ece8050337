"""Records SELECT statements for tests."""

from typing import Any

LISTENERS: list[list[str]] = []
"""The lists to which SELECT statements are added."""


def record_select(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
    """Add a SELECT statement to every list.

    SQLAlchemy identifies a listener by its id, which another object can get once the listener is gone. So
    this listener is never removed.
    """
    if LISTENERS and statement.lstrip().upper().startswith("SELECT"):
        for sent in LISTENERS:
            sent.append(statement)
