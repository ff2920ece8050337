"""What `touchline doctor` looks at beyond this machine: names, certificates, proxies, Stripe."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.findings import Finding, broken, fine, weak
from touchline.shared.typed import is_digits

SECONDS = 5.0
SOON = timedelta(days=14)
WEBHOOK = "/api/stripe/webhook"


def domains(house: House) -> Iterator[Finding]:
    """Every channel's names lead somewhere, and what answers there has a certificate that lasts."""
    names = public_names(house)
    with ThreadPoolExecutor(max_workers=8) as pool:
        asked = [(name, pool.submit(_of_name, name, house.settings.site_urls.public)) for name in names]
        for name, answer in asked:
            try:
                yield from answer.result(timeout=4 * SECONDS)
            except Late:
                yield weak(
                    "domains", f"Nobody says where {name} is.", "See whether this machine's DNS answers."
                )
    if not names:
        yield fine("domains", "No channel has a name outside of this machine.")


def unknown_hosts(house: House) -> Iterator[Finding]:
    """Who comes by a name that no channel has."""
    settings = house.settings
    if settings.default_channel:
        yield weak(
            "hosts",
            f"The channel {settings.default_channel} answers every host name that no channel has.",
            "Unset TOUCHLINE_DEFAULT_CHANNEL, or have the proxy pass on the channels' own names alone.",
        )
    elif not settings.development and not public_names(house):
        yield weak(
            "hosts",
            "No channel has a name outside of this machine: no host name is answered.",
            "Name its domains in channel.yaml and apply the pack, or set TOUCHLINE_DEFAULT_CHANNEL.",
        )
    else:
        yield fine("hosts", "A host name that no channel has is answered with 404.")


def proxies(house: House) -> Iterator[Finding]:
    """Visitors' own addresses arrive, and nobody comes around the proxy."""
    settings = house.settings
    if public_names(house) and not settings.trusted_proxies:
        yield weak(
            "proxies",
            "Channels have public names and no proxy is trusted: behind one, all visitors share its address.",
            "Set TOUCHLINE_TRUSTED_PROXIES to the number of proxies in a row.",
        )
    elif settings.trusted_proxies and settings.host not in ("127.0.0.1", "localhost", "::1"):
        yield weak(
            "proxies",
            f"TOUCHLINE_HOST={settings.host}: who reaches that port goes around the proxy, as anybody.",
            "Let the proxy alone reach it: 127.0.0.1, or a firewall.",
        )
    else:
        yield fine("proxies", f"{settings.trusted_proxies} are trusted.")


def payments(house: House) -> Iterator[Finding]:
    """Stripe takes our keys and knows where to tell us."""
    settings = house.settings
    if settings.payments != "stripe":
        if public_names(house) and settings.payments == "fake":
            yield weak("payments", "The demo's Stripe sells for no money.", "Set TOUCHLINE_PAYMENTS=stripe")
        return
    try:
        house.adapters.payments().check()
    except Exception as error:
        yield broken(
            "payments",
            f"Stripe does not take our call ({type(error).__name__}).",
            "See TOUCHLINE_STRIPE_SECRET_KEY, and whether this machine reaches api.stripe.com.",
        )
        return
    mode = "for tests" if "_test_" in settings.stripe_secret_key else "live"
    yield fine("payments", f"Stripe takes our keys ({mode}).")
    yield from webhooks(house.adapters.stripe_line().v1)


def webhooks(stripe: Any) -> Iterator[Finding]:
    """An endpoint leads here and is open; a restricted key may not be allowed to look."""
    try:
        found = list(stripe.webhook_endpoints.list({"limit": 100}).data)
    except Exception as error:
        yield weak(
            "webhook",
            f"It could not be looked at ({type(error).__name__}).",
            "Give the restricted key the right to read webhook endpoints, or look in Stripe's dashboard.",
        )
        return
    ours = [one for one in found if urlsplit(str(one.url)).path == WEBHOOK]
    if any(one.status == "enabled" for one in ours):
        yield fine("webhook", "Stripe tells us what happens.")
    else:
        state = "is disabled" if ours else "is not there"
        yield weak(
            "webhook",
            f"An endpoint that ends with {WEBHOOK} {state}: payments are seen minutes late.",
            "Add or enable it in Stripe's dashboard under Developers → Webhooks.",
        )


def public_names(house: House) -> list[str]:
    """The names of all channels that are not this machine's own."""
    with house.container.database().transaction(None, unscoped=True):
        channels = house.container.channel.facade().all_channels()
    names = {name for channel in channels for name in channel.domains}
    return sorted(name for name in names if not name.endswith("localhost") and not _is_number(name))


def _of_name(name: str, pattern: str) -> list[Finding]:
    host, secure, port = _where(name, pattern)
    try:
        socket.getaddrinfo(host, port, proto=socket.IPPROTO_TCP)
    except OSError:
        return [broken("domains", f"{name} leads nowhere.", "Add it to the DNS, or take it out of the pack.")]
    if not secure:
        return [fine("domains", f"{name} leads somewhere.")]
    try:
        return [_of_certificate(name, certificate_of(host, port))]
    except ssl.SSLCertVerificationError as error:
        mend = "Renew it, or see which certificate the proxy shows for this name."
        return [broken("certificates", f"That of {name} is not valid: {error.verify_message}.", mend)]
    except OSError as error:
        said = f"Nothing speaks TLS at {host}:{port} as seen from here ({type(error).__name__})."
        return [weak("certificates", said, "Start the proxy, or look from outside.")]


def _where(name: str, pattern: str) -> tuple[str, bool, int]:
    """Host, whether TLS is spoken, and port of a channel's site."""
    parts = urlsplit(pattern.replace("{host}", name))
    secure = parts.scheme == "https"
    return parts.hostname or name, secure, parts.port or (443 if secure else 80)


def certificate_of(host: str, port: int, context: ssl.SSLContext | None = None) -> datetime:
    """Until when the certificate holds that is shown there; it must be valid."""
    context = context or ssl.create_default_context()
    with (
        socket.create_connection((host, port), timeout=SECONDS) as line,
        context.wrap_socket(line, server_hostname=host) as secured,
    ):
        shown: Any = secured.getpeercert()
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(shown["notAfter"])), UTC)


def _of_certificate(name: str, until: datetime) -> Finding:
    left = until - datetime.now(UTC)
    said = f"That of {name} holds for {left.days} more days."
    if left < SOON:
        return weak("certificates", said, "See why it was not renewed by itself.")
    return fine("certificates", said)


def _is_number(name: str) -> bool:
    return is_digits(name.replace(".", "")) or ":" in name
