"""Letters, and the servers they go to."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from adapters.mail.smtp import MailServer, SmtpPost
from adapters.mail.tests.mail_server import PASSWORD, USER, Mailbox, authenticate, certificate, serving
from touchline.channel.ports.post import Letter

SENDER = "no-reply@prairie.example.org"
Send = Callable[..., SmtpPost]


def letter(**changes: Any) -> Letter:
    """A letter to a viewer; `changes` replace its parts."""
    said: dict[str, Any] = {
        "to": "jane@example.org",
        "subject": "Réinitialisez votre mot de passe",
        "html": "<p>Bonjour, réinitialisez-le.</p>",
        "text": "Bonjour, réinitialisez-le.",
        "sender_name": "Prairie Sports Network",
        "sent_at": datetime(2026, 11, 21, 18, 0, tzinfo=UTC),
        "key": "letter-1",
    }
    return Letter(**{**said, **changes})


@pytest.fixture(scope="session")
def tls(tmp_path_factory: pytest.TempPathFactory) -> tuple[ssl.SSLContext, Path]:
    """A server's TLS, and the file that vouches for it."""
    return certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def mailbox() -> Mailbox:
    """What the server gets."""
    return Mailbox()


@pytest.fixture
def guarded(mailbox: Mailbox, tls: tuple[ssl.SSLContext, Path]) -> Iterator[int]:
    """The port of a server that wants STARTTLS first and then a password."""
    how = {"auth_required": True, "authenticator": authenticate, "auth_require_tls": True}
    with serving(mailbox, tls_context=tls[0], require_starttls=True, **how) as port:
        yield port


@pytest.fixture
def smtp(guarded: int, tls: tuple[ssl.SSLContext, Path]) -> Send:
    """`smtp(password="…")`: a post to the guarded server."""

    def post(**changes: Any) -> SmtpPost:
        said: dict[str, Any] = {"authorities": str(tls[1]), "user": USER, "password": PASSWORD, "seconds": 5}
        return SmtpPost(MailServer(**{"host": "127.0.0.1", "port": guarded, **said, **changes}), SENDER)

    return post
