"""Types of the data that an apply and an export pass between contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PackPart = dict[str, Any]
IdsByKey = Mapping[str, Mapping[str, int]]
"""Kind (event, category, participant, group, location) → key → id."""
