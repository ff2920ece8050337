"""What networks read of a page: OpenGraph (ogp.me) and Twitter cards, all addresses absolute.

An event has no `og:video`: networks play only films of the hosts they know, and a locked game has none to
give away. A shared clip plays for anybody: its player is offered to those that show one. Who embeds asks
`/oembed`.
Nothing here tells a score (docs/decisions/0028-the-shield-and-share-cards.md).
"""

from __future__ import annotations

from collections.abc import Iterator

from touchline.front.heads import Head
from touchline.front.locales import locale_of
from touchline.front.share_pictures import Picture
from touchline.front.site import Site

Meta = tuple[str, str, str]
PLAYER = (1280, 720)


def metas(site: Site, head: Head, picture: Picture) -> Iterator[Meta]:
    """Attribute (`property` or `name`), its value, and the content; what is empty is left out."""
    title = head.title or site.settings["name"]
    description = head.description or site.settings.get("tagline") or ""
    said = [
        ("property", "og:site_name", site.settings["name"]),
        ("property", "og:type", "video.other" if head.card else "website"),
        ("property", "og:title", title),
        ("property", "og:description", description),
        ("property", "og:url", site.canonical(head.path)),
        *_image(site, picture),
        *_player(site, head),
        *_locales(site),
        ("name", "description", description),
        ("name", "twitter:card", "player" if head.player else "summary_large_image"),
        ("name", "twitter:title", title),
        ("name", "twitter:description", description),
        ("name", "twitter:image", site.absolute(picture.address)),
        ("name", "twitter:image:alt", picture.alt),
        ("name", "theme-color", site.look.get("colors", {}).get("header-background", "")),
        ("name", "apple-mobile-web-app-title", site.settings["short_name"]),
        ("name", "robots", "" if head.indexed else "noindex"),
    ]
    yield from (meta for meta in said if meta[2])


def _image(site: Site, picture: Picture) -> Iterator[Meta]:
    yield "property", "og:image", site.absolute(picture.address)
    yield "property", "og:image:type", picture.kind or ""
    yield "property", "og:image:width", str(picture.width or "")
    yield "property", "og:image:height", str(picture.height or "")
    yield "property", "og:image:alt", picture.alt


def _player(site: Site, head: Head) -> Iterator[Meta]:
    if head.player is None:
        return
    address, width, height = site.absolute(head.player), str(PLAYER[0]), str(PLAYER[1])
    yield "property", "og:video", address
    yield "property", "og:video:secure_url", address if address.startswith("https:") else ""
    yield "property", "og:video:type", "text/html"
    yield "property", "og:video:width", width
    yield "property", "og:video:height", height
    yield "name", "twitter:player", address
    yield "name", "twitter:player:width", width
    yield "name", "twitter:player:height", height


def _locales(site: Site) -> Iterator[Meta]:
    zone = site.settings["time_zone"]
    yield "property", "og:locale", locale_of(site.language, zone)
    for language in site.settings["languages"]:
        if language != site.language:
            yield "property", "og:locale:alternate", locale_of(language, zone)
