"""A real SMTP server on loopback for the mail tests."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

USER, PASSWORD = "touchline", "a password that only tests have"


@dataclass
class Mailbox:
    """The messages received by the server, and its responses to `RCPT` and `DATA` (`250 OK` by default)."""

    messages: list[EmailMessage] = field(default_factory=list)
    recipient_response: str = ""
    data_response: str = "250 OK"
    encrypted: bool = False

    async def handle_RCPT(  # noqa: N802, RUF100
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if self.recipient_response:
            return self.recipient_response
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, session: Any, envelope: Any) -> str:
        if self.data_response.startswith("2"):
            message = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(message, EmailMessage)
            self.messages.append(message)
            self.encrypted = session.ssl is not None
        return self.data_response


def authenticate_user(
    _server: Any, _session: Any, _envelope: Any, _mechanism: str, credentials: Any
) -> AuthResult:
    """Accept only `USER` with `PASSWORD`."""
    is_valid = isinstance(credentials, LoginPassword) and credentials == LoginPassword(
        USER.encode(), PASSWORD.encode()
    )
    return AuthResult(success=is_valid, handled=is_valid)


class FreePortController(Controller):
    """Listens on a free port. aiosmtpd itself requires a port number."""

    def _trigger_server(self) -> None:
        assert isinstance(self.server, asyncio.Server)
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]


@contextmanager
def serve_mailbox(mailbox: Mailbox, **options: Any) -> Iterator[int]:
    """Run a server that delivers to the mailbox, and yield its port."""
    controller = FreePortController(mailbox, hostname="127.0.0.1", port=0, **options)
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


def create_certificate(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """Return a server's TLS context with a self-signed certificate, and the certificate's file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate_file, key_file = folder / "server.pem", folder / "server.key"
    certificate_file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate_file, key_file)
    return context, certificate_file
