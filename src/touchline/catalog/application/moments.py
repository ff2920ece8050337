"""Instants as the API writes them."""

from __future__ import annotations

from datetime import UTC, datetime


def instant(moment: datetime) -> str:
    """ISO 8601 in UTC with `Z`, whole seconds (api.md, "Conventions")."""
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def instant_in_milliseconds(moment: datetime) -> str:
    """The same with milliseconds, for clocks that are set by it."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
