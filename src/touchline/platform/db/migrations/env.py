"""Run by Alembic for each command; `migrations/__init__.py` gives it the connection."""

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext

from touchline.platform.db.base import Base, UtcDateTime


def render_item(kind: str, item: Any, _context: AutogenContext) -> str | Literal[False]:
    """A revision speaks of the database's own types, not of ours."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, UtcDateTime) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    render_item=render_item,
    compare_type=True,
)
context.run_migrations()
