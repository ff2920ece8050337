"""Links in a page's head: canonical URL, other languages, icons, manifest and oEmbed."""

from __future__ import annotations

from collections.abc import Iterator

from touchline.front.images.generated_images import get_cache_key
from touchline.front.images.icon import Icon, Purpose
from touchline.front.pages.page_heads import PageHead
from touchline.front.site import Site
from touchline.shared.files.media_types import media_type

Link = dict[str, str]


def build_links(site: Site, head: PageHead) -> Iterator[Link]:
    """Yield the attributes of each link."""
    yield {"rel": "canonical", "href": site.canonical_url(head.path)}
    if head.is_indexed:
        yield from _language_links(site, head.path)
    if head.player_path or (head.card and head.card.status and head.number):
        yield _oembed_link(site, head)
    yield from _icon_links(site)
    yield {"rel": "manifest", "href": site.build_path("/manifest.webmanifest", lang=site.language)}


def icon_url(site: Site, size: int, purpose: Purpose = "any") -> str:
    """Return the path of the channel's generated icon."""
    name = f"{purpose}-{size}" if purpose != "any" else str(size)
    return site.build_path(f"/pictures/icon-{name}.png", v=get_cache_key(Icon(site.brand, size, purpose)))


def _language_links(site: Site, path: str) -> Iterator[Link]:
    """Yield links from a page to all its languages. Visitors who speak none of them get the channel's
    default.
    """
    languages = site.settings["languages"]
    if len(languages) < 2:
        return
    for language in languages:
        yield {"rel": "alternate", "hreflang": language, "href": site.canonical_url(path, language)}
    yield {"rel": "alternate", "hreflang": "x-default", "href": site.absolute_url(path)}


def _oembed_link(site: Site, head: PageHead) -> Link:
    oembed_path = site.build_path("/oembed", url=site.absolute_url(head.path), format="json")
    kind = "application/json+oembed"
    return {
        "rel": "alternate",
        "type": kind,
        "href": site.absolute_url(oembed_path),
        "title": head.title or "",
    }


def _icon_links(site: Site) -> Iterator[Link]:
    favicon = site.settings.get("favicon")
    if favicon:
        yield {"rel": "icon", "type": media_type(str(favicon)) or "image/x-icon", "href": str(favicon)}
    else:
        yield {"rel": "icon", "type": "image/png", "sizes": "48x48", "href": icon_url(site, 48)}
    yield {"rel": "apple-touch-icon", "sizes": "180x180", "href": icon_url(site, 180, "touch")}
