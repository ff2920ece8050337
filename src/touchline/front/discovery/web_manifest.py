"""The channel as an installable app (W3C, Web Application Manifest)."""

from __future__ import annotations

from typing import Any

from touchline.front.images.icon import Purpose
from touchline.front.pages.links import icon_url
from touchline.front.site import Site

MANIFEST_ICONS: tuple[tuple[int, Purpose], ...] = (
    (192, "any"),
    (512, "any"),
    (192, "maskable"),
    (512, "maskable"),
)


def build_manifest(site: Site) -> dict[str, Any]:
    """Return `/manifest.webmanifest` for a host, in the page's language."""
    brand = site.brand
    return {
        "id": "/",
        "name": brand.name,
        "short_name": brand.short_name,
        "description": site.settings.get("tagline") or brand.name,
        "lang": site.language,
        "dir": "auto",
        "start_url": site.build_path("/"),
        "scope": "/",
        "display": "standalone",
        "theme_color": brand.background_color,
        "background_color": brand.body_color,
        "icons": [
            {
                "src": icon_url(site, size, purpose),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size, purpose in MANIFEST_ICONS
        ],
    }
