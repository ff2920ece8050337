"""What a channel has that says nothing: a menu, and what teams take from their school."""

from __future__ import annotations

from typing import Any

_MENU = (
    ("live", "/live", "header", {"en": "Live", "fr": "En direct"}),
    ("schedule", "/schedule", "header", {"en": "Schedule", "fr": "Calendrier"}),
    ("replays", "/vod", "header", {"en": "Replays", "fr": "Rediffusions"}),
    ("library", "/vod_library", "header", {"en": "Library", "fr": "Vidéothèque"}),
    ("faq", "/faq", "footer", {"en": "FAQ", "fr": "FAQ"}),
    ("contact", "/contacts", "footer", {"en": "Contact", "fr": "Contact"}),
)


def menu(language: str, languages: tuple[str, ...]) -> list[dict[str, Any]]:
    """A menu in the form of menu.yaml, in the channel's languages (English words where we have no others)."""
    return [
        {
            "key": key,
            "url": url,
            "area": area,
            "label": {tag: words.get(tag[:2], words["en"]) for tag in dict.fromkeys((language, *languages))},
        }
        for key, url, area, words in _MENU
    ]


def fill_participants(participants: list[dict[str, Any]], groups: list[dict[str, Any]]) -> None:
    """A team without colours or short name takes those of its group."""
    by_key = {group["key"]: group for group in groups}
    for team in participants:
        group = by_key.get(team["group"] or "", {})
        colors = [*group.get("colors", ()), None, None]
        team["short_name"] = team["short_name"] or group.get("short_name") or team["name"]
        team["color_2"] = team["color_2"] or (colors[1] if team["color"] in (None, colors[0]) else None)
        team["color"] = team["color"] or colors[0]
