"""Metadata for social networks: OpenGraph (ogp.me) and Twitter cards, with absolute URLs.

An event has no `og:video`: networks play videos only from hosts they know, and a locked event has no video to
expose. Everyone may play a shared clip, so its player is offered to networks that show one. Sites that embed
content use `/oembed`.

The metadata of a game that is over has its result, unless the link or the viewer hides scores (ADR 89).
"""

from __future__ import annotations

from collections.abc import Iterator

from touchline.front.images.share_images import ShareImage
from touchline.front.pages.locales import get_locale
from touchline.front.pages.page_heads import PageHead
from touchline.front.site import Site
from touchline.platform.http.score_visibility import HIDDEN, SCORES_PARAM

MetaTag = tuple[str, str, str]
PLAYER_SIZE = (1280, 720)


def build_meta_tags(site: Site, head: PageHead, image: ShareImage) -> Iterator[MetaTag]:
    """Yield for each tag the attribute (`property` or `name`), its value and the content. Empty tags are left
    out.
    """
    title = head.title or site.settings["name"]
    description = head.description or site.settings.get("tagline") or ""
    tags = [
        ("property", "og:site_name", site.settings["name"]),
        ("property", "og:type", "video.other" if head.card else "website"),
        ("property", "og:title", title),
        ("property", "og:description", description),
        ("property", "og:url", _shared_url(site, head)),
        *_image_tags(site, image),
        *_player_tags(site, head),
        *_locale_tags(site),
        ("name", "description", description),
        ("name", "twitter:card", "player" if head.player_path else "summary_large_image"),
        ("name", "twitter:title", title),
        ("name", "twitter:description", description),
        ("name", "twitter:image", site.absolute_url(image.url)),
        ("name", "twitter:image:alt", image.alt),
        ("name", "theme-color", site.color_settings.get("colors", {}).get("header-background", "")),
        ("name", "apple-mobile-web-app-title", site.settings["short_name"]),
        ("name", "robots", "" if head.is_indexed else "noindex"),
    ]
    yield from (meta for meta in tags if meta[2])


def _shared_url(site: Site, head: PageHead) -> str:
    """Return the address that networks read again. It stays one without scores if the link has none."""
    url = site.canonical_url(head.path)
    if not (site.hides_scores and head.card):
        return url
    return f"{url}{'&' if '?' in url else '?'}{SCORES_PARAM}={HIDDEN}"


def _image_tags(site: Site, image: ShareImage) -> Iterator[MetaTag]:
    yield "property", "og:image", site.absolute_url(image.url)
    yield "property", "og:image:type", image.media_type or ""
    yield "property", "og:image:width", str(image.width or "")
    yield "property", "og:image:height", str(image.height or "")
    yield "property", "og:image:alt", image.alt


def _player_tags(site: Site, head: PageHead) -> Iterator[MetaTag]:
    if head.player_path is None:
        return
    url, width, height = site.absolute_url(head.player_path), str(PLAYER_SIZE[0]), str(PLAYER_SIZE[1])
    yield "property", "og:video", url
    yield "property", "og:video:secure_url", url if url.startswith("https:") else ""
    yield "property", "og:video:type", "text/html"
    yield "property", "og:video:width", width
    yield "property", "og:video:height", height
    yield "name", "twitter:player", url
    yield "name", "twitter:player:width", width
    yield "name", "twitter:player:height", height


def _locale_tags(site: Site) -> Iterator[MetaTag]:
    zone = site.settings["time_zone"]
    yield "property", "og:locale", get_locale(site.language, zone)
    for language in site.settings["languages"]:
        if language != site.language:
            yield "property", "og:locale:alternate", get_locale(language, zone)
