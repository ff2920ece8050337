"""Types of the data that an apply and an export pass between contexts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

PackPart = dict[str, Any]
PackExport = Mapping[str, PackPart]
"""The part of each context, by its name."""
EventKeys = Collection[str] | None
"""The events of a part that has only some events; None if it has all."""
IdsByKey = Mapping[str, Mapping[str, int]]
"""Kind (event, category, participant, group, location) → key → id."""
