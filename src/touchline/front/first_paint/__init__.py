"""The first picture of a page: what is painted before the web app has come (docs/decisions/0042).

It wears the web app's own classes, so that it stands where the app will stand, and is made of what the page
shows to anybody. The app takes it away when it stands itself (`web/src/app/replaceFirstPaint.ts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from touchline.front.site import Site
from touchline.shared.strings.localized import LocalText

_TEMPLATES = Environment(
    loader=PackageLoader("touchline.front", "first_paint"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)


@dataclass(frozen=True)
class FirstPaint:
    """A template by name, and what it says. What `is_spoiler` of a game is not shown to who hides scores."""

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    is_spoiler: bool = False


_ERROR_TEXTS: dict[str, LocalText] = {
    "sorry": {
        "en": "Apologies! Our service is currently experiencing technical difficulties",
        "fr": "Toutes nos excuses\u00a0! Notre service connaît actuellement des difficultés techniques",
    },
    "consolation": {
        "en": "We are on it. Nothing you have bought or saved is lost.",
        "fr": "Nous y travaillons. Rien de ce que vous avez acheté ou enregistré n’est perdu.",
    },
    "reload": {"en": "Reload", "fr": "Recharger"},
}


def render_error(language: str) -> str:
    """What the page's first script shows where the app does not come (`web/src/app/start.ts`).

    Until then nobody sees it, and no search engine reads it. The app's own says the same (product.md,
    section 8).
    """
    texts = {name: text.get(language) or text["en"] for name, text in _ERROR_TEXTS.items()}
    return _TEMPLATES.get_template("apology.html").render(texts)


def render_first_paint(first_paint: FirstPaint, site: Site) -> str:
    """Its HTML, everything escaped."""
    name, short = str(site.settings["name"]), str(site.settings["short_name"])
    brand = {
        "logo": site.settings.get("logo"),
        "name": name,
        "short": short,
        "rest": name[len(short) + 1 :] if name.startswith(f"{short} ") else "",
    }
    template = _TEMPLATES.get_template(f"{first_paint.template}.html")
    return template.render(
        first_paint.context, brand=brand, letter=site.brand.initial, tells=first_paint.is_spoiler
    )
