"""The page of the web app for any path of the site, with a head of its own (product.md, section 2; look.md).

The web app is one built `index.html`. What must be there before its scripts run is written into it:
language, title, description, OpenGraph tags, the channel's look, its fonts and favicon, and the few facts the
app starts with. Everything is escaped; the style carries the answer's nonce.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import urljoin

from touchline.front.heads import Head
from touchline.front.theme_css import font_addresses, theme_css
from touchline.shared.media_types import media_type

PLACE = "<!--touchline:head-->"
LANGUAGE = '<html lang="en"'


@dataclass(frozen=True)
class Site:
    """The channel as a page needs it: start-up settings and colour settings, in the page's `language`.

    `address` is the site's own, with a slash at its end; `named` the channel a page in development asked for.
    """

    settings: Mapping[str, Any]
    look: Mapping[str, Any]
    language: str
    address: str
    named: str | None = None


def render(index: str, site: Site, head: Head, nonce: str) -> str:
    """`index` with language and head filled in."""
    language = escape(site.language, quote=True)
    inner = "\n    ".join(_lines(site, head, nonce))
    return index.replace(LANGUAGE, f'<html lang="{language}"', 1).replace(PLACE, inner, 1)


def _lines(site: Site, head: Head, nonce: str) -> Iterator[str]:
    yield f"<title>{escape(_title(site, head))}</title>"
    yield from _metas(site, head)
    yield f'<link rel="canonical" href="{escape(urljoin(site.address, head.path))}">'
    favicon = site.settings.get("favicon")
    if favicon:
        kind = media_type(str(favicon)) or "image/x-icon"
        yield f'<link rel="icon" type="{escape(kind)}" href="{escape(str(favicon))}">'
    for address in font_addresses(site.look):
        yield f'<link rel="preload" as="font" type="font/woff2" crossorigin href="{escape(address)}">'
    for media, address in head.first_seen.items():
        yield (
            f'<link rel="preload" as="image" fetchpriority="high" media="{escape(media)}"'
            f' href="{escape(address)}">'
        )
    yield f'<style nonce="{escape(nonce)}">{theme_css(site.look)}</style>'
    yield f'<script type="application/json" id="touchline-page">{_json(_facts(site))}</script>'


def _metas(site: Site, head: Head) -> Iterator[str]:
    description = head.description or site.settings.get("tagline") or ""
    picture = head.picture or site.settings.get("share_picture")
    said = {
        "og:site_name": site.settings["name"],
        "og:type": "video.other" if head.video else "website",
        "og:title": head.title or site.settings["name"],
        "og:description": description,
        "og:url": urljoin(site.address, head.path),
        "og:image": urljoin(site.address, str(picture)) if picture else "",
        "og:locale": site.language,
    }
    yield from (_meta("property", name, text) for name, text in said.items() if text)
    named = {
        "description": description,
        "twitter:card": "summary_large_image" if picture else "summary",
        "theme-color": site.look.get("colors", {}).get("header-background", ""),
        "robots": "" if head.indexed else "noindex",
    }
    yield from (_meta("name", name, text) for name, text in named.items() if text)


def _facts(site: Site) -> dict[str, Any]:
    """What the web app knows before its first call."""
    names = ("slug", "name", "short_name", "logo", "languages", "storage_prefix")
    scheme = site.look.get("scheme")
    told = {name: site.settings.get(name) for name in names}
    return {**told, "language": site.language, "color_scheme": scheme, "channel": site.named}


def _title(site: Site, head: Head) -> str:
    name = str(site.settings["name"])
    return f"{head.title}, {name}" if head.title else name


def _meta(kind: str, name: str, text: object) -> str:
    return f'<meta {kind}="{escape(name)}" content="{escape(str(text))}">'


def _json(facts: Mapping[str, Any]) -> str:
    """JSON that cannot end the script element it stands in."""
    text = json.dumps(facts, ensure_ascii=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
