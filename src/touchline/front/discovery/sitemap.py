"""Sitemap of all pages that search engines may list (sitemaps.org): an index and the files it names.

Events and library items are split into files of `CHUNK_SIZE` IDs, with one query per file. A page therefore
always stays in the same file. Each file stays far below the limits of 50,000 URLs and 50 MB, even with every
language of every page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from urllib.parse import urlencode
from xml.sax.saxutils import escape

from touchline.catalog.facade import CatalogFacade, PageKind, SitePage
from touchline.channel.facade import ChannelFacade
from touchline.front.pages.built_in_pages import EVENT_STATUS_PATHS, PAGE_TITLES, PRIVATE_PATH
from touchline.front.site import Site
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError

PAGES_FILE = "pages"
SECTIONS: dict[str, tuple[PageKind, str]] = {
    "events": ("event", "/watch/"),
    "library": ("library_item", "/vod_library/"),
}
_HOME_FILTERS = (("school", "group"), ("team", "participant"))
_PART_NUMBER = re.compile("0|[1-9][0-9]{0,5}")
_XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SITEMAP_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_XHTML_NAMESPACE = "http://www.w3.org/1999/xhtml"


class Sitemap:
    """Renderer of the sitemap files for the current transaction's channel."""

    def __init__(self, channel: ChannelFacade, catalog: CatalogFacade, clock: Clock) -> None:
        self._channel = channel
        self._catalog = catalog
        self._clock = clock

    def render_index(self, site: Site) -> str:
        """Return `/sitemap.xml`, the list of sitemap files."""
        names = [PAGES_FILE]
        for name, (kind, _) in SECTIONS.items():
            names += [f"{name}-{number}" for number in self._catalog.site_index.list_chunks(kind)]
        urls = (site.absolute_url(site.build_path(f"/sitemap/{name}.xml")) for name in names)
        files = "".join(f"<sitemap><loc>{escape(url)}</loc></sitemap>\n" for url in urls)
        return f'{_XML_DECLARATION}<sitemapindex xmlns="{_SITEMAP_NAMESPACE}">\n{files}</sitemapindex>\n'

    def render_file(self, name: str, site: Site) -> str:
        """Return a file of the index. Raises `NotFoundError` for any other name."""
        if name == PAGES_FILE:
            return _render_urlset(_render_entry(site, path) for path in self._list_paths(site))
        kind_name, _, number = name.partition("-")
        if kind_name not in SECTIONS or not _PART_NUMBER.fullmatch(number):
            raise NotFoundError(ErrorMessage("errors.sitemap_not_found", "This sitemap does not exist."))
        kind, path = SECTIONS[kind_name]
        pages = self._catalog.site_index.list_pages(kind, int(number))
        if not pages:
            raise NotFoundError(ErrorMessage("errors.sitemap_not_found", "This sitemap does not exist."))
        now = self._clock.now()
        return _render_urlset(
            _render_entry(site, f"{path}{page.id}", _get_last_modified(page, now)) for page in pages
        )

    def _list_paths(self, site: Site) -> Iterator[str]:
        yield "/"
        unlisted = (
            {"/passes"} if self._catalog.has_events() else {"/passes", "/schedule", *EVENT_STATUS_PATHS}
        )
        yield from (path for path in PAGE_TITLES if not PRIVATE_PATH.fullmatch(path) and path not in unlisted)
        yield from (page["url"] for page in self._channel.site_serializer.pages(site.language))
        for param, kind in _HOME_FILTERS:
            for key in self._catalog.list_ids_by_key(kind):
                yield f"/?{urlencode({param: key})}"


def _get_last_modified(page: SitePage, now: datetime) -> datetime | None:
    """Return when the page last changed: an event at its start, at its end, and with its data or result; a
    library item on its release day.
    """
    return max((moment for moment in page.change_times if moment <= now), default=None)


def _render_entry(site: Site, path: str, changed: datetime | None = None) -> str:
    languages: Sequence[str] = site.settings["languages"]
    home = site.absolute_url(path)
    alternates = "".join(
        _render_alternate(language, site.canonical_url(path, language)) for language in languages
    )
    alternates += _render_alternate("x-default", home)
    return _render_url(home, changed, alternates if len(languages) > 1 else "") + "".join(
        _render_url(site.canonical_url(path, language), changed, alternates)
        for language in languages
        if language != site.settings["language"]
    )


def _render_url(url: str, changed: datetime | None, alternates: str) -> str:
    lastmod = f"<lastmod>{changed:%Y-%m-%dT%H:%M:%SZ}</lastmod>" if changed else ""
    return f"<url><loc>{escape(url)}</loc>{lastmod}{alternates}</url>\n"


def _render_alternate(language: str, url: str) -> str:
    return f'<xhtml:link rel="alternate" hreflang="{escape(language)}" href="{escape(url)}"/>'


def _render_urlset(entries: Iterable[str]) -> str:
    return (
        f'{_XML_DECLARATION}<urlset xmlns="{_SITEMAP_NAMESPACE}" '
        f'xmlns:xhtml="{_XHTML_NAMESPACE}">\n{"".join(entries)}</urlset>\n'
    )
