"""The HTTP edge of engagement: what viewers follow, and what they say."""

from touchline.platform.http.blueprint import Blueprint

BLUEPRINTS: list[Blueprint] = []
