"""The TV page in a channel's look, its script's facts, and the square that a telephone reads."""

from __future__ import annotations

import io
from pathlib import Path

import segno
from jinja2 import Environment, FileSystemLoader, select_autoescape

from touchline.front.pages.theme_css import build_theme_css
from touchline.front.site import Site
from touchline.front.tv.texts import get_texts
from touchline.platform.config.settings import Settings

TV_FOLDER = Path(__file__).parent
_QUIET_ZONE = 3
_TEMPLATES = Environment(loader=FileSystemLoader(TV_FOLDER), autoescape=select_autoescape())


def render_tv_page(site: Site, settings: Settings, nonce: str) -> str:
    """The page; the script learns where the calls are, and its words."""
    texts = get_texts(site.language)
    page_data = {
        "api_host": settings.api_host,
        "keys_host": settings.keys_host,
        "query": site.build_path(""),
        "language": site.language,
        "words": texts,
    }
    return _TEMPLATES.get_template("page.html").render(
        language=site.language,
        name=site.settings["name"],
        logo=site.settings.get("logo"),
        favicon=site.settings.get("favicon"),
        look=build_theme_css(
            site.color_settings
        ),  # marked safe in the page: nothing in it can leave the style element
        facts=page_data,
        words=texts,
        nonce=nonce,
    )


def qr_code(text: str) -> bytes:
    """The text as a QR code (ISO/IEC 18004), an SVG in black on white whatever the channel's colours are."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=_QUIET_ZONE, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return out.getvalue()
