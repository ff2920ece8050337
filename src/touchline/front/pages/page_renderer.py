"""The web app's page for any path of the site, with its own head (product.md, section 2; look.md).

The web app is one built `index.html`. The server adds what must exist before its scripts run: language,
title, description, metadata for networks and search engines, theme, fonts, icons and startup data. Every
value is escaped. The style element carries the response's nonce.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from touchline.front.first_paint import FirstPaint, render_error, render_first_paint
from touchline.front.images.share_images import ShareImage
from touchline.front.pages.links import build_links
from touchline.front.pages.open_graph import build_meta_tags
from touchline.front.pages.page_heads import PageHead
from touchline.front.pages.structured_data import build_structured_data
from touchline.front.pages.theme_css import build_theme_css, font_urls
from touchline.front.site import Site

HEAD_PLACEHOLDER = "<!--touchline:head-->"
FIRST_PAINT_PLACEHOLDER = "<!--touchline:first-->"
ERROR_PLACEHOLDER = "<!--touchline:error-->"
LANGUAGE_ATTRIBUTE = '<html lang="en"'
_NO_SCRIPT_CSS = "#first{visibility:visible}"
_STANDALONE_CSS = "html,body{background:transparent}"


def render_page(
    index: str,
    site: Site,
    head: PageHead,
    image: ShareImage,
    nonce: str,
    first_paint: FirstPaint | None = None,
) -> str:
    """Return `index` with language, head and first paint filled in. `image` is the share image."""
    language = escape(site.language, quote=True)
    head_html = "\n    ".join(_head_lines(site, head, image, nonce, first_paint))
    page = index.replace(LANGUAGE_ATTRIBUTE, f'<html lang="{language}"', 1).replace(
        HEAD_PLACEHOLDER, head_html, 1
    )
    page = page.replace(
        FIRST_PAINT_PLACEHOLDER, render_first_paint(first_paint, site) if first_paint else "", 1
    )
    return page.replace(ERROR_PLACEHOLDER, render_error(site.language), 1)


def _head_lines(
    site: Site, head: PageHead, image: ShareImage, nonce: str, first_paint: FirstPaint | None
) -> Iterator[str]:
    yield f"<title>{escape(_page_title(site, head))}</title>"
    for kind, name, text in build_meta_tags(site, head, image):
        yield f'<meta {kind}="{escape(name)}" content="{escape(text)}">'
    for attributes in build_links(site, head):
        yield _link_tag(**attributes)
    yield f'<style nonce="{escape(nonce)}" id="touchline-look">{build_theme_css(site.color_settings)}</style>'
    if head.is_standalone:
        yield f'<style nonce="{escape(nonce)}">{_STANDALONE_CSS}</style>'
    if first_paint:
        yield f'<noscript><style nonce="{escape(nonce)}">{_NO_SCRIPT_CSS}</style></noscript>'
    else:
        for url in font_urls(site.color_settings):
            yield f'<link rel="preload" as="font" type="font/woff2" crossorigin href="{escape(url)}">'
    yield f'<script type="application/json" id="touchline-page">{_to_script_json(_page_data(site))}</script>'
    data = build_structured_data(site, head, image)
    if data:
        yield f'<script type="application/ld+json">{_to_script_json(data)}</script>'


def _link_tag(**attributes: str) -> str:
    return "<link " + " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items()) + ">"


def _page_data(site: Site) -> dict[str, Any]:
    """Return the data that the web app has before its first request."""
    names = ("slug", "name", "short_name", "logo", "languages", "storage_prefix")
    scheme = site.color_settings.get("scheme")
    data = {name: site.settings.get(name) for name in names}
    return {**data, "language": site.language, "color_scheme": scheme, "channel": site.requested_channel}


def _page_title(site: Site, head: PageHead) -> str:
    name = str(site.settings["name"])
    return f"{head.title}, {name}" if head.title else name


def _to_script_json(payload: Mapping[str, Any]) -> str:
    """Return JSON that cannot close its script element."""
    text = json.dumps(payload, ensure_ascii=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
