"""Reading the letters that were kept instead of sent (`TOUCHLINE_MAIL=outbox`)."""

from collections.abc import Sequence
from typing import Protocol

from touchline.channel.ports.email.mailer import Email


class StoredEmails(Protocol):
    """The letters of every channel; they are the operator's to read."""

    def list_all(self) -> Sequence[Email]:
        """The kept letters, the newest first."""
        ...
