"""Defaults for parts that a channel leaves out: a menu."""

from __future__ import annotations

from typing import Any

_MENU_ITEMS = (
    ("live", "/live", "header", {"en": "Live", "fr": "En direct"}),
    ("schedule", "/schedule", "header", {"en": "Schedule", "fr": "Calendrier"}),
    ("replays", "/vod", "header", {"en": "Replays", "fr": "Rediffusions"}),
    ("library", "/vod_library", "header", {"en": "Library", "fr": "Vidéothèque"}),
    ("faq", "/faq", "footer", {"en": "FAQ", "fr": "FAQ"}),
    ("contact", "/contacts", "footer", {"en": "Contact", "fr": "Contact"}),
)


def build_default_menu(language: str, languages: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return a menu in the form of menu.yaml, in the channel's languages (English for untranslated
    languages).
    """
    return [
        {
            "key": key,
            "url": url,
            "area": area,
            "label": {
                tag: labels.get(tag[:2], labels["en"]) for tag in dict.fromkeys((language, *languages))
            },
        }
        for key, url, area, labels in _MENU_ITEMS
    ]
