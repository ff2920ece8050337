"""Checks of `touchline doctor` beyond this machine: domains, certificates, proxies, Stripe."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from touchline.billing.application.checkout.check_payments import PaymentsCheck
from touchline.billing.ports.payments import ProviderStatus, WebhookDelivery
from touchline.channel.application.site.check_domains import CheckDomains
from touchline.channel.domain.site.domain_checks import DomainCheck, DomainProblem, is_local_domain
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.doctor.checks import CheckResult, fail, ok, warn


def domains(application: Application) -> Iterator[CheckResult]:
    """Check that every channel domain resolves and has a valid certificate that does not expire soon."""
    names = list_public_domains(application)
    check: CheckDomains = application.container.channel.check_domains()
    for result in check(names, allow_private=True):
        yield describe_domain(result, datetime.now(UTC))
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
    result: PaymentsCheck = application.container.billing.check_payments()()
    if result.status is None:
        yield fail(
            "payments",
            f"Stripe rejected the request: {result.error}",
            "Check TOUCHLINE_STRIPE_SECRET_KEY, and whether this machine can reach api.stripe.com.",
        )
        return
    yield from describe_payments(result.status)


def describe_payments(status: ProviderStatus) -> Iterator[CheckResult]:
    """Describe the state of the account at Stripe. A restricted key may not be allowed to read all of it."""
    if status.can_charge is False:
        fix = "Finish its setup in Stripe's dashboard."
        yield fail("payments", "Stripe does not let this account charge yet.", fix)
    else:
        yield ok("payments", f"Stripe accepts the keys ({'live' if status.is_live else 'test'}).")
    match status.webhooks:
        case WebhookDelivery.ENABLED:
            yield ok("webhook", "Stripe sends webhooks to this site.")
        case WebhookDelivery.UNKNOWN:
            yield warn(
                "webhook",
                "The webhook endpoints could not be read.",
                "Let the restricted key read webhook endpoints, or check them in Stripe's dashboard.",
            )
        case state:
            yield warn(
                "webhook",
                f"The webhook endpoint /api/stripe/webhook is {state}. Payments appear minutes late.",
                "Add or enable it in Stripe's dashboard under Developers → Webhooks.",
            )


def list_public_domains(application: Application) -> list[str]:
    """List the domains of all channels, without localhost names and IP addresses."""
    with application.container.database().transaction(None, unscoped=True):
        channels = application.container.channel.facade().list_channels()
    names = {name for channel in channels for name in channel.domains}
    return sorted(name for name in names if not is_local_domain(name))


def describe_domain(result: DomainCheck, now: datetime) -> CheckResult:
    """Describe the result for a domain."""
    name, certificate = result.domain, result.certificate
    if certificate:
        message = f"The certificate of {name} expires in {(certificate.expires_at - now).days} days."
        if result.problem:
            return warn("certificates", message, "Check why it was not renewed automatically.")
        return ok("certificates", message)
    match result.problem:
        case None:
            return ok("domains", f"{name} has an address in DNS.")
        case DomainProblem.DNS_TIMEOUT:
            return warn("domains", f"DNS did not respond for {name}.", "Check this machine's DNS.")
        case DomainProblem.NO_ADDRESS:
            return fail(
                "domains",
                f"{name} has no address in DNS.",
                "Add a DNS record, or remove the domain from the pack.",
            )
        case DomainProblem.NO_RESPONSE:
            message = f"{name} does not respond with TLS from this machine ({result.detail})."
            return warn("certificates", message, "Start the proxy, or check from another network.")
        case _:
            fix = "Renew the certificate, or check which one the proxy serves for this domain."
            return fail("certificates", f"The certificate of {name} is not valid: {result.detail}.", fix)
