"""The HTTP edge of clips."""

from __future__ import annotations

from touchline.platform.http.blueprint import Blueprint

BLUEPRINTS: list[Blueprint] = []
