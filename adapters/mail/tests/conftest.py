"""Emails and mail servers for tests."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from adapters.mail.smtp import MailServer, SmtpMailer
from adapters.mail.tests.mail_server import (
    PASSWORD,
    USER,
    Mailbox,
    authenticate_user,
    create_certificate,
    serve_mailbox,
)
from touchline.channel.ports.email.mailer import Email

SENDER = "no-reply@prairie.example.org"
Send = Callable[..., SmtpMailer]


def email(**changes: Any) -> Email:
    """Return an email to a viewer. `changes` replaces fields."""
    values: dict[str, Any] = {
        "to": "jane@example.org",
        "subject": "Réinitialisez votre mot de passe",
        "html": "<p>Bonjour, réinitialisez-le.</p>",
        "text": "Bonjour, réinitialisez-le.",
        "sender_name": "Prairie Sports Network",
        "sent_at": datetime(2026, 11, 21, 18, 0, tzinfo=UTC),
        "key": "email-1",
    }
    return Email(**{**values, **changes})


@pytest.fixture(scope="session")
def tls(tmp_path_factory: pytest.TempPathFactory) -> tuple[ssl.SSLContext, Path]:
    """Return the TLS context of a server, and the file of its certificate."""
    return create_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def mailbox() -> Mailbox:
    """Return the messages that the server receives."""
    return Mailbox()


@pytest.fixture
def starttls_server(mailbox: Mailbox, tls: tuple[ssl.SSLContext, Path]) -> Iterator[int]:
    """Yield the port of a server that requires STARTTLS and a login."""
    options = {"auth_required": True, "authenticator": authenticate_user, "auth_require_tls": True}
    with serve_mailbox(mailbox, tls_context=tls[0], require_starttls=True, **options) as port:
        yield port


@pytest.fixture
def smtp(starttls_server: int, tls: tuple[ssl.SSLContext, Path]) -> Send:
    """Return a function that creates a mailer for the server that requires a login: `smtp(password="…")`."""

    def create_mailer(**changes: Any) -> SmtpMailer:
        values: dict[str, Any] = {
            "ca_file": str(tls[1]),
            "user": USER,
            "password": PASSWORD,
            "timeout_seconds": 5,
        }
        return SmtpMailer(
            MailServer(**{"host": "127.0.0.1", "port": starttls_server, **values, **changes}), SENDER
        )

    return create_mailer
