"""Content inserted into the built page: everything is escaped and present before the scripts run."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

from touchline.catalog.facade import Card
from touchline.catalog.tests.samples import NOON
from touchline.front.images.share_images import ShareImage
from touchline.front.pages.page_heads import PageHead
from touchline.front.pages.page_renderer import render_page
from touchline.front.site import Site

INDEX = '<!doctype html><html lang="en"><head><!--touchline:head--></head><body></body></html>'
SETTINGS: dict[str, Any] = {
    "slug": "prairie",
    "name": "Prairie & Sons",
    "short_name": "Prairie",
    "tagline": "Every <game>",
    "logo": "/files/p/logo.svg",
    "favicon": "/files/p/icon.svg",
    "share_picture": "/files/p/share.jpg",
    "language": "en",
    "languages": ["en", "fr"],
    "time_zone": "America/Chicago",
    "storage_prefix": "touchline.prairie.",
}
COLOR_SETTINGS: dict[str, Any] = {
    "scheme": "dark",
    "colors": {"header-background": "#0a0e15"},
    "theme": {},
    "fonts": [{"family": "Archivo", "url": "/files/p/a.woff2"}],
}

SHARED_IMAGE = ShareImage("/files/p/share.jpg", "Prairie & Sons", 1200, 630)
POSTER = ShareImage("/files/p/poster.jpg", "A & B @ C", 960, 540)

CARD = Card(
    "A & B @ C", "A & B @ C", "Old rivals", None, NOON, timedelta(hours=2), False, "live", time_zone="UTC"
)


def page(head: PageHead, **changes: Any) -> str:
    """Return the page of a head on the example site."""
    site = Site({**SETTINGS, **changes}, COLOR_SETTINGS, "fr", "https://prairie.example/", "prairie")
    return render_page(INDEX, site, head, head.image or SHARED_IMAGE, "n0nce")


def test_language_title_and_description_are_in_the_page() -> None:
    html = page(PageHead("/watch/3", "A & B @ C", "Two <b>old</b> rivals", POSTER))
    assert '<html lang="fr">' in html
    assert "<title>A &amp; B @ C, Prairie &amp; Sons</title>" in html
    assert '<meta name="description" content="Two &lt;b&gt;old&lt;/b&gt; rivals">' in html
    assert '<link rel="canonical" href="https://prairie.example/watch/3?lang=fr">' in html


def test_social_tags_are_complete_with_absolute_urls() -> None:
    html = page(PageHead("/watch/3", "A & B @ C", "Old rivals", POSTER, card=CARD, number=3))
    for kind, name, content in (
        ("property", "og:type", "video.other"),
        ("property", "og:title", "A &amp; B @ C"),
        ("property", "og:url", "https://prairie.example/watch/3?lang=fr"),
        ("property", "og:image", "https://prairie.example/files/p/poster.jpg"),
        ("property", "og:image:type", "image/jpeg"),
        ("property", "og:image:width", "960"),
        ("property", "og:image:height", "540"),
        ("property", "og:image:alt", "A &amp; B @ C"),
        ("property", "og:locale", "fr_FR"),
        ("property", "og:locale:alternate", "en_US"),
        ("name", "twitter:card", "summary_large_image"),
        ("name", "twitter:title", "A &amp; B @ C"),
        ("name", "twitter:description", "Old rivals"),
        ("name", "twitter:image", "https://prairie.example/files/p/poster.jpg"),
        ("name", "twitter:image:alt", "A &amp; B @ C"),
    ):
        assert f'<meta {kind}="{name}" content="{content}">' in html, name
    elsewhere = page(PageHead("/", image=ShareImage("https://media.example/a.jpg", "x")))
    assert '<meta property="og:image" content="https://media.example/a.jpg">' in elsewhere
    assert "og:image:width" not in elsewhere


def test_every_language_of_a_page_is_linked_and_the_default_has_no_parameter() -> None:
    html = page(PageHead("/?school=cedar-ridge"))
    for language, address in (
        ("en", "https://prairie.example/?school=cedar-ridge"),
        ("fr", "https://prairie.example/?school=cedar-ridge&amp;lang=fr"),
        ("x-default", "https://prairie.example/?school=cedar-ridge"),
    ):
        assert f'<link rel="alternate" hreflang="{language}" href="{address}">' in html
    assert "hreflang" not in page(PageHead("/"), languages=["en"]) + page(
        PageHead("/login", "x", is_indexed=False)
    )


def test_every_page_can_be_installed_as_an_app() -> None:
    html = page(PageHead("/"))
    assert '<link rel="manifest" href="/manifest.webmanifest?lang=fr&amp;channel=prairie">' in html
    assert '<link rel="apple-touch-icon" sizes="180x180" href="/pictures/icon-touch-180.png?v=' in html
    assert '<meta name="apple-mobile-web-app-title" content="Prairie">' in html
    without = page(PageHead("/"), favicon=None)
    assert '<link rel="icon" type="image/png" sizes="48x48" href="/pictures/icon-48.png?v=' in without


def test_the_home_page_describes_the_channel() -> None:
    html = page(PageHead("/"))
    assert "<title>Prairie &amp; Sons</title>" in html
    assert '<meta name="description" content="Every &lt;game&gt;">' in html
    assert "share.jpg" in html and "noindex" not in html


def test_the_theme_precedes_the_scripts_and_has_the_nonce() -> None:
    html = page(PageHead("/"))
    assert '<style nonce="n0nce" id="touchline-look">@font-face' in html
    assert 'rel="preload" as="font" type="font/woff2" crossorigin href="/files/p/a.woff2"' in html
    assert '<meta name="theme-color" content="#0a0e15">' in html
    assert '<link rel="icon" type="image/svg+xml" href="/files/p/icon.svg">' in html


def test_the_data_of_the_page_is_json_that_cannot_end_its_element() -> None:
    html = page(PageHead("/"), name="</script><script>alert(1)</script>")
    assert html.count("<script") == 2 == html.count("</script>")
    page_data = re.search(r'id="touchline-page">(.*?)</script>', html)
    assert page_data is not None
    assert json.loads(page_data[1]) == {
        "slug": "prairie",
        "name": "</script><script>alert(1)</script>",
        "short_name": "Prairie",
        "logo": "/files/p/logo.svg",
        "languages": ["en", "fr"],
        "storage_prefix": "touchline.prairie.",
        "language": "fr",
        "color_scheme": "dark",
        "channel": "prairie",
    }


def test_pages_that_must_not_be_indexed_have_noindex() -> None:
    assert '<meta name="robots" content="noindex">' in page(
        PageHead("/404", "x", status=404, is_indexed=False)
    )
