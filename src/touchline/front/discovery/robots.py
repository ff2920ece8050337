"""Crawler rules (RFC 9309). The API stays open because crawlers need it to render pages."""

from __future__ import annotations

from touchline.front.site import Site

PRIVATE_PATHS = (
    "/login", "/registration", "/verify-notice", "/verify-email", "/password-reset", "/profile", "/buy",
    "/gifts", "/redeem",
    "/score/", "/studio/", "/select-package/", "/confirm-account-deletion", "/simulate", "/multiview",
    "/media/", "/auth/", "/_outbox", "/overlay/", "/scoreboard/",
)  # fmt: skip


def render_robots_txt(site: Site) -> str:
    """Return `/robots.txt` for a host."""
    rules = "\n".join(f"Disallow: {path}" for path in PRIVATE_PATHS)
    return f"User-agent: *\n{rules}\n\nSitemap: {site.absolute_url(site.build_path('/sitemap.xml'))}\n"
