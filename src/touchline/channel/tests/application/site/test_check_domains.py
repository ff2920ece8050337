"""The check of a channel's domains."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from touchline.channel.application.site.check_domains import CheckDomains
from touchline.channel.domain.site.domain_checks import Certificate, DomainProblem
from touchline.channel.ports.site.domain_probe import DomainProbeError
from touchline.shared.clock import FixedClock
from touchline.shared.site_urls import SiteUrls

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DOMAIN = "watch.example.org"


class FakeProbe:
    """A network in which every domain has one address and a certificate."""

    def __init__(self, address: str = "93.184.215.14", days: int = 90) -> None:
        self._address = address
        self._days = days
        self.connections: list[tuple[str, int, str]] = []

    def resolve(self, host: str, port: int) -> Sequence[str]:
        if not self._address:
            raise DomainProbeError(DomainProblem.NO_ADDRESS)
        return [self._address]

    def get_certificate(self, addresses: Sequence[str], port: int, host: str) -> Certificate:
        self.connections.append((addresses[0], port, host))
        return Certificate("Example CA", NOON + timedelta(days=self._days))


def check(probe: FakeProbe, domain: str = DOMAIN, *, allow_private: bool = False) -> DomainProblem | None:
    (result,) = CheckDomains(probe, SiteUrls(), FixedClock(NOON))([domain], allow_private=allow_private)
    return result.problem


def test_a_domain_with_an_address_and_a_certificate_passes() -> None:
    probe = FakeProbe()
    assert check(probe) is None
    assert probe.connections == [("93.184.215.14", 443, DOMAIN)]


def test_a_certificate_that_expires_soon_is_a_warning() -> None:
    assert check(FakeProbe(days=10)) is DomainProblem.CERTIFICATE_EXPIRES_SOON


def test_nothing_connects_to_a_private_address_unless_it_is_allowed() -> None:
    probe = FakeProbe("10.0.0.7")
    assert check(probe) is DomainProblem.PRIVATE_ADDRESS
    assert probe.connections == []
    assert check(probe, allow_private=True) is None


def test_a_missing_address_is_named_and_local_names_are_not_looked_up() -> None:
    assert check(FakeProbe("")) is DomainProblem.NO_ADDRESS
    assert [check(FakeProbe(""), name) for name in ("prairie.localhost", "127.0.0.1")] == [None, None]
