"""What networks read of a page: OpenGraph (ogp.me) and Twitter cards, all addresses absolute.

No `og:video`: networks play only films of the hosts they know, and a locked game has none to give away. Who
embeds asks `/oembed`.
"""

from __future__ import annotations

from collections.abc import Iterator

from touchline.front.heads import Head
from touchline.front.locales import locale_of
from touchline.front.share_pictures import Picture
from touchline.front.site import Site

Meta = tuple[str, str, str]


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
        *_locales(site),
        ("name", "description", description),
        ("name", "twitter:card", "summary_large_image"),
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


def _locales(site: Site) -> Iterator[Meta]:
    zone = site.settings["time_zone"]
    yield "property", "og:locale", locale_of(site.language, zone)
    for language in site.settings["languages"]:
        if language != site.language:
            yield "property", "og:locale:alternate", locale_of(language, zone)
