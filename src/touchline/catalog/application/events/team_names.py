"""Full names of teams, for page titles, favorites, reminders and orders."""

from __future__ import annotations

from touchline.shared.strings.localized import LocalText, localize


def format_team_name(name: LocalText, category: LocalText | None, language: str, fallback: str) -> str:
    """Return the team's name with its category, such as "Cedar Ridge, Boys hockey".

    The teams of a school often share its name. The category is left out if there is none, or if the name
    already contains it.
    """
    text = localize(name, language, fallback)
    kind = localize(category, language, fallback) if category else ""
    return f"{text}, {kind}" if kind and kind.casefold() not in text.casefold() else text
