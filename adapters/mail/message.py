"""Conversion of an email to an Internet message (RFC 5322).

The message has two text alternatives (RFC 2046, multipart/alternative) and attachments.
"""

from datetime import UTC
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from touchline.channel.ports.email.mailer import Email, EmailRejectedError
from touchline.shared.strings.validation import is_email

_UNFOLDED_POLICY = SMTP.clone(max_line_length=998)
"""Policy for headers only: folding makes an address invalid (RFC 5322 §2.1.1)."""


def build_message(email: Email, sender: str) -> EmailMessage:
    """Return the message from the address `sender`.

    Raises `EmailRejectedError` if the recipient's address is invalid.

    Header values are reduced to one line, so line breaks cannot inject headers. One-click unsubscribe headers
    follow RFC 8058. The same email always has the same `Message-ID`, so mailboxes show it once even if it
    arrives twice.
    """
    message = EmailMessage(policy=SMTP)
    from_address = Address(_to_single_line(email.sender_name), addr_spec=sender)
    message["From"] = from_address
    message["To"] = _parse_recipient(email.to)
    message["Subject"] = _to_single_line(email.subject)
    message["Date"] = format_datetime(email.sent_at.astimezone(UTC))
    message["Message-ID"] = f"<{email.digest}@{from_address.domain}>"
    message["Auto-Submitted"] = "auto-generated"  # RFC 3834: suppresses automatic replies
    message["X-Auto-Response-Suppress"] = "All"
    if email.reply_to:
        message["Reply-To"] = _parse_recipient(email.reply_to)
    if email.unsubscribe:
        message["List-Unsubscribe"] = f"<{email.unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(email.text, cte="quoted-printable")
    message.add_alternative(email.html, subtype="html", cte="quoted-printable")
    for attachment in email.attachments:
        main, _, sub = attachment.kind.partition("/")
        message.add_attachment(
            attachment.content, maintype=main, subtype=sub, filename=_to_single_line(attachment.name)
        )
    message.policy = _UNFOLDED_POLICY
    return message


def _parse_recipient(address: str) -> Address:
    """Return the recipient's address, quoted if necessary.

    Forms accept addresses such as `a..b@example.org`, as browsers and some mailboxes do. A header may contain
    them only in quotes (RFC 5322 §3.4.1).
    """
    try:
        return Address(addr_spec=address)
    except (ValueError, IndexError, MessageError):
        if not is_email(address):
            raise EmailRejectedError("The recipient's email address is not valid.") from None
    name, _, domain = address.rpartition("@")
    return Address(username=name, domain=domain)


def _to_single_line(text: str) -> str:
    return " ".join(text.split())
