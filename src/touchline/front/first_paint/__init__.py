"""The first paint of a page: the content shown before the web app loads (docs/decisions/0042).

The first paint uses the web app's own classes, so its layout matches. It contains only what every visitor may
see. The app removes it after rendering (`web/src/app/replaceFirstPaint.ts`).
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
    """A template name and its context. If `is_spoiler` is true, the content is hidden from viewers who hide
    scores.
    """

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    is_spoiler: bool = False


_ERROR_TEXTS: dict[str, LocalText] = {
    "title": {
        "en": "Apologies! Our service is currently experiencing technical difficulties",
        "fr": "Toutes nos excuses\u00a0! Notre service éprouve actuellement des difficultés techniques",
    },
    "text": {
        "en": "We’re working on it. Your purchases and saved clips are safe.",
        "fr": "Nous y travaillons. Vos achats et vos extraits sont en sécurité.",
    },
    "reload": {"en": "Reload", "fr": "Recharger"},
}


def render_error(language: str) -> str:
    """Return the error shown by the page's first script if the app does not load (`web/src/app/start.ts`).

    Until then the error is hidden from visitors and search engines. The app shows the same text (product.md,
    section 8).
    """
    texts = {name: text.get(language) or text["en"] for name, text in _ERROR_TEXTS.items()}
    return _TEMPLATES.get_template("error.html").render(texts)


def render_first_paint(first_paint: FirstPaint, site: Site) -> str:
    """Return the HTML of the first paint, with every value escaped."""
    name, short = str(site.settings["name"]), str(site.settings["short_name"])
    brand = {
        "logo": site.settings.get("logo"),
        "name": name,
        "short": short,
        "rest": name[len(short) + 1 :] if name.startswith(f"{short} ") else "",
    }
    template = _TEMPLATES.get_template(f"{first_paint.template}.html")
    return template.render(
        first_paint.context, brand=brand, letter=site.brand.initial, is_spoiler=first_paint.is_spoiler
    )
