"""Checks of `touchline doctor` beyond this machine: domains, certificates, proxies, Stripe."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
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
            except Late:
                yield warn(
                    "domains", f"Nobody says where {name} is.", "See whether this machine's DNS answers."
                )
    if not names:
        yield ok("domains", "No channel has a name outside of this machine.")


def unknown_hosts(application: Application) -> Iterator[CheckResult]:
    """Report how requests with unknown host names are handled."""
    settings = application.settings
    if settings.default_channel:
        yield warn(
            "hosts",
            f"The channel {settings.default_channel} answers every host name that no channel has.",
            "Unset TOUCHLINE_DEFAULT_CHANNEL, or have the proxy pass on the channels' own names alone.",
        )
    elif not settings.development and not list_public_domains(application):
        yield warn(
            "hosts",
            "No channel has a name outside of this machine: no host name is answered.",
            "Name its domains in channel.yaml and apply the pack, or set TOUCHLINE_DEFAULT_CHANNEL.",
        )
    else:
        yield ok("hosts", "A host name that no channel has is answered with 404.")


def proxies(application: Application) -> Iterator[CheckResult]:
    """Check that client addresses reach the application and that nobody can bypass the proxy."""
    settings = application.settings
    if list_public_domains(application) and not settings.trusted_proxies:
        yield warn(
            "proxies",
            "Channels have public names and no proxy is trusted: behind one, all visitors share its address.",
            "Set TOUCHLINE_TRUSTED_PROXIES to the number of proxies in a row.",
        )
    elif settings.trusted_proxies and settings.host not in ("127.0.0.1", "localhost", "::1"):
        yield warn(
            "proxies",
            f"TOUCHLINE_HOST={settings.host}: who reaches that port goes around the proxy, as anybody.",
            "Let the proxy alone reach it: 127.0.0.1, or a firewall.",
        )
    else:
        yield ok("proxies", f"{settings.trusted_proxies} are trusted.")


def payments(application: Application) -> Iterator[CheckResult]:
    """Check that Stripe accepts the keys and can send webhook events to this deployment."""
    settings = application.settings
    if settings.payments != "stripe":
        if list_public_domains(application) and settings.payments == "fake":
            yield warn("payments", "The demo's Stripe sells for no money.", "Set TOUCHLINE_PAYMENTS=stripe")
        return
    try:
        application.adapters.payments().check()
    except Exception as error:
        yield fail(
            "payments",
            f"Stripe does not take our call ({type(error).__name__}).",
            "See TOUCHLINE_STRIPE_SECRET_KEY, and whether this machine reaches api.stripe.com.",
        )
        return
    mode = "for tests" if "_test_" in settings.stripe_secret_key else "live"
    yield ok("payments", f"Stripe takes our keys ({mode}).")
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
            f"It could not be looked at ({type(error).__name__}).",
            "Give the restricted key the right to read webhook endpoints, or look in Stripe's dashboard.",
        )
        return
    our_endpoints = [one for one in webhook_endpoints if urlsplit(str(one.url)).path == WEBHOOK_PATH]
    if any(one.status == "enabled" for one in our_endpoints):
        yield ok("webhook", "Stripe tells us what happens.")
    else:
        state = "is disabled" if our_endpoints else "is not there"
        yield warn(
            "webhook",
            f"An endpoint that ends with {WEBHOOK_PATH} {state}: payments are seen minutes late.",
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
        return [fail("domains", f"{name} leads nowhere.", "Add it to the DNS, or take it out of the pack.")]
    if not is_secure:
        return [ok("domains", f"{name} leads somewhere.")]
    try:
        return [_check_certificate(name, get_certificate_expiry(host, port))]
    except ssl.SSLCertVerificationError as error:
        fix = "Renew it, or see which certificate the proxy shows for this name."
        return [fail("certificates", f"That of {name} is not valid: {error.verify_message}.", fix)]
    except OSError as error:
        message = f"Nothing speaks TLS at {host}:{port} as seen from here ({type(error).__name__})."
        return [warn("certificates", message, "Start the proxy, or look from outside.")]


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
    message = f"That of {name} holds for {remaining.days} more days."
    if remaining < MIN_CERTIFICATE_VALIDITY:
        return warn("certificates", message, "See why it was not renewed by itself.")
    return ok("certificates", message)


def _is_ip_address(name: str) -> bool:
    return is_digits(name.replace(".", "")) or ":" in name
