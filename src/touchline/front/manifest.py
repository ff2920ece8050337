"""The channel as an app to install (W3C, Web Application Manifest)."""

from __future__ import annotations

from typing import Any

from touchline.front.links import icon_address
from touchline.front.pictures.icon import Purpose
from touchline.front.site import Site

ICONS: tuple[tuple[int, Purpose], ...] = ((192, "any"), (512, "any"), (192, "maskable"), (512, "maskable"))


def manifest(site: Site) -> dict[str, Any]:
    """`/manifest.webmanifest` of a host, in the page's language."""
    brand = site.brand
    return {
        "id": "/",
        "name": brand.name,
        "short_name": brand.short_name,
        "description": site.settings.get("tagline") or brand.name,
        "lang": site.language,
        "dir": "auto",
        "start_url": site.own("/"),
        "scope": "/",
        "display": "standalone",
        "theme_color": brand.ground,
        "background_color": brand.body,
        "icons": [
            {
                "src": icon_address(site, size, purpose),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size, purpose in ICONS
        ],
    }
