"""Checks that the domains of a channel have an address in DNS and a valid certificate."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from urllib.parse import urlsplit

from touchline.channel.domain.site.domain_checks import DomainCheck, DomainProblem, is_local_domain
from touchline.channel.ports.site.domain_probe import DomainProbe, DomainProbeError
from touchline.shared.clock import Clock
from touchline.shared.concurrency.parallel import parallel_map
from touchline.shared.network_addresses import is_public_address
from touchline.shared.site_urls import SiteUrls


class CheckDomains:
    """Query that looks at domains from outside, several at once. Call it outside of a transaction."""

    def __init__(self, probe: DomainProbe, site_urls: SiteUrls, clock: Clock) -> None:
        self._probe = probe
        self._site_urls = site_urls
        self._clock = clock

    def __call__(self, domains: Sequence[str], *, allow_private: bool) -> list[DomainCheck]:
        """Return the results in the order of the domains. Names of this machine have nothing to check.

        Without `allow_private`, nothing connects to an address inside the deployment's own network.
        """
        return parallel_map(partial(self._check, allow_private=allow_private), domains)

    def _check(self, domain: str, *, allow_private: bool) -> DomainCheck:
        if is_local_domain(domain):
            return DomainCheck(domain)
        host, is_secure, port = self._get_endpoint(domain)
        addresses: tuple[str, ...] = ()
        try:
            addresses = tuple(self._probe.resolve(host, port))
            if not (allow_private or all(map(is_public_address, addresses))):
                raise DomainProbeError(DomainProblem.PRIVATE_ADDRESS)
            certificate = self._probe.get_certificate(addresses, port, host) if is_secure else None
        except DomainProbeError as error:
            return DomainCheck(domain, error.problem, addresses, detail=error.detail)
        problem = certificate.find_problem(self._clock.now()) if certificate else None
        return DomainCheck(domain, problem, addresses, certificate)

    def _get_endpoint(self, domain: str) -> tuple[str, bool, int]:
        """Return the host of a channel's site, whether it uses TLS, and its port."""
        parts = urlsplit(self._site_urls.public.replace("{host}", domain))
        is_secure = parts.scheme == "https"
        return parts.hostname or domain, is_secure, parts.port or (443 if is_secure else 80)
