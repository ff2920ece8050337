"""The page of the web app for any path of the site, with a head of its own (product.md, section 2; look.md).

The web app is one built `index.html`. What must be there before its scripts run is written into it:
language, title, description, what networks and search engines read, the channel's look, its fonts and icons,
and the few facts the app starts with. Everything is escaped; the style carries the answer's nonce.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from touchline.front.first import FirstPicture, apology, drawn
from touchline.front.heads import Head
from touchline.front.links import links
from touchline.front.share_pictures import Picture
from touchline.front.site import Site
from touchline.front.social import metas
from touchline.front.structured import structured
from touchline.front.theme_css import font_addresses, theme_css

PLACE = "<!--touchline:head-->"
FIRST = "<!--touchline:first-->"
APOLOGY = "<!--touchline:apology-->"
LANGUAGE = '<html lang="en"'
_NO_SCRIPTS = "#first{visibility:visible}"


def render(
    index: str, site: Site, head: Head, picture: Picture, nonce: str, first: FirstPicture | None = None
) -> str:
    """`index` with language, head and `first` picture filled in; `picture` is the one to share."""
    language = escape(site.language, quote=True)
    inner = "\n    ".join(_lines(site, head, picture, nonce, first))
    page = index.replace(LANGUAGE, f'<html lang="{language}"', 1).replace(PLACE, inner, 1)
    page = page.replace(FIRST, drawn(first, site) if first else "", 1)
    return page.replace(APOLOGY, apology(site.language), 1)


def _lines(site: Site, head: Head, picture: Picture, nonce: str, first: FirstPicture | None) -> Iterator[str]:
    yield f"<title>{escape(_title(site, head))}</title>"
    for kind, name, text in metas(site, head, picture):
        yield f'<meta {kind}="{escape(name)}" content="{escape(text)}">'
    for attributes in links(site, head):
        yield _link(**attributes)
    yield f'<style nonce="{escape(nonce)}" id="touchline-look">{theme_css(site.look)}</style>'
    if first:
        yield f'<noscript><style nonce="{escape(nonce)}">{_NO_SCRIPTS}</style></noscript>'
    else:
        for address in font_addresses(site.look):
            yield f'<link rel="preload" as="font" type="font/woff2" crossorigin href="{escape(address)}">'
    yield f'<script type="application/json" id="touchline-page">{_json(_facts(site))}</script>'
    told = structured(site, head, picture)
    if told:
        yield f'<script type="application/ld+json">{_json(told)}</script>'


def _link(**attributes: str) -> str:
    return "<link " + " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items()) + ">"


def _facts(site: Site) -> dict[str, Any]:
    """What the web app knows before its first call."""
    names = ("slug", "name", "short_name", "logo", "languages", "storage_prefix")
    scheme = site.look.get("scheme")
    told = {name: site.settings.get(name) for name in names}
    return {**told, "language": site.language, "color_scheme": scheme, "channel": site.named}


def _title(site: Site, head: Head) -> str:
    name = str(site.settings["name"])
    return f"{head.title}, {name}" if head.title else name


def _json(facts: Mapping[str, Any]) -> str:
    """JSON that cannot end the script element it stands in."""
    text = json.dumps(facts, ensure_ascii=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
