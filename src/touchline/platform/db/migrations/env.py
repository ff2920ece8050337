"""The module that Alembic runs for each command. `migrations/__init__.py` provides the connection."""

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext

from touchline.platform.db.base import Base, UtcDateTime


def render_item(kind: str, item: Any, _context: AutogenContext) -> str | Literal[False]:
    """Render our column types as the database's own types."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, UtcDateTime) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    render_item=render_item,
    compare_type=True,
)
context.run_migrations()
