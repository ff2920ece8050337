"""Security headers, and the content security policy of pages with a nonce for each."""

from collections.abc import Iterable

from flask import Flask, Response, g, request

from touchline.platform.http.nonces import new_nonce
from touchline.platform.http.remembered import SITTING
from touchline.platform.settings import Settings

RECAPTCHA = "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/"
"""Where the robot check's scripts are, by its manual; its frames may come from anywhere that has TLS."""


ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), hid=(),"
    " microphone=(), midi=(), serial=(), usb=()",
}
"""On every answer; nginx is told the same for what it answers by itself."""
HSTS = {"off": "", "host": "max-age=31536000", "subdomains": "max-age=31536000; includeSubDomains"}
"""What is said over TLS for a year, by the setting."""
NO_PAGE = "default-src 'none'; frame-ancestors 'none'"
"""The policy of what is no page: opened by itself it loads nothing, and nobody frames it. Scripts have none,
because a worker's own would bind the worker."""
_SHARED = ("/pictures/", "/share/")
_SCRIPTS = ("text/javascript", "application/javascript")


CLIENT_ERRORS = "/client-errors"
"""Where browsers tell what the policy stood before: older ones by `report-uri`, newer ones by `report-to`."""
_ENDPOINT = "errors"
STRIPE = {
    "script-src": "https://js.stripe.com https://*.js.stripe.com",
    "connect-src": "https://api.stripe.com",
    "frame-src": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
}
"""What Stripe.js needs, by Stripe's integration security guide."""


_GOOGLE = "https://*.google-analytics.com https://*.googletagmanager.com"
GOOGLE_TAG = {
    "script-src": "https://*.googletagmanager.com",
    "img-src": _GOOGLE,
    "connect-src": f"{_GOOGLE} https://*.analytics.google.com",
}
"""What Google Analytics 4 needs, by Google's guide to content security policies."""


def nonce() -> str:
    """The nonce of the present answer's inline scripts and styles."""
    if "csp_nonce" not in g:
        g.csp_nonce = new_nonce()
        if sitting := request.environ.get(SITTING):
            sitting.nonce = g.csp_nonce
    return str(g.csp_nonce)


def allow_framing() -> None:
    """Let other sites show the present page in a frame (the embedded player)."""
    g.frame_ancestors = "*"


def allow_ads(origins: Iterable[str]) -> None:
    """Let the present page fetch, show and count ads of these origins."""
    g.ad_origins = " ".join(origins)


def allow_google_tag() -> None:
    """Let the present page load Google's tag, and count with it."""
    g.counts_with_google = True


def install(app: Flask, settings: Settings) -> None:
    """Add the headers to every answer."""
    hosts = " ".join({settings.api_host, settings.keys_host, settings.analytics_host} - {""})
    media = settings.media_host
    others = _others(settings)
    hsts = HSTS[settings.hsts]

    def add(response: Response) -> Response:
        headers = response.headers
        for name, value in ALWAYS.items():
            headers.setdefault(name, value)
        if request.is_secure and hsts:
            headers.setdefault("Strict-Transport-Security", hsts)
        if response.mimetype == "text/html":
            headers.setdefault("Content-Security-Policy", _policy(hosts, media, others))
            headers.setdefault("Reporting-Endpoints", f'{_ENDPOINT}="{CLIENT_ERRORS}"')
        elif response.mimetype not in _SCRIPTS:
            headers.setdefault("Content-Security-Policy", NO_PAGE)
        headers.setdefault("Cross-Origin-Resource-Policy", _readers(response))
        return response

    app.after_request(add)


def _readers(response: Response) -> str:
    """Who may show this: everybody a page that is for frames, and pictures that are made to be shared."""
    if response.mimetype == "text/html":
        return "cross-origin" if "frame_ancestors" in g else "same-origin"
    return "cross-origin" if request.path.startswith(_SHARED) else "same-origin"


def _others(settings: Settings) -> dict[str, str]:
    """What pages may load from the robot check and the payment provider, where they are set up, by rule."""
    others = dict.fromkeys(STRIPE, "")
    if account := settings.stripe:
        others = dict.fromkeys(STRIPE, account.address) if account.address else dict(STRIPE)
    if settings.robot_check == "recaptcha":
        others["script-src"] += f" {RECAPTCHA}"
    return others


def _policy(hosts: str, media: str, others: dict[str, str]) -> str:
    ads = g.get("ad_origins", "")
    tag = GOOGLE_TAG if g.get("counts_with_google") else dict.fromkeys(GOOGLE_TAG, "")
    rules = {
        "default-src": "'self'",
        "script-src": f"'self' 'nonce-{nonce()}' {others['script-src']} {tag['script-src']}",
        "style-src": f"'self' 'nonce-{nonce()}'",
        "style-src-attr": "'unsafe-inline'",
        "img-src": f"'self' data: blob: {media} {ads} {tag['img-src']}",
        "media-src": f"'self' blob: {media} {ads}",
        "font-src": f"'self' {media}",
        "connect-src": f"'self' {hosts} {media} {ads} {others['connect-src']} {tag['connect-src']}",
        "worker-src": "'self' blob:",
        "frame-src": f"'self' https: {others['frame-src']}",
        "frame-ancestors": g.get("frame_ancestors", "'self'"),
        "form-action": "'self'",
        "base-uri": "'self'",
        "object-src": "'none'",
        "report-uri": CLIENT_ERRORS,
        "report-to": _ENDPOINT,
    }
    return "; ".join(f"{name} {' '.join(value.split())}" for name, value in rules.items())
