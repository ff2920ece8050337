"""A letter as an Internet message (RFC 5322) with two forms of its text (RFC 2046, multipart/alternative),
and the files that come with it."""

from datetime import UTC
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from touchline.channel.ports.post import Letter, LetterRefused
from touchline.shared.typed import is_email

_WHOLE = SMTP.clone(max_line_length=998)
"""For the headers alone: an address in one that is folded is no address any more (RFC 5322 §2.1.1)."""


def message_of(letter: Letter, sender: str) -> EmailMessage:
    """The message from the address `sender`; `LetterRefused` where the reader's address is none.

    Texts that become headers are one line, whatever they were: nobody adds a header by a line break. The
    headers of one-click unsubscribing are RFC 8058's. The same letter has the same `Message-ID`, so a mailbox
    shows it once though it came twice.
    """
    message = EmailMessage(policy=SMTP)
    from_address = Address(_one_line(letter.sender_name), addr_spec=sender)
    message["From"] = from_address
    message["To"] = _reader(letter.to)
    message["Subject"] = _one_line(letter.subject)
    message["Date"] = format_datetime(letter.sent_at.astimezone(UTC))
    message["Message-ID"] = f"<{letter.name}@{from_address.domain}>"
    message["Auto-Submitted"] = "auto-generated"  # RFC 3834: no answering machine answers
    message["X-Auto-Response-Suppress"] = "All"
    if letter.reply_to:
        message["Reply-To"] = _reader(letter.reply_to)
    if letter.unsubscribe:
        message["List-Unsubscribe"] = f"<{letter.unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(letter.text, cte="quoted-printable")
    message.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    for one in letter.attachments:
        main, _, sub = one.kind.partition("/")
        message.add_attachment(one.content, maintype=main, subtype=sub, filename=_one_line(one.name))
    message.policy = _WHOLE
    return message


def _reader(address: str) -> Address:
    """As it is, or in quotes: forms take addresses such as `a..b@example.org`, as browsers do and some
    mailboxes have, and a header may hold them so alone (RFC 5322 §3.4.1)."""
    try:
        return Address(addr_spec=address)
    except (ValueError, IndexError, MessageError):
        if not is_email(address):
            raise LetterRefused("The address is no e-mail address.") from None
    name, _, place = address.rpartition("@")
    return Address(username=name, domain=place)


def _one_line(text: str) -> str:
    return " ".join(text.split())
