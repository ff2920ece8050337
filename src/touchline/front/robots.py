"""What search engines may visit (RFC 9309). The API stays open: pages are read with it."""

from __future__ import annotations

from touchline.front.site import Site

PRIVATE_PATHS = (
    "/login", "/registration", "/verify-notice", "/verify-email", "/password-reset", "/profile", "/buy",
    "/studio/", "/select-package/", "/confirm-account-deletion", "/simulate", "/media/", "/auth/", "/_outbox",
)  # fmt: skip


def robots(site: Site) -> str:
    """`/robots.txt` of a host."""
    closed = "\n".join(f"Disallow: {path}" for path in PRIVATE_PATHS)
    return f"User-agent: *\n{closed}\n\nSitemap: {site.absolute(site.own('/sitemap.xml'))}\n"
