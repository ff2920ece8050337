"""Instants as the API writes them."""

from __future__ import annotations

from datetime import UTC, datetime


def format_instant(instant: datetime) -> str:
    """ISO 8601 in UTC with `Z`, whole seconds (api.md, "Conventions")."""
    return instant.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def format_instant_ms(instant: datetime) -> str:
    """The same with milliseconds, for clocks that are set by it."""
    return instant.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
