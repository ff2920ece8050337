"""Every page of the channel that search engines may list (sitemaps.org): an index, and the files it names.

Events and library items come in files of `PART_SIZE` ids, each one query, so that a page stays in its file
and no file comes near the limits of 50,000 addresses and 50 MB, with every language of every page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from urllib.parse import urlencode
from xml.sax.saxutils import escape

from touchline.catalog.facade import CatalogFacade, Listed, ListedPage
from touchline.channel.facade import ChannelFacade
from touchline.front.site import Site
from touchline.front.titles import PRIVATE, TITLES
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound

PAGES = "pages"
FILES: dict[str, tuple[Listed, str]] = {
    "events": ("event", "/watch/"),
    "library": ("library_item", "/vod_library/"),
}
_OF_HOME = (("school", "group"), ("team", "participant"))
_PART = re.compile("0|[1-9][0-9]{0,5}")
_TOP = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9"
_XHTML = "http://www.w3.org/1999/xhtml"


class SiteMap:
    """Writes the files for the channel of the present transaction."""

    def __init__(self, channel: ChannelFacade, catalog: CatalogFacade, clock: Clock) -> None:
        self._channel = channel
        self._catalog = catalog
        self._clock = clock

    def index(self, site: Site) -> str:
        """`/sitemap.xml`: the files there are."""
        names = [PAGES]
        for name, (kind, _) in FILES.items():
            names += [f"{name}-{number}" for number in self._catalog.index.parts(kind)]
        addresses = (site.absolute(site.own(f"/sitemap/{name}.xml")) for name in names)
        files = "".join(f"<sitemap><loc>{escape(address)}</loc></sitemap>\n" for address in addresses)
        return f'{_TOP}<sitemapindex xmlns="{_SCHEMA}">\n{files}</sitemapindex>\n'

    def file(self, name: str, site: Site) -> str:
        """A file of the index; `NotFound` for any other name."""
        if name == PAGES:
            return _urlset(_entry(site, path) for path in self._pages(site))
        kind_name, _, number = name.partition("-")
        if kind_name not in FILES or not _PART.fullmatch(number):
            raise NotFound("There is no such site map.")
        kind, path = FILES[kind_name]
        found = self._catalog.index.part(kind, int(number))
        if not found:
            raise NotFound("There is no such site map.")
        now = self._clock.now()
        return _urlset(_entry(site, f"{path}{one.id}", _changed(one, now)) for one in found)

    def _pages(self, site: Site) -> Iterator[str]:
        yield "/"
        yield from (path for path in TITLES if not PRIVATE.fullmatch(path) and path != "/passes")
        yield from (page["url"] for page in self._channel.answers.pages(site.language))
        for word, kind in _OF_HOME:
            for key in self._catalog.ids_by_key(kind):
                yield f"/?{urlencode({word: key})}"


def _changed(page: ListedPage, now: datetime) -> datetime | None:
    """When it last changed by itself: a game at its start and at its end, a film on the day it came."""
    return max((moment for moment in page.moments if moment <= now), default=None)


def _entry(site: Site, path: str, changed: datetime | None = None) -> str:
    languages: Sequence[str] = site.settings["languages"]
    home = site.absolute(path)
    others = "".join(_other(language, site.canonical(path, language)) for language in languages)
    others += _other("x-default", home)
    return _url(home, changed, others if len(languages) > 1 else "") + "".join(
        _url(site.canonical(path, language), changed, others)
        for language in languages
        if language != site.settings["language"]
    )


def _url(address: str, changed: datetime | None, others: str) -> str:
    when = f"<lastmod>{changed:%Y-%m-%dT%H:%M:%SZ}</lastmod>" if changed else ""
    return f"<url><loc>{escape(address)}</loc>{when}{others}</url>\n"


def _other(language: str, address: str) -> str:
    return f'<xhtml:link rel="alternate" hreflang="{escape(language)}" href="{escape(address)}"/>'


def _urlset(entries: Iterable[str]) -> str:
    return f'{_TOP}<urlset xmlns="{_SCHEMA}" xmlns:xhtml="{_XHTML}">\n{"".join(entries)}</urlset>\n'
