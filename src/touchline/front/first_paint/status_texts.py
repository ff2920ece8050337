"""The heading of the status page, for its first paint. The page loads its events later, because they have no
table versions for the cache of pages.
"""

from __future__ import annotations

from touchline.shared.strings.localized import LocalText, localize

_TEXTS: dict[str, LocalText] = {
    "title": {"en": "Status", "fr": "État du service"},
    "lede": {
        "en": "What is live, what went wrong lately, and what we did about it.",
        "fr": "Ce qui est en direct, les problèmes récents et ce que nous avons fait.",
    },
}


def build_status_context(language: str) -> dict[str, str]:
    """Return the context of the template `status`."""
    return {name: localize(text, language) for name, text in _TEXTS.items()}
