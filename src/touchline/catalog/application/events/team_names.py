"""The full name of a team, for page titles, favorites, reminders and orders."""

from __future__ import annotations

from touchline.shared.strings.localized import LocalText, localize


def format_team_name(name: LocalText, category: LocalText | None, language: str, fallback: str) -> str:
    """Return the team's name with its category, "Cedar Ridge, Boys hockey": the teams of a school often share
    its name. The category is left out where there is none and where the name says it."""
    text = localize(name, language, fallback)
    kind = localize(category, language, fallback) if category else ""
    return f"{text}, {kind}" if kind and kind.casefold() not in text.casefold() else text
