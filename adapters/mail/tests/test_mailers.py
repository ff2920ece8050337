"""The contract of every mailer, tested with both adapters."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

import pytest

from adapters.mail.outbox import OutboxMailer
from adapters.mail.tests.conftest import Send, email
from adapters.mail.tests.mail_server import Mailbox
from touchline.channel.ports.email.mailer import Attachment, Email, Mailer


class ReceivedEmail(NamedTuple):
    """An email as it arrived."""

    to: str
    sender_name: str
    subject: str
    html: str
    text: str
    files: tuple[tuple[str, bytes, str], ...] = ()
    reply_to: str = ""
    unsubscribe: str = ""


@pytest.fixture(params=["outbox", "smtp"])
def mailer(request: pytest.FixtureRequest, tmp_path: Path) -> Mailer:
    """Return each adapter in turn."""
    if request.param == "outbox":
        return OutboxMailer(tmp_path / "outbox")
    create_mailer: Send = request.getfixturevalue("smtp")
    return create_mailer()


@pytest.fixture
def received_emails(mailer: Mailer, mailbox: Mailbox) -> Callable[[], list[ReceivedEmail]]:
    """Return a function that lists the emails that arrived, newest first."""
    return lambda: (
        [_from_outbox(stored) for stored in mailer.list_all()]
        if isinstance(mailer, OutboxMailer)
        else _from_mailbox(mailbox)
    )


def _from_outbox(email: Email) -> ReceivedEmail:
    files = tuple((file.name, file.content, file.kind) for file in email.attachments)
    base_fields = (email.to, email.sender_name, email.subject, email.html, email.text, files)
    return ReceivedEmail(*base_fields, email.reply_to, email.unsubscribe)


def _from_mailbox(mailbox: Mailbox) -> list[ReceivedEmail]:
    emails = []
    for message in reversed(mailbox.messages):
        html, text = message.get_body(("html",)), message.get_body(("plain",))
        assert html is not None
        assert text is not None
        sender = message["From"].addresses[0].display_name
        bodies = (part.get_content().strip().replace("\r\n", "\n") for part in (html, text))
        subject = str(message["Subject"])
        extra_fields = (str(message["Reply-To"] or ""), str(message["List-Unsubscribe"] or "").strip("<>"))
        to, files = str(message["To"]), _files(message)
        emails.append(ReceivedEmail(to, sender, subject, next(bodies), next(bodies), files, *extra_fields))
    return emails


def _files(message: EmailMessage) -> tuple[tuple[str, bytes, str], ...]:
    parts = message.iter_attachments()
    return tuple((str(part.get_filename()), part.get_content(), part.get_content_type()) for part in parts)


def test_an_email_arrives_unchanged(
    mailer: Mailer, received_emails: Callable[[], list[ReceivedEmail]]
) -> None:
    mailer.send(email())
    assert received_emails() == [_from_outbox(email())]


def test_attachments_arrive_unchanged(
    mailer: Mailer, received_emails: Callable[[], list[ReceivedEmail]]
) -> None:
    receipt = Attachment("prairie-7.pdf", b"%PDF-1.7\r\n.\r\n\x00\xff" * 500)
    other = Attachment("season.txt", "été".encode(), "application/octet-stream")
    sent = email(attachments=(receipt, other))
    mailer.send(sent)
    assert received_emails() == [_from_outbox(sent)]


def test_reply_to_and_unsubscribe_headers_arrive(
    mailer: Mailer, received_emails: Callable[[], list[ReceivedEmail]]
) -> None:
    unsubscribe_url = f"https://prairie.example.org/unsubscribe/1.{'2' * 200}.participant.3"
    sent = email(reply_to="ada@example.org", unsubscribe=unsubscribe_url)
    mailer.send(sent)
    assert received_emails() == [_from_outbox(sent)]


def test_two_emails_arrive_separately(
    mailer: Mailer, received_emails: Callable[[], list[ReceivedEmail]]
) -> None:
    mailer.send(email(key="one", subject="The first"))
    mailer.send(email(key="two", subject="The second"))
    assert [received.subject for received in received_emails()] == ["The second", "The first"]


def test_a_long_multilingual_email_arrives_complete(
    mailer: Mailer, received_emails: Callable[[], list[ReceivedEmail]]
) -> None:
    long = "\n".join(f"{number}: " + "été, 冬, 🏒 " * 200 for number in range(20)).strip() + "\n.\n.end"
    mailer.send(email(html=f"<p>{long}</p>", text=long))
    assert [(received.html, received.text) for received in received_emails()] == [(f"<p>{long}</p>", long)]


def test_a_working_mailer_is_ready(mailer: Mailer) -> None:
    mailer.check()
