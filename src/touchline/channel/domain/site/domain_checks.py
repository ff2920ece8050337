"""The result of checking a channel's domain: its address in DNS and its certificate."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from touchline.shared.site_urls import LOCALHOST_SUFFIX
from touchline.shared.strings.validation import is_digits

MIN_CERTIFICATE_VALIDITY = timedelta(days=14)


class DomainProblem(StrEnum):
    """What is wrong with a domain. `certificate_expires_soon` is a warning; the site still works."""

    NO_ADDRESS = "no_address"
    DNS_TIMEOUT = "dns_timeout"
    PRIVATE_ADDRESS = "private_address"
    NO_RESPONSE = "no_response"
    CERTIFICATE_EXPIRED = "certificate_expired"
    CERTIFICATE_WRONG_NAME = "certificate_wrong_name"
    CERTIFICATE_UNTRUSTED = "certificate_untrusted"
    CERTIFICATE_EXPIRES_SOON = "certificate_expires_soon"


@dataclass(frozen=True)
class Certificate:
    """A valid certificate for the name that was requested. `issuer` is the name of the organization."""

    issuer: str
    expires_at: datetime

    def find_problem(self, now: datetime) -> DomainProblem | None:
        """Return the problem if the certificate should have been renewed by now."""
        is_due = self.expires_at - now < MIN_CERTIFICATE_VALIDITY
        return DomainProblem.CERTIFICATE_EXPIRES_SOON if is_due else None


@dataclass(frozen=True)
class DomainCheck:
    """The result for one domain. `detail` is the reason of the TLS library, or ""."""

    domain: str
    problem: DomainProblem | None = None
    addresses: tuple[str, ...] = ()
    certificate: Certificate | None = None
    detail: str = ""


def is_local_domain(name: str) -> bool:
    """Return whether a domain is a name of this machine or an IP address, which has no record in DNS."""
    is_localhost = name == "localhost" or name.endswith(LOCALHOST_SUFFIX)
    return is_localhost or is_digits(name.replace(".", "")) or ":" in name
