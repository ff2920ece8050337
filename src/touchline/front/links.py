"""What a page points at in its head: itself, its other languages, its icons, its manifest, its embedding."""

from __future__ import annotations

from collections.abc import Iterator

from touchline.front.heads import Head
from touchline.front.pictures.drawn import key_of
from touchline.front.pictures.icon import Icon, Purpose
from touchline.front.site import Site
from touchline.shared.media_types import media_type

Link = dict[str, str]


def links(site: Site, head: Head) -> Iterator[Link]:
    """The attributes of each link."""
    yield {"rel": "canonical", "href": site.canonical(head.path)}
    if head.indexed:
        yield from _languages(site, head.path)
    if head.player or (head.card and head.card.status and head.number):
        yield _embedding(site, head)
    yield from _icons(site)
    yield {"rel": "manifest", "href": site.own("/manifest.webmanifest", lang=site.language)}


def icon_address(site: Site, size: int, purpose: Purpose = "any") -> str:
    """Where the server draws the channel's icon."""
    name = f"{purpose}-{size}" if purpose != "any" else str(size)
    return site.own(f"/pictures/icon-{name}.png", v=key_of(Icon(site.brand, size, purpose)))


def _languages(site: Site, path: str) -> Iterator[Link]:
    """Every language of a page names all of them; who speaks none gets the channel's own."""
    languages = site.settings["languages"]
    if len(languages) < 2:
        return
    for language in languages:
        yield {"rel": "alternate", "hreflang": language, "href": site.canonical(path, language)}
    yield {"rel": "alternate", "hreflang": "x-default", "href": site.absolute(path)}


def _embedding(site: Site, head: Head) -> Link:
    asked = site.own("/oembed", url=site.absolute(head.path), format="json")
    kind = "application/json+oembed"
    return {"rel": "alternate", "type": kind, "href": site.absolute(asked), "title": head.title or ""}


def _icons(site: Site) -> Iterator[Link]:
    favicon = site.settings.get("favicon")
    if favicon:
        yield {"rel": "icon", "type": media_type(str(favicon)) or "image/x-icon", "href": str(favicon)}
    else:
        yield {"rel": "icon", "type": "image/png", "sizes": "48x48", "href": icon_address(site, 48)}
    yield {"rel": "apple-touch-icon", "sizes": "180x180", "href": icon_address(site, 180, "touch")}
