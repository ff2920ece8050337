"""Port for sending email. The operator selects the mailer with `TOUCHLINE_MAIL`."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Protocol

from touchline.shared.errors import UnavailableError


class MailerUnavailableError(UnavailableError):
    """The mailer cannot accept the email. A later retry may succeed. The message is for the operator."""


class EmailRejectedError(Exception):
    """The mailer permanently rejects the email, for example because the address does not exist. Do not
    retry."""


@dataclass(frozen=True)
class Attachment:
    """A file attached to an email. `name` is in ASCII and `kind` is an Internet media type."""

    name: str
    content: bytes
    kind: str = "application/pdf"


@dataclass(frozen=True)
class Email:
    """An email in HTML and plain text.

    `sender_name` is the name of the channel. The sender address is a setting of the operator. `key`
    identifies the email. Sending the same key twice delivers one email if the mailer supports it. `reply_to`
    is the address for replies, or "" for none. `unsubscribe` is the URL for one-click unsubscribe (RFC 8058),
    or "" if viewers cannot unsubscribe.
    """

    to: str
    subject: str
    html: str
    text: str
    sender_name: str
    sent_at: datetime
    key: str
    attachments: tuple[Attachment, ...] = ()
    reply_to: str = ""
    unsubscribe: str = ""

    @property
    def digest(self) -> str:
        """Return 32 hexadecimal digits that identify this email to this recipient.

        Keys contain database ids, which may be assigned again after a restore of an older backup.
        """
        return sha256(f"{self.key} {self.to}".encode()).hexdigest()[:32]


class Mailer(Protocol):
    """Port to the mail server."""

    def send(self, email: Email) -> None:
        """Send one email. Raises `MailerUnavailableError` or `EmailRejectedError`."""
        ...

    def check(self) -> None:
        """Raise `MailerUnavailableError` if no email can be sent now. Used for the readiness check."""
        ...
