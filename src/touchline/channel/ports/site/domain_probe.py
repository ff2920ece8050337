"""Port that looks at a domain from outside: DNS and the certificate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.channel.domain.site.domain_checks import Certificate, DomainProblem


class DomainProbeError(Exception):
    """The domain does not work. `detail` is the reason of the TLS library, or ""."""

    def __init__(self, problem: DomainProblem, detail: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.detail = detail


class DomainProbe(Protocol):
    """Port to DNS and to the servers of domains. Both methods have a timeout of seconds."""

    def resolve(self, host: str, port: int) -> Sequence[str]:
        """Return the IP addresses of a host. Raises `DomainProbeError`."""
        ...

    def get_certificate(self, addresses: Sequence[str], port: int, host: str) -> Certificate:
        """Return the certificate for the host, from the first of these IP addresses that accepts connections.

        Raises `DomainProbeError` if there is no response or no valid certificate.
        """
        ...
