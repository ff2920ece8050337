"""Behavior that only delivery by a mail server has."""

from __future__ import annotations

import ssl
import traceback
from pathlib import Path

import pytest

from adapters.mail.message import build_message
from adapters.mail.smtp import MailServer, SmtpMailer
from adapters.mail.tests.conftest import SENDER, Send, email
from adapters.mail.tests.mail_server import Mailbox, serve_mailbox
from touchline.channel.ports.email.mailer import Email, EmailRejectedError, MailerUnavailableError


def send_expecting_error(mailer: SmtpMailer, sent: Email) -> Exception:
    """Return the error that `send` raises. Neither it nor its traceback names the recipient."""
    with pytest.raises((MailerUnavailableError, EmailRejectedError)) as raised:
        mailer.send(sent)
    traceback_text = "".join(traceback.format_exception(raised.value))
    assert "jane" not in traceback_text
    return raised.value


def test_the_message_has_headers_of_automated_mail(smtp: Send, mailbox: Mailbox) -> None:
    smtp().send(email())
    (message,) = mailbox.messages
    assert mailbox.encrypted
    assert message["From"].addresses[0].addr_spec == SENDER
    assert message["Date"].datetime == email().sent_at
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Message-ID"].endswith("@prairie.example.org>")
    assert message.get_content_type() == "multipart/alternative"


def test_the_same_email_has_the_same_message_id(smtp: Send, mailbox: Mailbox) -> None:
    for key in ("one", "one", "two"):
        smtp().send(email(key=key))
    smtp().send(email(key="one", to="ada@example.org"))
    first, repeated, other_key, other_recipient = (message["Message-ID"] for message in mailbox.messages)
    assert first == repeated
    assert len({first, other_key, other_recipient}) == 3, "A restored database can reuse a key."


def test_unsubscribable_emails_have_one_click_headers() -> None:
    unsubscribe_url = f"https://prairie.example.org/unsubscribe/1.{'2' * 200}.participant.3"
    lines = build_message(email(unsubscribe=unsubscribe_url), SENDER).as_bytes().split(b"\r\n")
    assert f"List-Unsubscribe: <{unsubscribe_url}>".encode() in lines, (
        "The header is on one line and not encoded (RFC 8058)."
    )
    assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click" in lines
    assert b"List-Unsubscribe" not in build_message(email(), SENDER).as_bytes()


def test_line_lengths_are_valid_for_mail_servers() -> None:
    sent = build_message(email(text="é" * 3000, html="é" * 3000), SENDER).as_bytes()
    assert max(len(line) for line in sent.partition(b"\r\n\r\n")[2].split(b"\r\n")) <= 78


@pytest.mark.parametrize("part", ["subject", "sender_name"])
def test_line_breaks_do_not_inject_headers(part: str, smtp: Send, mailbox: Mailbox) -> None:
    smtp().send(email(**{part: "Hello\r\nBcc: everybody@example.org\n\nand text"}))
    (message,) = mailbox.messages
    assert message["Bcc"] is None
    assert "Bcc: everybody" in str(message["Subject" if part == "subject" else "From"])


@pytest.mark.parametrize("address", ["a..b@example.org", ".a@example.org", "a.@example.org"])
def test_a_nonstandard_address_is_quoted(address: str, smtp: Send, mailbox: Mailbox) -> None:
    name = address.partition("@")[0]
    smtp().send(email(reply_to=address))
    smtp().send(email(to=address))
    with_reply_to, with_recipient = mailbox.messages
    assert with_reply_to["Reply-To"].addresses[0].username == name
    assert with_recipient["To"].addresses[0].username == name


@pytest.mark.parametrize("address", ["jane", "jane@example.org\r\nBcc: x@example.org", "a@b@c", "", "<>"])
def test_an_invalid_address_is_rejected(address: str, smtp: Send, mailbox: Mailbox) -> None:
    with pytest.raises(EmailRejectedError):
        smtp().send(email(to=address))
    assert mailbox.messages == []


def test_implicit_tls_is_supported(mailbox: Mailbox, tls: tuple[ssl.SSLContext, Path]) -> None:
    with serve_mailbox(mailbox, ssl_context=tls[0]) as port:
        SmtpMailer(MailServer("127.0.0.1", port, "tls", str(tls[1])), SENDER).send(email())
    assert len(mailbox.messages) == 1


def test_a_local_server_can_be_used_without_encryption(mailbox: Mailbox) -> None:
    with serve_mailbox(mailbox) as port:
        SmtpMailer(MailServer("127.0.0.1", port, "none"), SENDER).send(email())
    assert len(mailbox.messages) == 1


def test_a_server_without_encryption_is_rejected(mailbox: Mailbox) -> None:
    with serve_mailbox(mailbox) as port:
        error = send_expecting_error(SmtpMailer(MailServer("127.0.0.1", port), SENDER), email())
    assert isinstance(error, MailerUnavailableError)
    assert "TOUCHLINE_SMTP_SECURITY" in str(error)
    assert mailbox.messages == []


def test_an_untrusted_certificate_is_rejected(smtp: Send, mailbox: Mailbox) -> None:
    error = send_expecting_error(smtp(ca_file=""), email())
    assert isinstance(error, MailerUnavailableError)
    assert "certificate" in str(error)
    assert mailbox.messages == []


def test_a_missing_ca_file_is_reported(smtp: Send, tmp_path: Path) -> None:
    error = send_expecting_error(smtp(ca_file=str(tmp_path / "none.pem")), email())
    assert str(error) == f"The file {tmp_path / 'none.pem'} (TOUCHLINE_SMTP_CA_FILE) does not exist."


def test_a_wrong_password_is_reported_without_showing_it(smtp: Send) -> None:
    error = send_expecting_error(smtp(password="mistyped"), email())
    assert isinstance(error, MailerUnavailableError)
    assert "user name or password is wrong" in str(error)
    assert "mistyped" not in repr(MailServer("mail", 25, password="mistyped")) + str(error)


def test_a_required_login_is_a_temporary_failure(smtp: Send) -> None:
    assert isinstance(send_expecting_error(smtp(user=""), email()), MailerUnavailableError)


def test_an_unreachable_server_is_a_temporary_failure(smtp: Send) -> None:
    assert isinstance(send_expecting_error(smtp(port=1), email()), MailerUnavailableError)


@pytest.mark.parametrize(
    ("response", "error_type"),
    [
        ("451 4.7.1 try again later", MailerUnavailableError),
        ("421 closing", MailerUnavailableError),
        ("550 5.1.1 no such user jane@example.org", EmailRejectedError),
    ],
)
def test_the_recipient_response_determines_whether_to_retry(
    response: str, error_type: type[Exception], smtp: Send, mailbox: Mailbox
) -> None:
    mailbox.recipient_response = response
    assert type(send_expecting_error(smtp(), email())) is error_type


@pytest.mark.parametrize(
    ("response", "error_type"),
    [("452 no room", MailerUnavailableError), ("554 this is spam", EmailRejectedError)],
)
def test_the_data_response_determines_whether_to_retry(
    response: str, error_type: type[Exception], smtp: Send, mailbox: Mailbox
) -> None:
    mailbox.data_response = response
    assert type(send_expecting_error(smtp(), email())) is error_type


def test_a_server_that_rejects_the_login_is_not_ready(smtp: Send) -> None:
    with pytest.raises(MailerUnavailableError):
        smtp(password="mistyped").check()


def test_a_healthy_server_is_checked_once_a_minute(smtp: Send, starttls_server: int) -> None:
    mailer = smtp()
    mailer.check()
    mailer._server = MailServer("127.0.0.1", 1)
    mailer.check()


def test_an_unreachable_server_is_checked_once_a_minute(
    smtp: Send, starttls_server: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailer = smtp()
    reachable_server, mailer._server = mailer._server, MailServer("127.0.0.1", 1)
    for _ in range(2):
        with pytest.raises(MailerUnavailableError, match="does not respond"):
            mailer.check()
        mailer._server = reachable_server
    monkeypatch.setattr("adapters.mail.smtp._CHECK_INTERVAL_SECONDS", 0)
    mailer._next_check_at = 0
    mailer.check()
