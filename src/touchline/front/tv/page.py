"""The TV page in a channel's look, its script's facts, and the square that a telephone reads."""

from __future__ import annotations

import io
from pathlib import Path

import segno
from jinja2 import Environment, FileSystemLoader, select_autoescape

from touchline.front.site import Site
from touchline.front.theme_css import theme_css
from touchline.front.tv.words import words
from touchline.platform.settings import Settings

HERE = Path(__file__).parent
_QUIET_ZONE = 3
_PAGES = Environment(loader=FileSystemLoader(HERE), autoescape=select_autoescape())


def render(site: Site, settings: Settings, nonce: str) -> str:
    """The page; the script learns where the calls are, and its words."""
    said = words(site.language)
    facts = {
        "api_host": settings.api_host,
        "keys_host": settings.keys_host,
        "query": site.own(""),
        "language": site.language,
        "words": said,
    }
    return _PAGES.get_template("page.html").render(
        language=site.language,
        name=site.settings["name"],
        logo=site.settings.get("logo"),
        favicon=site.settings.get("favicon"),
        look=theme_css(site.look),  # marked safe in the page: nothing in it can leave the style element
        facts=facts,
        words=said,
        nonce=nonce,
    )


def qr_code(text: str) -> bytes:
    """The text as a QR code (ISO/IEC 18004), an SVG in black on white whatever the channel's colours are."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=_QUIET_ZONE, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return out.getvalue()
