"""Checks of `touchline doctor` beyond this machine: domains, certificates, proxies, Stripe."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.doctor.checks import CheckResult, fail, ok, warn
from touchline.shared.strings.validation import is_digits

TIMEOUT_SECONDS = 5.0
MIN_CERTIFICATE_VALIDITY = timedelta(days=14)
WEBHOOK_PATH = "/api/stripe/webhook"


def domains(application: Application) -> Iterator[CheckResult]:
    """Check that every channel domain resolves and has a valid certificate that does not expire soon."""
    names = list_public_domains(application)
    with ThreadPoolExecutor(max_workers=8) as pool:
        pending_checks = [
            (name, pool.submit(_check_domain, name, application.settings.site_urls.public)) for name in names
        ]
        for name, future in pending_checks:
            try:
                yield from future.result(timeout=4 * TIMEOUT_SECONDS)
            except FutureTimeoutError:
                yield warn("domains", f"DNS did not respond for {name}.", "Check this machine's DNS.")
    if not names:
        yield ok("domains", "All channels use local host names.")


def unknown_hosts(application: Application) -> Iterator[CheckResult]:
    """Report how requests with unknown host names are handled."""
    settings = application.settings
    if settings.default_channel:
        yield warn(
            "hosts",
            f"The channel {settings.default_channel} is served on every unknown host name.",
            "Unset TOUCHLINE_DEFAULT_CHANNEL, or make the proxy pass on only the channels' domains.",
        )
    elif not settings.development and not list_public_domains(application):
        yield warn(
            "hosts",
            "No channel has a public domain, so no host name is served.",
            "Add domains to channel.yaml and apply the pack, or set TOUCHLINE_DEFAULT_CHANNEL.",
        )
    else:
        yield ok("hosts", "Unknown host names get a 404.")


def proxies(application: Application) -> Iterator[CheckResult]:
    """Check that client addresses reach the application and that nobody can bypass the proxy."""
    settings = application.settings
    if list_public_domains(application) and not settings.trusted_proxies:
        yield warn(
            "proxies",
            "Channels have public domains, but no proxy is trusted. All visitors share its address.",
            "Set TOUCHLINE_TRUSTED_PROXIES to the number of proxies in the chain.",
        )
    elif settings.trusted_proxies and settings.host not in ("127.0.0.1", "localhost", "::1"):
        yield warn(
            "proxies",
            f"TOUCHLINE_HOST={settings.host}: clients can bypass the proxy and fake their address.",
            "Make the port reachable only for the proxy: use 127.0.0.1 or a firewall.",
        )
    else:
        yield ok("proxies", f"Trusted proxies: {settings.trusted_proxies}.")


def payments(application: Application) -> Iterator[CheckResult]:
    """Check that Stripe accepts the keys and can send webhook events to this deployment."""
    settings = application.settings
    if settings.payments != "stripe":
        if list_public_domains(application) and settings.payments == "fake":
            yield warn(
                "payments", "The demo's Stripe server takes no real money.", "Set TOUCHLINE_PAYMENTS=stripe"
            )
        return
    try:
        application.adapters.payments().check()
    except Exception as error:
        yield fail(
            "payments",
            f"Stripe rejected the request ({type(error).__name__}).",
            "Check TOUCHLINE_STRIPE_SECRET_KEY, and whether this machine can reach api.stripe.com.",
        )
        return
    mode = "test" if "_test_" in settings.stripe_secret_key else "live"
    yield ok("payments", f"Stripe accepts the keys ({mode}).")
    yield from webhooks(application.adapters.stripe_connection().v1)


def webhooks(stripe: Any) -> Iterator[CheckResult]:
    """Check that Stripe has an enabled webhook endpoint for this deployment.

    A restricted key may not be allowed to list endpoints.
    """
    try:
        webhook_endpoints = list(stripe.webhook_endpoints.list({"limit": 100}).data)
    except Exception as error:
        yield warn(
            "webhook",
            f"The webhook endpoints could not be read ({type(error).__name__}).",
            "Let the restricted key read webhook endpoints, or check them in Stripe's dashboard.",
        )
        return
    our_endpoints = [
        endpoint for endpoint in webhook_endpoints if urlsplit(str(endpoint.url)).path == WEBHOOK_PATH
    ]
    if any(endpoint.status == "enabled" for endpoint in our_endpoints):
        yield ok("webhook", "Stripe sends webhooks to this site.")
    else:
        state = "is disabled" if our_endpoints else "is missing"
        yield warn(
            "webhook",
            f"The webhook endpoint {WEBHOOK_PATH} {state}. Payments appear minutes late.",
            "Add or enable it in Stripe's dashboard under Developers → Webhooks.",
        )


def list_public_domains(application: Application) -> list[str]:
    """List the domains of all channels, without localhost names and IP addresses."""
    with application.container.database().transaction(None, unscoped=True):
        channels = application.container.channel.facade().list_channels()
    names = {name for channel in channels for name in channel.domains}
    return sorted(name for name in names if not name.endswith("localhost") and not _is_ip_address(name))


def _check_domain(name: str, pattern: str) -> list[CheckResult]:
    host, is_secure, port = _get_endpoint(name, pattern)
    try:
        socket.getaddrinfo(host, port, proto=socket.IPPROTO_TCP)
    except OSError:
        return [
            fail(
                "domains",
                f"{name} has no address in DNS.",
                "Add a DNS record, or remove the domain from the pack.",
            )
        ]
    if not is_secure:
        return [ok("domains", f"{name} has an address in DNS.")]
    try:
        return [_check_certificate(name, get_certificate_expiry(host, port))]
    except ssl.SSLCertVerificationError as error:
        fix = "Renew the certificate, or check which one the proxy serves for this domain."
        return [fail("certificates", f"The certificate of {name} is not valid: {error.verify_message}.", fix)]
    except OSError as error:
        message = f"{host}:{port} does not respond with TLS from this machine ({type(error).__name__})."
        return [warn("certificates", message, "Start the proxy, or check from another network.")]


def _get_endpoint(name: str, pattern: str) -> tuple[str, bool, int]:
    """Return the host, whether it uses TLS, and the port of a channel's site."""
    parts = urlsplit(pattern.replace("{host}", name))
    is_secure = parts.scheme == "https"
    return parts.hostname or name, is_secure, parts.port or (443 if is_secure else 80)


def get_certificate_expiry(host: str, port: int, context: ssl.SSLContext | None = None) -> datetime:
    """Return the expiry time of a server's certificate.

    Raises `ssl.SSLCertVerificationError` if the certificate is not valid.
    """
    context = context or ssl.create_default_context()
    with (
        socket.create_connection((host, port), timeout=TIMEOUT_SECONDS) as connection,
        context.wrap_socket(connection, server_hostname=host) as tls_socket,
    ):
        certificate: Any = tls_socket.getpeercert()
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(certificate["notAfter"])), UTC)


def _check_certificate(name: str, expires_at: datetime) -> CheckResult:
    remaining = expires_at - datetime.now(UTC)
    message = f"The certificate of {name} expires in {remaining.days} days."
    if remaining < MIN_CERTIFICATE_VALIDITY:
        return warn("certificates", message, "Check why it was not renewed automatically.")
    return ok("certificates", message)


def _is_ip_address(name: str) -> bool:
    return is_digits(name.replace(".", "")) or ":" in name
