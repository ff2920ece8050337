"""The TV page with the channel's theme, its script data, and the QR code that a phone scans."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape

from touchline.front.pages.theme_css import build_theme_css
from touchline.front.site import Site
from touchline.front.tv.texts import get_texts
from touchline.platform.config.settings import Settings

TV_FOLDER = Path(__file__).parent
_TEMPLATES = Environment(loader=FileSystemLoader(TV_FOLDER), autoescape=select_autoescape())


def render_tv_page(site: Site, settings: Settings, nonce: str) -> str:
    """Return the page. Its script data holds the API hosts and the texts."""
    texts = get_texts(site.language)
    page_data = {
        "api_host": settings.api_host,
        "keys_host": settings.channel_key_host,
        "query": site.build_path(""),
        "language": site.language,
        "texts": texts,
    }
    return _TEMPLATES.get_template("page.html").render(
        language=site.language,
        name=site.settings["name"],
        logo=site.settings.get("logo"),
        favicon=site.settings.get("favicon"),
        theme_css=build_theme_css(site.color_settings),  # safe: the value cannot close the style element
        page_data=page_data,
        texts=texts,
        nonce=nonce,
    )
