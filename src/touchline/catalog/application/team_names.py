"""The full name of a team, for page titles, favorites, reminders and orders."""

from __future__ import annotations

from touchline.shared.text import LocalText, pick


def full_team_name(name: LocalText, category: LocalText | None, language: str, fallback: str) -> str:
    """Return the team's name with its category, "Cedar Ridge, Boys hockey": the teams of a school often share
    its name. The category is left out where there is none and where the name says it."""
    text = pick(name, language, fallback)
    kind = pick(category, language, fallback) if category else ""
    return f"{text}, {kind}" if kind and kind.casefold() not in text.casefold() else text
