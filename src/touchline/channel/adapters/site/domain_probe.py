"""Port `DomainProbe` by the system's resolver and a TLS handshake with SNI. Nothing is sent after it."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

from touchline.channel.domain.site.domain_checks import Certificate, DomainProblem
from touchline.channel.ports.site.domain_probe import DomainProbeError

TIMEOUT_SECONDS = 5.0
_PROBLEMS = {10: DomainProblem.CERTIFICATE_EXPIRED, 62: DomainProblem.CERTIFICATE_WRONG_NAME}
"""Problems by verification error of OpenSSL (`X509_V_ERR_…`)."""


class NetworkDomainProbe:
    """Looks at domains over the network. `ssl_context` replaces the one with the system's authorities."""

    def __init__(self, ssl_context: ssl.SSLContext | None = None) -> None:
        self._ssl_context = ssl_context

    def resolve(self, host: str, port: int) -> Sequence[str]:
        """Return the IP addresses of a host.

        The system's resolver has no timeout of its own, so a late answer is left to its thread.
        """
        pool = ThreadPoolExecutor(1)
        try:
            found = pool.submit(socket.getaddrinfo, host, port, proto=socket.IPPROTO_TCP)
            return list(dict.fromkeys(str(entry[4][0]) for entry in found.result(TIMEOUT_SECONDS)))
        except TimeoutError:
            raise DomainProbeError(DomainProblem.DNS_TIMEOUT) from None
        except (OSError, UnicodeError):
            raise DomainProbeError(DomainProblem.NO_ADDRESS) from None
        finally:
            pool.shutdown(wait=False)

    def get_certificate(self, addresses: Sequence[str], port: int, host: str) -> Certificate:
        """Return the certificate of a server after a handshake that verifies it."""
        context = self._ssl_context or ssl.create_default_context()
        try:
            with (
                _connect(addresses, port) as connection,
                context.wrap_socket(connection, server_hostname=host) as tls_socket,
            ):
                certificate: Any = tls_socket.getpeercert()
        except ssl.SSLCertVerificationError as error:
            problem = _PROBLEMS.get(error.verify_code, DomainProblem.CERTIFICATE_UNTRUSTED)
            raise DomainProbeError(problem, error.verify_message) from None
        except OSError as error:
            raise DomainProbeError(DomainProblem.NO_RESPONSE, type(error).__name__) from None
        expires_at = datetime.fromtimestamp(ssl.cert_time_to_seconds(str(certificate["notAfter"])), UTC)
        return Certificate(_get_issuer(certificate), expires_at)


def _connect(addresses: Sequence[str], port: int) -> socket.socket:
    """Connect to the first address that accepts, without another lookup."""
    last_error: OSError = ConnectionError("no address")
    for address in addresses:
        try:
            return socket.create_connection((address, port), timeout=TIMEOUT_SECONDS)
        except OSError as error:
            last_error = error
    raise last_error


def _get_issuer(certificate: Any) -> str:
    names = {name: value for group in certificate.get("issuer", ()) for name, value in group}
    return str(names.get("organizationName") or names.get("commonName") or "")
