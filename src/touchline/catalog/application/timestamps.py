"""Formats instants for the API."""

from __future__ import annotations

from datetime import UTC, datetime


def format_instant(instant: datetime) -> str:
    """Format an instant as ISO 8601 in UTC with `Z`, in whole seconds (api.md, "Conventions")."""
    return instant.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def format_instant_ms(instant: datetime) -> str:
    """Format an instant with milliseconds, for clients that set their clocks by it."""
    return instant.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
