"""Sending letters by e-mail; an operator's choice (`TOUCHLINE_MAIL`)."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Protocol

from touchline.shared.errors import UnavailableError


class MailerUnavailableError(UnavailableError):
    """The letter could not be handed over; trying again later may help. The text is for the operator."""


class EmailRejectedError(Exception):
    """The post will never take this letter (an address that does not exist); trying again is of no use."""


@dataclass(frozen=True)
class Attachment:
    """A file that comes with a letter; `name` is in ASCII, `kind` an Internet media type."""

    name: str
    content: bytes
    kind: str = "application/pdf"


@dataclass(frozen=True)
class Email:
    """One e-mail, in HTML and as text. `sender_name` is the channel's; the address is the operator's setting.

    `key` names the letter: handing over the same one twice sends it once where the post can tell.
    `reply_to` is who answers go to ("": nobody); `unsubscribe` the address to which a mail program posts so
    that letters of this kind stop (RFC 8058; "" for letters that nobody can stop).
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
        """32 hexadecimal digits: the same for the same letter to the same reader, and for no other.

        Keys hold numbers of the database, which gives them again after a restore of an older state.
        """
        return sha256(f"{self.key} {self.to}".encode()).hexdigest()[:32]


class Mailer(Protocol):
    """Hands letters over."""

    def send(self, email: Email) -> None:
        """Hand over one letter; `MailerUnavailableError`, `EmailRejectedError`."""
        ...

    def check(self) -> None:
        """`MailerUnavailableError` when no letter could be handed over now (readiness)."""
        ...
