"""Security headers, and the content security policy of pages with a nonce per response."""

from collections.abc import Iterable

from flask import Flask, Response, g, request

from touchline.platform.config.settings import Settings
from touchline.platform.http.response_cache.policy import PENDING_ENTRY_KEY
from touchline.platform.http.security.nonces import new_nonce

RECAPTCHA_SOURCES = "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/"
"""Sources of the reCAPTCHA scripts, from its documentation. Its frames may come from any https origin."""


_PERMISSIONS = (
    "camera={0}, display-capture=(), geolocation=(), hid=(), microphone={0}, midi=(), serial=(), usb=()"
)
DEFAULT_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Permissions-Policy": _PERMISSIONS.format("()"),
}
"""Headers on every response. nginx adds the same headers to the responses that it serves itself."""
HSTS_POLICIES = {"off": "", "host": "max-age=31536000", "subdomains": "max-age=31536000; includeSubDomains"}
"""Values of `Strict-Transport-Security` (one year) by setting."""
NON_PAGE_CSP = "default-src 'none'; frame-ancestors 'none'"
"""The policy of responses that are not pages: nothing loads, and no site may frame them.

Scripts have no policy, because the policy of a worker script would apply to the worker.
"""
_EMBEDDABLE_PATHS = ("/pictures/", "/share/")
_SCRIPT_TYPES = ("text/javascript", "application/javascript")


CLIENT_ERRORS_PATH = "/client-errors"
"""Endpoint for browsers' CSP reports: older browsers use `report-uri`, newer ones `report-to`."""
_REPORTING_ENDPOINT = "errors"
STRIPE_CSP = {
    "script-src": "https://js.stripe.com https://*.js.stripe.com",
    "connect-src": "https://api.stripe.com",
    "frame-src": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
}
"""Sources that Stripe.js needs, from Stripe's integration security guide."""


_GOOGLE_SOURCES = "https://*.google-analytics.com https://*.googletagmanager.com"
GOOGLE_TAG_CSP = {
    "script-src": "https://*.googletagmanager.com",
    "img-src": _GOOGLE_SOURCES,
    "connect-src": f"{_GOOGLE_SOURCES} https://*.analytics.google.com",
}
"""Sources that Google Analytics 4 needs, from Google's guide to content security policies."""

GOOGLE_CAST_CSP = "https://www.gstatic.com"
"""Source of the scripts of Google Cast, from Google's guide to the Web Sender SDK."""


def csp_nonce() -> str:
    """Return the nonce for inline scripts and styles of the current response."""
    if "csp_nonce" not in g:
        g.csp_nonce = new_nonce()
        if pending_entry := request.environ.get(PENDING_ENTRY_KEY):
            pending_entry.nonce = g.csp_nonce
    return str(g.csp_nonce)


def allow_framing() -> None:
    """Let other sites frame the current page (the embedded player)."""
    g.frame_ancestors = "*"


def allow_camera() -> None:
    """Let the current page, but no frame in it, open the camera and the microphone."""
    g.camera_origins = "(self)"


def allow_ads(origins: Iterable[str]) -> None:
    """Let the current page load, show and count ads from these origins."""
    g.ad_origins = " ".join(origins)


def allow_google_tag() -> None:
    """Let the current page load Google's tag and send data to it."""
    g.counts_with_google = True


def allow_google_cast() -> None:
    """Let the current page load Google's script for Cast devices."""
    g.cast_source = GOOGLE_CAST_CSP


def install(app: Flask, settings: Settings) -> None:
    """Add the security headers to every response."""
    hosts = " ".join({settings.api_host, settings.channel_key_host, settings.analytics_host} - {""})
    media = settings.media_host
    third_party = _third_party_sources(settings)
    hsts = HSTS_POLICIES[settings.hsts]

    def add(response: Response) -> Response:
        headers = response.headers
        if origins := g.get("camera_origins"):
            headers["Permissions-Policy"] = _PERMISSIONS.format(origins)
        for name, value in DEFAULT_HEADERS.items():
            headers.setdefault(name, value)
        if request.is_secure and hsts:
            headers.setdefault("Strict-Transport-Security", hsts)
        if response.mimetype == "text/html":
            headers.setdefault("Content-Security-Policy", _content_security_policy(hosts, media, third_party))
            headers.setdefault("Reporting-Endpoints", f'{_REPORTING_ENDPOINT}="{CLIENT_ERRORS_PATH}"')
        elif response.mimetype not in _SCRIPT_TYPES:
            headers.setdefault("Content-Security-Policy", NON_PAGE_CSP)
        headers.setdefault("Cross-Origin-Resource-Policy", _resource_policy(response))
        return response

    app.after_request(add)


def _resource_policy(response: Response) -> str:
    """Return the `Cross-Origin-Resource-Policy` value.

    Framed pages and images for sharing are open to every site.
    """
    if response.mimetype == "text/html":
        return "cross-origin" if "frame_ancestors" in g else "same-origin"
    return "cross-origin" if request.path.startswith(_EMBEDDABLE_PATHS) else "same-origin"


def _third_party_sources(settings: Settings) -> dict[str, str]:
    """Return the extra CSP sources, by directive, for the robot check and the payment provider, if
    configured."""
    third_party = dict.fromkeys(STRIPE_CSP, "")
    if account := settings.stripe:
        third_party = dict.fromkeys(STRIPE_CSP, account.address) if account.address else dict(STRIPE_CSP)
    if settings.robot_check == "recaptcha":
        third_party["script-src"] += f" {RECAPTCHA_SOURCES}"
    return third_party


def _content_security_policy(hosts: str, media: str, third_party: dict[str, str]) -> str:
    ads = g.get("ad_origins", "")
    google_tag = GOOGLE_TAG_CSP if g.get("counts_with_google") else dict.fromkeys(GOOGLE_TAG_CSP, "")
    directives = {
        "default-src": "'self'",
        "script-src": (
            f"'self' 'nonce-{csp_nonce()}' {third_party['script-src']} {google_tag['script-src']}"
            f" {g.get('cast_source', '')}"
        ),
        "style-src": f"'self' 'nonce-{csp_nonce()}'",
        "style-src-attr": "'unsafe-inline'",
        "img-src": f"'self' data: blob: {media} {ads} {google_tag['img-src']}",
        "media-src": f"'self' blob: {media} {ads}",
        "font-src": f"'self' {media}",
        "connect-src": (
            f"'self' {hosts} {media} {ads} {third_party['connect-src']} {google_tag['connect-src']}"
        ),
        "worker-src": "'self' blob:",
        "frame-src": f"'self' https: {third_party['frame-src']}",
        "frame-ancestors": g.get("frame_ancestors", "'self'"),
        "form-action": "'self'",
        "base-uri": "'self'",
        "object-src": "'none'",
        "report-uri": CLIENT_ERRORS_PATH,
        "report-to": _REPORTING_ENDPOINT,
    }
    return "; ".join(f"{name} {' '.join(value.split())}" for name, value in directives.items())
